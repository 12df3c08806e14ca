import { useSignal } from '@preact/signals';
import { LANGUAGES, type Language, language, switchLanguage, t } from '../../messages.ts';
import { saveValue } from '../../offline/database.ts';
import { RoundButton } from './buttons.tsx';
import { Dialog } from './dialog.tsx';

/** Lets a child choose the language of the app on this device before signing in. */
export function LanguageButton() {
  const isOpen = useSignal(false);
  const choose = async (chosen: string) => {
    await switchLanguage(chosen);
    await saveValue('language', chosen);
    isOpen.value = false;
  };
  return (
    <>
      <RoundButton icon="globe" label={t('settings.language')} onClick={() => (isOpen.value = true)} />
      {isOpen.value && (
        <Dialog label={t('settings.language')} close={() => (isOpen.value = false)}>
          <LanguageChoice current={language.value} choose={choose} />
        </Dialog>
      )}
    </>
  );
}

export function LanguageChoice({ current, choose }: { current: Language; choose: (chosen: string) => void }) {
  return (
    <ul class="choices">
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <li key={tag}>
          <button type="button" class="option" lang={tag} aria-pressed={tag === current} onClick={() => choose(tag)}>
            <span class="indicator" />
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
