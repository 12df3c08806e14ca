import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../messages.ts';
import { DigitPicture, Keypad } from '../../parts/controls/keypad.tsx';
import { PICTURE_COUNT, toPicturePin } from '../../rules/picture-pin.ts';

const PIN_LENGTH = 4;
/** How long a child can look at three pictures, correct them or add a fourth, without a tap on the check mark. */
const CONFIRM_MS = 2500;
/** The same time while the PIN may have four pictures, so that a child finds the fourth. */
const UNCERTAIN_CONFIRM_MS = 5000;

interface PinEntryProps {
  /** Called with four digits. When its promise settles, the input is cleared. */
  readonly onPin: (pin: string) => Promise<void>;
  /** Shown below the dots, which shake when a message appears. */
  readonly message: string;
  readonly disabled?: boolean;
  /** Whether the keypad shows a picture for each digit. */
  readonly showsPictures: boolean;
  readonly onShowsPicturesChange: (showsPictures: boolean) => void;
  /** How many pictures the PIN consists of, if it is known. */
  readonly pictureCount?: number | undefined;
  /** Whether a parent may have set another number of pictures. */
  readonly isUncertain?: boolean;
  /** Whether the child chooses a new PIN. Then three pictures are enough. They stay visible for a moment, and can be changed. */
  readonly isNew?: boolean;
  /** Called when the child begins to enter a PIN. */
  readonly onBegin?: () => void;
}

/**
 * Dots and a keypad. The last digit or picture submits the PIN. While it is unknown whether there are three pictures or four, which a parent
 * can set, three pictures are submitted after a moment, or by a key of its own.
 */
export function PinEntry({
  onPin,
  message,
  disabled = false,
  showsPictures,
  onShowsPicturesChange,
  pictureCount,
  isUncertain = false,
  isNew = false,
  onBegin,
}: PinEntryProps) {
  const pin = useSignal('');
  const isSending = useSignal(false);
  const isBusy = disabled || isSending.value;
  const hasThree = showsPictures && (isNew || (pictureCount === PICTURE_COUNT && !isUncertain));
  const mayHaveThree = showsPictures && pictureCount !== PIN_LENGTH;
  const length = hasThree ? PICTURE_COUNT : PIN_LENGTH;
  const dotCount = mayHaveThree ? Math.max(PICTURE_COUNT, pin.value.length) : length;
  const confirmMs = isNew || pictureCount === PICTURE_COUNT ? CONFIRM_MS : UNCERTAIN_CONFIRM_MS;
  const addDigit = async (digit: string) => {
    if (isBusy || pin.value.length >= length) return;
    if (pin.value === '') onBegin?.();
    pin.value += digit;
    if (pin.value.length === length && !(showsPictures && isNew)) await submit();
  };
  const submit = async () => {
    if (isSending.value) return; // a second tap of the key
    isSending.value = true;
    try {
      await onPin(pin.value.length === PICTURE_COUNT ? toPicturePin(pin.value) : pin.value);
    } finally {
      pin.value = '';
      isSending.value = false;
    }
  };
  useEffect(() => {
    if (disabled) pin.value = '';
  }, [disabled]);
  useEffect(() => {
    if (!mayHaveThree || pin.value.length !== PICTURE_COUNT) return;
    const timer = setTimeout(() => void submit(), confirmMs);
    return () => clearTimeout(timer);
  }, [mayHaveThree, pin.value]);
  return (
    <div class={`pin-entry ${isNew && showsPictures ? 'new-pictures' : ''}`}>
      <div
        class={`pin-dots ${message ? 'shaking' : ''}`}
        role="img"
        aria-label={t(showsPictures ? 'pin.chosen' : 'pin.typed', { count: pin.value.length })}
      >
        {Array.from({ length: dotCount }, (_, i) => {
          const digit = pin.value[i];
          if (digit !== undefined && showsPictures && isNew) return <DigitPicture key={String(i)} digit={digit} />;
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
        {...(showsPictures &&
          pin.value.length === PICTURE_COUNT && { doneKey: { label: t('pin.done'), onPress: () => void submit() } })}
      />
      <button type="button" class="link-button" onClick={() => onShowsPicturesChange(!showsPictures)}>
        {showsPictures ? t('pin.digits') : t('pin.pictures')}
      </button>
    </div>
  );
}
