import type { Option } from '../../../typescript/src/index.ts';
import { t } from '../messages.ts';
import { Icon } from '../parts/icon.tsx';
import { toLocalPath } from '../parts/local-path.ts';
import { toIdList } from '../rules/answers.ts';
import type { ItemProps } from './item-props.ts';
import { SpeakableCard } from './speakable-card.tsx';

/** Cards from which the child chooses one. */
export function SingleChoice({
  item,
  narrator,
  value,
  wrongIds,
  rightIds = [],
  onChange,
  disabled,
}: ItemProps<'single_choice' | 'true_false'>) {
  return (
    <fieldset
      class={`options ${item.kind === 'true_false' ? 'short' : getLayout(item.options)}`}
      aria-label={t('item.answers')}
    >
      {item.options.map((option, i) => (
        <SpeakableCard key={option.id} option={option} narrator={narrator}>
          <label
            class={`option ${value === option.id ? 'chosen' : wrongIds.includes(option.id) ? 'faded' : ''} ${rightIds.includes(option.id) ? 'right' : ''}`}
          >
            <input
              type="radio"
              class="visually-hidden"
              name={item.id}
              checked={value === option.id}
              disabled={disabled}
              onChange={() => {
                narrator.narrate(option);
                onChange(option.id);
              }}
            />
            {item.kind === 'true_false' && narrator.hasCardSpeakButtons && (
              <Icon name={i === 0 ? 'check' : 'close'} /> // packs list what agrees first
            )}
            <OptionContent option={option} />
            {rightIds.includes(option.id) && <RightMark />}
            {wrongIds.includes(option.id) && <span class="visually-hidden">{t('item.wrongChoice')}</span>}
          </label>
        </SpeakableCard>
      ))}
    </fieldset>
  );
}

/** Cards from which the child chooses one or more. */
export function MultipleChoice({
  item,
  narrator,
  value,
  rightIds = [],
  onChange,
  disabled,
}: ItemProps<'multiple_choice'>) {
  const chosenIds = toIdList(value);
  const toggle = (id: string) => {
    if (chosenIds.includes(id)) onChange(chosenIds.filter((chosenId) => chosenId !== id));
    else if (chosenIds.length < item.select_max) onChange([...chosenIds, id]);
  };
  const { select_min: min, select_max: max } = item;
  return (
    <fieldset class={`options ${getLayout(item.options)}`}>
      <legend class="choice-instruction">
        {min === max ? t('item.chooseExactly', { count: max }) : t('item.chooseAll')}
      </legend>
      {item.options.map((option) => (
        <SpeakableCard key={option.id} option={option} narrator={narrator}>
          <label
            class={`option ${chosenIds.includes(option.id) ? 'chosen' : ''} ${rightIds.includes(option.id) ? 'right' : ''}`}
          >
            <input
              type="checkbox"
              class="visually-hidden"
              checked={chosenIds.includes(option.id)}
              disabled={disabled}
              onChange={() => {
                narrator.narrate(option);
                toggle(option.id);
              }}
            />
            <span class="indicator square" />
            <OptionContent option={option} />
            {rightIds.includes(option.id) && <RightMark />}
          </label>
        </SpeakableCard>
      ))}
    </fieldset>
  );
}

/** The picture and the text of an option. */
export function OptionContent({ option: { text, image_url } }: { option: Pick<Option, 'text' | 'image_url'> }) {
  return (
    <>
      {image_url && <img class="option-picture dim-in-dark" src={toLocalPath(image_url)} alt="" />}
      <span class={!image_url && TINY.test(text) ? 'tiny' : ''}>{text}</span>
    </>
  );
}

/** A number of up to three digits, or a letter. */
const TINY = /^(\P{L}{1,3}|.)$/u;

/** Marks a card that is right. */
export function RightMark() {
  return (
    <span class="right-mark">
      <Icon name="check" />
      <span class="visually-hidden">{t('item.rightChoice')}</span>
    </span>
  );
}

/** Marks a card that is not where it belongs. */
export function MisplacedMark({
  follows = false,
}: {
  /** Whether only the option before is wrong. */ follows?: boolean;
}) {
  return (
    <span class="misplaced-mark">
      <Icon name="undo" />
      <span class="visually-hidden">{t(follows ? 'item.misordered' : 'item.misplaced')}</span>
    </span>
  );
}

/** Pictures, numbers and short words are tiles beside each other. */
function getLayout(options: readonly Option[]): string {
  const isByThree = options.length % 3 === 0;
  if (options.every(({ image_url }) => image_url !== null)) return `pictures ${isByThree ? 'by-three' : ''}`;
  const maxLength = Math.max(...options.map(({ text }) => text.length));
  if (options.some(({ image_url }) => image_url !== null) || maxLength > MAX_SHORT_LENGTH) return '';
  if (isByThree) return maxLength <= MAX_NARROW_LENGTH ? 'short by-three' : '';
  return options.length % 2 === 0 ? 'short' : '';
}

// In characters. Three tiles beside each other have room for a number.
const MAX_SHORT_LENGTH = 9;
const MAX_NARROW_LENGTH = 4;
