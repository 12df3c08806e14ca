import { useLayoutEffect } from 'preact/hooks';
import { t } from '../messages.ts';
import { Icon } from './icon.tsx';

/** Pictures in place of digits, for children who cannot read digits yet. */
const PICTURES = [
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
  readonly onDigit: (renderDigit: string) => void;
  readonly onErase: () => void;
  readonly disabled?: boolean;
  readonly withPictures?: boolean;
  /** An additional key at the lower left, such as the decimal separator. */
  readonly extra?: { readonly text: string; readonly label: string; readonly onPress: () => void };
}

/** A keypad with large digits. The digit keys of a keyboard work, too. */
export function Keypad({ onDigit, onErase, disabled = false, withPictures = false, extra }: KeypadProps) {
  // Runs before painting, because an effect after painting would miss keys that are pressed meanwhile.
  useLayoutEffect(() => {
    const handleKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (disabled || ctrlKey || metaKey) return;
      if (/^\d$/.test(key)) onDigit(key);
      else if (key === 'Backspace') onErase();
      else if (extra && (key === ',' || key === '.')) extra.onPress();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  });
  const digit = (key: string) => (
    <button key={key} type="button" disabled={disabled} aria-label={key} onClick={() => onDigit(key)}>
      {withPictures ? <img class="pic" src={`/pictures/${PICTURES[Number(key)]}.svg`} alt="" /> : key}
    </button>
  );
  return (
    <div class="pad">
      {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(digit)}
      {extra ? (
        <button type="button" aria-label={extra.label} disabled={disabled} onClick={extra.onPress}>
          {extra.text}
        </button>
      ) : (
        <span />
      )}
      {digit('0')}
      <button type="button" aria-label={t('pad.erase')} disabled={disabled} onClick={onErase}>
        <Icon name="erase" />
      </button>
    </div>
  );
}
