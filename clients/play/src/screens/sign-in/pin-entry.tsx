import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../messages.ts';
import { Keypad } from '../../parts/controls/keypad.tsx';

const PIN_LENGTH = 4;

interface PinEntryProps {
  /** Called with four digits. When its promise settles, the input is cleared. */
  readonly onPin: (pin: string) => Promise<void>;
  /** Shown below the dots, which shake when a message appears. */
  readonly message: string;
  readonly disabled?: boolean;
}

/** Four dots and a keypad. The fourth digit submits the PIN. */
export function PinEntry({ onPin, message, disabled = false }: PinEntryProps) {
  const pin = useSignal('');
  const showsPictures = useSignal(false);
  const isSending = useSignal(false);
  const isBusy = disabled || isSending.value;
  const addDigit = async (digit: string) => {
    if (isBusy || pin.value.length >= PIN_LENGTH) return;
    pin.value += digit;
    if (pin.value.length < PIN_LENGTH) return;
    isSending.value = true;
    try {
      await onPin(pin.value);
    } finally {
      pin.value = '';
      isSending.value = false;
    }
  };
  useEffect(() => {
    if (disabled) pin.value = '';
  }, [disabled]);
  return (
    <div class="pin-entry">
      <div
        class={`pin-dots ${message ? 'shaking' : ''}`}
        role="img"
        aria-label={t('pin.typed', { count: pin.value.length })}
      >
        {Array.from({ length: PIN_LENGTH }, (_, i) => (
          <i key={String(i)} class={i < pin.value.length ? 'filled' : ''} />
        ))}
      </div>
      <p class="pin-message" role="status">
        {message}
      </p>
      <Keypad
        disabled={isBusy}
        showsPictures={showsPictures.value}
        onDigit={(digit) => void addDigit(digit)}
        onErase={() => {
          pin.value = pin.value.slice(0, -1);
        }}
      />
      <button
        type="button"
        class="link-button"
        onClick={() => {
          showsPictures.value = !showsPictures.value;
        }}
      >
        {showsPictures.value ? t('pin.digits') : t('pin.pictures')}
      </button>
    </div>
  );
}
