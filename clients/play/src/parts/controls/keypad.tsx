import { useLayoutEffect } from 'preact/hooks';
import { t } from '../../messages.ts';
import { Icon } from '../icon.tsx';

/** Pictures in place of the digits 0 to 9, for children who cannot read digits yet. */
const DIGIT_PICTURES = [
  'frog',
  'sun-with-face',
  'dolphin',
  'balloon',
  'rocket',
  'tulip',
  'honeybee',
  'star',
  'rabbit',
  'sailboat',
] as const;

interface KeypadProps {
  readonly onDigit: (digit: string) => void;
  readonly onErase: () => void;
  /** Called for the minus key of a keyboard. */
  readonly onMinus?: (() => void) | undefined;
  readonly disabled?: boolean;
  readonly showsPictures?: boolean;
  /** A key for the decimal separator, at the lower left. */
  readonly decimalKey?: { readonly text: string; readonly label: string; readonly onPress: () => void };
  /** A key that ends the input, in the same place. */
  readonly doneKey?: { readonly label: string; readonly onPress: () => void };
}

/** The picture that stands for a digit. It is always the same, so a PIN of pictures works on every device. */
export function DigitPicture({ digit }: { digit: string }) {
  return <img class="dim-in-dark" src={`/pictures/${DIGIT_PICTURES[Number(digit)]}.svg`} alt="" />;
}

/** A keypad with large digits. The digit keys of a keyboard also work. */
export function Keypad({
  onDigit,
  onErase,
  onMinus,
  disabled = false,
  showsPictures = false,
  decimalKey,
  doneKey,
}: KeypadProps) {
  // A layout effect runs before painting. An effect after painting would miss keys that are pressed in the meantime.
  useLayoutEffect(() => {
    const handleKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (disabled || ctrlKey || metaKey) return;
      if (/^\d$/.test(key)) onDigit(key);
      else if (key === 'Backspace') onErase();
      else if (decimalKey && (key === ',' || key === '.')) decimalKey.onPress();
      else if (key === '-' || key === '−') onMinus?.();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  });
  const renderDigit = (digit: string) => (
    <button
      key={digit}
      type="button"
      disabled={disabled}
      aria-label={showsPictures ? t(`picture.${DIGIT_PICTURES[Number(digit)] ?? 'star'}`) : digit}
      onClick={() => onDigit(digit)}
    >
      {showsPictures ? <DigitPicture digit={digit} /> : digit}
    </button>
  );
  return (
    <div class={`keypad ${showsPictures ? 'pictures' : ''}`}>
      {[...'123456789', ...(showsPictures ? '0' : '')].map(renderDigit)}
      {decimalKey ? (
        <button type="button" aria-label={decimalKey.label} disabled={disabled} onClick={decimalKey.onPress}>
          {decimalKey.text}
        </button>
      ) : doneKey ? (
        <button type="button" class="done-key" aria-label={doneKey.label} disabled={disabled} onClick={doneKey.onPress}>
          <Icon name="check" />
        </button>
      ) : (
        <span />
      )}
      {!showsPictures && renderDigit('0')}
      <button type="button" aria-label={t('keypad.erase')} disabled={disabled} onClick={onErase}>
        <Icon name="erase" />
      </button>
    </div>
  );
}
