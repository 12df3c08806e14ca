import { useSignal } from '@preact/signals';
import { t } from '../../messages.ts';
import { SpeakButton } from '../controls/buttons.tsx';

/** A button that explains numbers in a few sentences. */
export function Why({ texts }: { readonly texts: readonly string[] }) {
  const isOpen = useSignal(false);
  return (
    <div class="why">
      <button
        type="button"
        class="link-button"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {t('why.ask')}
      </button>
      {isOpen.value && (
        <div class="why-text">
          <div>
            {texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
          <SpeakButton texts={texts.map((text) => ({ text }))} />
        </div>
      )}
    </div>
  );
}
