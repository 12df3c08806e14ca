import { useLayoutEffect, useRef } from 'preact/hooks';
import { language, t } from '../messages.ts';
import { Keypad } from '../parts/controls/keypad.tsx';
import { enterKey, getDecimalSeparator, MINUS, toNumberText } from '../rules/number-entry.ts';
import { isYoung } from '../speech/read-aloud.ts';
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

/** Whether the child points with a mouse or a trackpad, so that the device has a keyboard. */
const hasKeyboard = matchMedia('(hover: hover) and (pointer: fine)');

/**
 * A number field with a keypad, whose digit keys also work on a keyboard. A child who reads has smaller keys, and none
 * on a device with a keyboard.
 */
export function Numeric({ item, value, startsAnew = false, onChange, disabled }: ItemProps<'numeric'>) {
  const text = typeof value === 'string' ? value : '';
  const separator = getDecimalSeparator(language.value);
  const enter = (key: string) => onChange(enterKey(startsAnew ? '' : text, key));
  const enterMinus = item.negative ? () => enter(MINUS) : undefined;
  if (!isYoung.value && hasKeyboard.matches)
    return (
      <div class="numeric compact">
        <p class="number-entry">
          <NumberInput
            {...{ text, startsAnew, disabled }}
            question={item.prompt}
            canBeNegative={item.negative}
            onInput={onChange}
          />
          {item.unit && <span>{item.unit}</span>}
        </p>
      </div>
    );
  return (
    <div class={`numeric ${isYoung.value ? '' : 'compact'}`}>
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

interface NumberInputProps {
  readonly text: string;
  readonly question: string;
  readonly canBeNegative: boolean;
  readonly startsAnew: boolean;
  readonly disabled: boolean;
  readonly onInput: (text: string) => void;
}

/** A field for a number, which has the focus. Keys that write a number go to it, wherever the focus is then. */
function NumberInput({ text, question, canBeNegative, startsAnew, disabled, onInput }: NumberInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), []);
  // A layout effect runs before painting. An effect after painting would miss keys that are pressed in the meantime.
  useLayoutEffect(() => {
    const handleKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || !/^(?:[\d.,−-]|Backspace)$/.test(key)) return;
      if (document.activeElement !== input.current) input.current?.focus();
      if (startsAnew) input.current?.select();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  });
  return (
    <input
      ref={input}
      class="text-input"
      aria-label={t('item.number')}
      aria-description={question}
      inputmode="decimal"
      value={text}
      disabled={disabled}
      autocomplete="off"
      enterkeyhint="done"
      onInput={({ currentTarget }) => {
        currentTarget.value = toNumberText(currentTarget.value, language.value, canBeNegative);
        onInput(currentTarget.value);
      }}
    />
  );
}
