import { language, t } from '../messages.ts';
import { Keypad } from '../parts/controls/keypad.tsx';
import type { ItemProps } from './item-props.ts';

/** A large text field. */
export function FillIn({ item, value, onChange, disabled }: ItemProps<'fill_in'>) {
  return (
    <input
      class="text-input"
      aria-label={item.prompt}
      lang={language.value}
      value={typeof value === 'string' ? value : ''}
      maxLength={item.max_length}
      disabled={disabled}
      autocomplete="off"
      autocapitalize="off"
      autocorrect="off"
      spellcheck={false}
      enterkeyhint="done"
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** In characters. */
const MAX_NUMBER_LENGTH = 9;

/** A number field with a large keypad. The digit keys of a keyboard also work. */
export function Numeric({ item, value, startsAnew, onChange, disabled }: ItemProps<'numeric'>) {
  const text = typeof value === 'string' ? value : '';
  const separator = getDecimalSeparator();
  const append = (key: string) => {
    if (startsAnew) onChange(key);
    else if (text.length < MAX_NUMBER_LENGTH) onChange(text + key);
  };
  return (
    <div class="numeric">
      <p class="number-entry">
        <output aria-label={t('item.number')}>{text || ' '}</output>
        {item.unit && <span>{item.unit}</span>}
      </p>
      <Keypad
        disabled={disabled}
        onDigit={append}
        onErase={() => onChange(text.slice(0, -1))}
        decimalKey={{
          text: separator,
          label: t('keypad.decimal'),
          onPress: () => {
            if (startsAnew || !text.includes(separator)) append(separator);
          },
        }}
      />
    </div>
  );
}

/** The decimal separator of the child's language. */
function getDecimalSeparator(): string {
  const parts = new Intl.NumberFormat(language.value).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}
