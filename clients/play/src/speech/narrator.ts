import type { Item, Option, TaskDetail } from '../../../typescript/src/index.ts';
import { t } from '../messages.ts';
import { listOptions } from '../rules/answers.ts';
import { countsForChild } from '../rules/countable-things.ts';
import { asksForNamedNumber } from '../rules/named-number.ts';
import { isTaskReadAloud } from './read-aloud.ts';
import { type SpokenText, speakAll } from './speak.ts';

/** How the texts of a task are read aloud. */
export interface Narrator {
  /** The language of the texts. */
  readonly language: string;
  /** Whether texts are read automatically. */
  readonly isAutomatic: boolean;
  /** Whether each card has a button that reads it. */
  readonly hasCardSpeakButtons: boolean;
  /** Whether a text may be read. The words of a picture that the child is to count may not. */
  readonly maySay: (text: SpokenText) => boolean;
  /** Reads texts aloud now, if texts are read automatically. */
  readonly narrate: (...texts: readonly SpokenText[]) => void;
}

/** Creates the narrator of a question. */
export function createNarrator(task: TaskDetail, item: Item): Narrator {
  const isAutomatic = isTaskReadAloud(task);
  const language = task.language_served;
  const counted = listOptions(item).filter(({ image_url }) => image_url);
  const maySay = (text: SpokenText) => !countsForChild(counted) || !counted.includes(text as Option);
  return {
    language,
    isAutomatic,
    hasCardSpeakButtons: (isAutomatic || task.pre_reader) && !asksForNamedNumber(item, t('item.numberNames')),
    maySay,
    narrate: (...texts) => {
      if (isAutomatic) void speakAll(texts.filter(maySay), language);
    },
  };
}

/**
 * Lists the texts of an item in the order in which they are read: the prompt, then the text of an info item, or the choices
 * if the cards have buttons.
 */
export function listSpokenTexts(item: Item, { hasCardSpeakButtons, maySay }: Narrator): readonly SpokenText[] {
  const { prompt, speech, recording_url } = item;
  if (item.kind === 'info') return [{ text: prompt }, { text: item.text.replace(/^- /gm, ''), speech, recording_url }];
  const isChoice = item.kind === 'single_choice' || item.kind === 'true_false' || item.kind === 'multiple_choice';
  const choices = isChoice ? item.options : item.kind === 'categorize' ? item.categories : [];
  return [{ text: prompt, speech, recording_url }, ...(hasCardSpeakButtons ? choices.filter(maySay) : [])];
}
