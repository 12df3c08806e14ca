import type { TaskFiles } from '../files/read-pack.ts';
import type { Report, ValuePath } from '../files/validation-errors.ts';
import type { MultilingualText } from '../format/pack.ts';
import { listChoices } from '../format/task.ts';
import { type AnswerKey, getQuestionRules, type StaticItem } from '../kinds/index.ts';

// The rules for tasks with `pre_reader: true` (docs/content-authoring.md): a child who cannot read yet hears every text, sees what
// the options mean, and types nothing.

/** The maximum number of words of a text that is read aloud, because a listening child cannot go back to its beginning. */
const MAX_WORDS = {
  title: 8,
  instructions: 50,
  prompt: 25,
  infoText: 60,
  hintOrFeedback: 30,
  option: 4,
  optionWithImage: 8,
} as const;
/** The maximum number of options without an image. A child hears these options and has to remember them. */
const MAX_OPTIONS_WITHOUT_IMAGE = 4;

/** Signs, gaps and sounds that a text-to-speech voice skips, spells or reads incorrectly. */
const BADLY_READ_PATTERNS = [
  /[^\p{L}\p{M}\p{N}\s.,;:!?¡¿“”„«»"'’‘ʼ()…–—%°-]/u, // + − = × → _ and others
  /…\s?\p{Ll}/u, // a gap in a sentence; at the end of a sentence, "…" is a pause
  /\d:\d/, // a time
  /\d\s?[–-]\s?\d/, // a range or a difference
  /(?<!\p{L})-\p{L}/u, // the end of a word, such as -at
  /(\p{L})\1\1/u, // a long sound, such as mmm
] as const;

/** A text or an item that is not suitable for a child who cannot read yet. */
export interface ReadAloudProblem {
  readonly path: ValuePath;
  readonly message: string;
}

/** Checks a task for children who cannot read yet, except its generated items. */
export function checkPreReader(
  { file, task, answers, answersFile }: TaskFiles,
  languages: readonly string[],
  report: Report,
): void {
  if (!task?.value.pre_reader) return;
  const { title, instructions, items = [] } = task.value;
  const taskProblems = [
    ...findTextProblems({ text: title, path: ['title'], maxWords: MAX_WORDS.title }, languages),
    ...findTextProblems({ text: instructions, path: ['instructions'], maxWords: MAX_WORDS.instructions }, languages),
  ];
  for (const { path, message } of taskProblems) report(file, path, message);
  for (const [i, item] of items.entries()) {
    if (item.kind === 'generated') continue; // `checkGenerators` checks its items
    for (const { path, message } of findItemProblems(item, languages)) report(file, ['items', i, ...path], message);
  }
  for (const [i, key] of (answers?.value.items ?? []).entries()) {
    if (key.kind === 'generated') continue;
    for (const { path, message } of findKeyProblems(key, languages))
      report(answersFile, ['items', i, ...path], message);
  }
}

/** Finds the problems of an item in all languages. */
export function findItemProblems(item: StaticItem, languages: readonly string[]): ReadAloudProblem[] {
  const gesture = item.kind === 'info' ? undefined : getQuestionRules(item.kind).gesture;
  if (gesture === 'type')
    return [{ path: ['kind'], message: `A child who cannot read yet does not type: "${item.id}" needs options.` }];
  const { prompt, speech } = item;
  const texts: SpokenText[] =
    item.kind === 'info'
      ? [
          { text: prompt, path: ['prompt'], maxWords: MAX_WORDS.prompt },
          { text: item.text, speech, path: ['text'], maxWords: MAX_WORDS.infoText },
        ]
      : [{ text: prompt, speech, path: ['prompt'], maxWords: MAX_WORDS.prompt }];
  return [
    ...texts.flatMap((text) => findTextProblems(text, languages)),
    ...findChoiceProblems(item, gesture, languages),
  ];
}

/** Finds the problems of hints, feedback and solutions. Hints and feedback have no `speech`, so they must be written in words. */
export function findKeyProblems(key: AnswerKey, languages: readonly string[]): ReadAloudProblem[] {
  const { hints, feedback } = key;
  const mistakes = 'mistakes' in key ? (key.mistakes ?? []) : [];
  const texts: readonly (readonly [ValuePath, MultilingualText])[] = [
    ...hints.map((hint, i) => [['hints', i], hint] as const),
    [['feedback', 'right'], feedback.right],
    [['feedback', 'wrong'], feedback.wrong],
    ...mistakes.map(({ says }, i) => [['mistakes', i, 'says'], says] as const),
  ];
  const steps = (key.solution ?? []).map(({ text, speech }, i) => ({ text, speech, path: ['solution', i, 'text'] }));
  const parts = Object.entries('parts' in key ? (key.parts ?? {}) : {});
  return [
    ...texts.map(([path, text]) => ({ text, path })),
    ...parts.map(([id, text]) => ({ text, path: ['parts', id] })),
    ...steps,
  ].flatMap((text) => findTextProblems({ ...text, maxWords: MAX_WORDS.hintOrFeedback }, languages));
}

function findChoiceProblems(
  item: StaticItem,
  gesture: string | undefined,
  languages: readonly string[],
): ReadAloudProblem[] {
  const areOptionsMovable = gesture === 'move'; // a child who moves options has to recognize them by sight
  return listChoices(item).flatMap(([list, choices]) => {
    const choicesWithoutImage = choices.filter(({ image }) => image === undefined);
    const textProblems = choices.flatMap(({ text, speech, image }, i) =>
      findTextProblems(
        {
          text,
          speech,
          path: [list, i, 'text'],
          maxWords: image === undefined ? MAX_WORDS.option : MAX_WORDS.optionWithImage,
        },
        languages,
      ),
    );
    const unclearChoices =
      areOptionsMovable && list !== 'categories' ? choicesWithoutImage.filter(({ text }) => !isNumber(text)) : [];
    return [
      ...textProblems,
      ...unclearChoices.map(({ id }) => ({
        path: [list, choices.findIndex((choice) => choice.id === id)],
        message: `"${id}" needs an image: a child who cannot read yet does not know what this option means.`,
      })),
      ...(choicesWithoutImage.length > MAX_OPTIONS_WITHOUT_IMAGE && !areOptionsMovable
        ? [
            {
              path: [list],
              message: `${choicesWithoutImage.length} options without an image are too many to remember by ear.`,
            },
          ]
        : []),
    ];
  });
}

interface SpokenText {
  readonly text: MultilingualText;
  readonly speech?: MultilingualText;
  readonly path: ValuePath;
  readonly maxWords: number;
}

function findTextProblems(
  { text, speech, path, maxWords }: SpokenText,
  languages: readonly string[],
): ReadAloudProblem[] {
  const name = path.join('.');
  return languages.flatMap((language): ReadAloudProblem[] => {
    const spokenText = (speech ?? text)[language];
    if (spokenText === undefined) return []; // `checkTexts` reports missing texts
    const wordCount = countWords(spokenText);
    if (wordCount > maxWords) {
      const message = `${name} has ${wordCount} words in "${language}"; a child who cannot read yet can listen to ${maxWords}.`;
      return [{ path: [...path, language], message }];
    }
    const unreadablePart = BADLY_READ_PATTERNS.map((pattern) => pattern.exec(spokenText)?.[0]).find(
      (found) => found !== undefined,
    );
    if (unreadablePart === undefined) return [];
    const advice = speech ? 'Write the speech in words.' : 'Add a speech, or write it in words.';
    return [
      {
        path: [...path, language],
        message: `${name} has "${unreadablePart}" in "${language}", which a voice reads badly. ${advice}`,
      },
    ];
  });
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function isNumber(text: MultilingualText): boolean {
  return Object.values(text).every((translation) => /^\d+$/.test(translation));
}
