import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../messages.ts';
import { DigitPicture, Keypad } from '../../parts/controls/keypad.tsx';

const PIN_LENGTH = 4;

interface PinEntryProps {
  /** Called with four digits. When its promise settles, the input is cleared. */
  readonly onPin: (pin: string) => Promise<void>;
  /** Shown below the dots, which shake when a message appears. */
  readonly message: string;
  readonly disabled?: boolean;
  /** Whether the keypad shows a picture for each digit. */
  readonly showsPictures: boolean;
  readonly onShowsPicturesChange: (showsPictures: boolean) => void;
  /** Whether the chosen pictures are shown instead of dots, so that a child can remember them. */
  readonly showsChosen?: boolean;
}

/** Four dots and a keypad. The fourth digit submits the PIN. */
export function PinEntry({
  onPin,
  message,
  disabled = false,
  showsPictures,
  onShowsPicturesChange,
  showsChosen = false,
}: PinEntryProps) {
  const pin = useSignal('');
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
        aria-label={t(showsPictures ? 'pin.chosen' : 'pin.typed', { count: pin.value.length })}
      >
        {Array.from({ length: PIN_LENGTH }, (_, i) => {
          const digit = pin.value[i];
          if (digit !== undefined && showsPictures && showsChosen)
            return <DigitPicture key={String(i)} digit={digit} />;
          return <i key={String(i)} class={digit === undefined ? '' : 'filled'} />;
        })}
      </div>
      <p class="pin-message" role="status">
        {message}
      </p>
      <Keypad
        disabled={isBusy}
        showsPictures={showsPictures}
        onDigit={(digit) => void addDigit(digit)}
        onErase={() => {
          pin.value = pin.value.slice(0, -1);
        }}
      />
      <button type="button" class="link-button" onClick={() => onShowsPicturesChange(!showsPictures)}>
        {showsPictures ? t('pin.digits') : t('pin.pictures')}
      </button>
    </div>
  );
}
