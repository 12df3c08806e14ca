import { language, t } from '../messages.ts';
import { Keypad } from '../parts/controls/keypad.tsx';
import { enterKey, getDecimalSeparator, MINUS } from '../rules/number-entry.ts';
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

/** A number field with a large keypad. The digit keys of a keyboard also work. */
export function Numeric({ item, value, startsAnew, onChange, disabled }: ItemProps<'numeric'>) {
  const text = typeof value === 'string' ? value : '';
  const separator = getDecimalSeparator(language.value);
  const enter = (key: string) => onChange(enterKey(startsAnew ? '' : text, key));
  const enterMinus = item.negative ? () => enter(MINUS) : undefined;
  return (
    <div class="numeric">
      <p class="number-entry">
        {enterMinus && (
          <button
            type="button"
            class="minus-key"
            aria-label={t('keypad.minus')}
            disabled={disabled}
            onClick={enterMinus}
          >
            {MINUS}
          </button>
        )}
        <output aria-label={t('item.number')}>{text || ' '}</output>
        {item.unit && <span>{item.unit}</span>}
      </p>
      <Keypad
        disabled={disabled}
        onDigit={enter}
        onMinus={enterMinus}
        onErase={() => onChange(text.slice(0, -1))}
        decimalKey={{ text: separator, label: t('keypad.decimal'), onPress: () => enter(separator) }}
      />
    </div>
  );
}
