import type { VNode } from 'preact';
import type { Item } from '../../../typescript/src/index.ts';
import { ReadingText } from '../parts/reading-text.tsx';
import { listOptions } from '../rules/answers.ts';
import { countsForChild } from '../rules/countable-things.ts';
import { Categorize } from './categorize.tsx';
import { MultipleChoice, SingleChoice } from './choice.tsx';
import { Hotspot } from './hotspot.tsx';
import type { ItemProps } from './item-props.ts';
import { Matching } from './matching.tsx';
import { Sequencing } from './sequencing.tsx';
import { Trace } from './trace.tsx';
import { FillIn, Numeric } from './typed-answers.tsx';

/** The controls for answering an item of any kind. */
export function ItemControls(props: ItemProps): VNode {
  const options = listOptions(props.item);
  const lengths = options.filter(({ image_url }) => !image_url).map(({ text }) => text.length);
  const count = 'left' in props.item ? Math.max(props.item.left.length, props.item.right.length) : options.length;
  return (
    <div
      class={`answers ${countsForChild(options) ? 'unnamed' : ''}`}
      style={{ '--chars': Math.max(1, ...lengths), '--count': count }}
    >
      {renderControls(props)}
    </div>
  );
}

function renderControls({ item, ...props }: ItemProps): VNode {
  switch (item.kind) {
    case 'single_choice':
    case 'true_false':
      return <SingleChoice item={item} {...props} />;
    case 'multiple_choice':
      return <MultipleChoice item={item} {...props} />;
    case 'fill_in':
      return <FillIn item={item} {...props} />;
    case 'numeric':
      return <Numeric item={item} {...props} />;
    case 'matching':
      return <Matching item={item} {...props} />;
    case 'sequencing':
      return <Sequencing item={item} {...props} />;
    case 'categorize':
      return <Categorize item={item} {...props} />;
    case 'hotspot':
      return <Hotspot item={item} {...props} />;
    case 'trace':
      return <Trace item={item} {...props} />;
    case 'info':
      return <ReadingText text={item.text} />;
  }
}

// In characters.
const MAX_PROMPT_BESIDE_GUIDE = 48;
const MAX_SHORT_PROMPT = 70;
const MAX_SHORT_ANSWERS = 250;

/**
 * The classes for the layout of an item. The lines of a long question run around the guide. Long questions and answers have smaller letters,
 * so that they fit on the screen. A picture is smaller above a question of several lines. A text to read needs more room than its picture.
 */
export function getQuestionClass(item: Item): string {
  const { kind, prompt, media } = item;
  if (kind === 'info') return media.length > 0 ? 'reading' : '';
  const answersLength = listOptions(item).reduce((sum, { text }) => sum + text.length, 0);
  const isWrapped = prompt.length > MAX_PROMPT_BESIDE_GUIDE;
  return `question ${isWrapped ? 'wrapped' : ''} ${prompt.length > MAX_SHORT_PROMPT ? 'long' : ''} ${answersLength > MAX_SHORT_ANSWERS ? 'dense' : ''}`;
}
