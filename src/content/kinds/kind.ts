import type { html } from 'hono/html';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { Nullable } from '../../core/requests/json-schema.ts';
import type { LocalizedText } from '../../core/text/languages.ts';
import { getMaxRawLength, isStorable } from '../../core/text/normalize-text.ts';
import type { ReportAt } from '../files/validation-errors.ts';
import {
  defineStrictObject,
  ID_PATTERN,
  Id,
  MAX_SOLUTION_STEPS,
  MultilingualText,
  Recording,
  SOLUTION_STEP_FIELDS,
  Speech,
} from '../format/pack.ts';

/** What the module of a kind of item defines, and the parts that several kinds share. */

/** The schemas of a kind of item. */
export interface ItemSchemas {
  /** An item in the file of a task. */
  readonly item: TSchema;
  /** The fields that a client receives in addition to those of all items. */
  readonly sent: TProperties;
}

/** The schemas of a kind of question. */
export interface QuestionSchemas extends ItemSchemas {
  /** The answer key. */
  readonly key: TSchema;
  /** What a client sends as the response. Its title names it in the API reference. */
  readonly response: TSchema;
}

export type ItemKind<S extends ItemSchemas> = S & ItemRules<ItemOf<S>, Static<TObject<S['sent']>>>;
export type QuestionKind<S extends QuestionSchemas> = S &
  QuestionRules<ItemOf<S>, Static<S['key']>, Static<S['response']>, Static<TObject<S['sent']>>>;

/** An item of a kind, from a file or a generator. The fields that all items share are left out where the two differ. */
type ItemOf<S extends ItemSchemas> = Omit<Static<S['item']>, 'media' | 'points'>;

// Methods, not properties with functions, so that a module of one kind can be used as a module of any kind.
export interface ItemRules<I, Sent> {
  /** The fields that a client receives in addition to those of all items. */
  serialize(item: I, view: ItemView): Sent;
  /** What the preview of a task shows of the item besides its prompt. */
  preview(item: I, view: PreviewView): Html;
}

export interface QuestionRules<I, K, R, Sent> {
  /** How a child answers. */
  readonly gesture: 'choose' | 'move' | 'point' | 'type';
  /** Checks what an author can write wrong in the item alone. */
  checkItem?(item: I, reportAt: ReportAt): void;
  /** Checks the answer key of an item, with its mistakes. */
  checkKey(item: I, key: K, reportAt: ReportAt): void;
  /** Lists the pairs of options that must not mean the same, because only one is correct or each has its own place. */
  listExclusivePairs?(item: I, key: K): [Option, Option][];
  /** Lists the wrong options without feedback of their own. */
  listUnexplainedIds?(item: I, key: K): string[];
  /** The number of possible answers, for kinds whose correct answer a child can guess. */
  countAnswers?(item: I): number;
  /** A description of the responses that `parse` accepts. */
  describeExpected(item: I): LocalizedText;
  /**
   * Returns the response without properties that the kind does not know. Returns undefined if the response has the wrong type or
   * is too long. The id of an option that does not exist has the right type and is graded as wrong.
   */
  parse(item: I, response: unknown): R | undefined;
  /** The score of a response, 0 to 1. */
  grade(key: K, response: R, item: I): number;
  /** For an answer that has several parts: whether each of them is right, by the id of the option that it is about. */
  gradeParts?(key: K, response: R): PartGrade[];
  /** A correct response. If it is a text, it is in the language in which the prompt is shown. */
  getCorrectResponse(key: K, item: I, locale: string): R | null;
  /** The mistake that this particular wrong response is, if the pack lists it. */
  findMistake?(key: K, response: unknown): Mistake | undefined;
  /** The response in words, in the language of `locale`; undefined if nothing was chosen. */
  format(item: I, response: R, locale: string): string | undefined;
  /** The picture in which the child points, with the correct areas. */
  getPointing?(item: I, key: K | undefined): { readonly image: string; readonly areas: readonly Area[] };
  /**
   * The fields that a client receives in addition to those of all items. The key serves only to avoid a revealing order; without a
   * key, the order in the task's file counts as the correct one.
   */
  serialize(item: I, view: ItemView, key: K | undefined): Sent;
  /** The correct answer, as the preview of a task shows it. */
  preview(item: I, view: PreviewView, key: K): Html;
}

export interface PartGrade {
  readonly id: string;
  readonly correct: boolean;
}

/** How an item is shown to a child. */
export interface ItemView {
  readonly locale: string;
  readonly text: (text: MultilingualText) => string;
  readonly options: (options: readonly Option[]) => Static<typeof SentOption>[];
  /** Shuffles a list of the item. The order depends on the attempt and on the name of the list. */
  readonly shuffle: <T>(list: readonly T[], name: string) => T[];
  readonly image: (id: string) => Static<typeof SentImage>;
}

export type Html = ReturnType<typeof html>;

/** How an item is shown in the preview of a task. */
export interface PreviewView {
  readonly text: (text: MultilingualText) => Html | string;
  readonly option: (option: Option) => Html;
  /** A picture, with `marks` on it. */
  readonly picture: (id: string, marks: readonly Html[]) => Html;
}

export const MediaIds = Type.Array(Id, { uniqueItems: true, description: 'Files of media.yaml, without extension' });
/** How a text is read aloud, if it is not read as it is written. */
export const SPOKEN_FIELDS = { speech: Type.Optional(Speech), recording: Type.Optional(Recording) };

export const Option = defineStrictObject({
  id: Id,
  text: MultilingualText,
  image: Type.Optional(Id),
  ...SPOKEN_FIELDS,
});
export type Option = Static<typeof Option>;
export const Options = Type.Array(Option, { minItems: 2, maxItems: 12 });

export const Fraction = Type.Number({ minimum: 0, maximum: 1 });
export function isFraction(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
export const Area = defineStrictObject({ x: Fraction, y: Fraction, width: Fraction, height: Fraction });
export type Area = Static<typeof Area>;

export const SENT_SPOKEN_FIELDS = {
  speech: Nullable(
    Type.String({ description: 'What to read aloud instead of the text; null to read the text as it is written.' }),
  ),
  recording_url: Nullable(
    Type.String({ description: 'A recording to play instead of reading the text aloud; null if there is none.' }),
  ),
};
const SENT_CHOICE_FIELDS = {
  id: Type.String(),
  text: Type.String(),
  image_url: Nullable(Type.String()),
  ...SENT_SPOKEN_FIELDS,
};
export const SentOption = Type.Object(SENT_CHOICE_FIELDS, { title: 'Option' });
export const SentCategory = Type.Object(SENT_CHOICE_FIELDS, { title: 'Category' });
export const SentOptions = Type.Array(SentOption);

export const AltText = Type.String({ description: 'A text for a child who cannot see the picture or hear the sound.' });
export const SentImage = Type.Object(
  { url: Type.String(), width: Type.Integer(), height: Type.Integer(), alt_text: AltText },
  { title: 'ItemPicture', description: 'The picture on which the child chooses a point.' },
);

/** A quiz about adding can also subtract. Each question of a quiz with several skills has one. */
export const ItemSkill = Type.Optional(
  Type.Unsafe<string>({
    ...Id,
    description: 'The skill of the quiz that the question asks for; required if it has several',
  }),
);

export function defineQuestion<const K extends string, T extends TProperties>(kind: K, properties: T) {
  return defineStrictObject({
    id: Id,
    kind: Type.Literal(kind),
    prompt: MultilingualText,
    ...SPOKEN_FIELDS,
    media: Type.Optional(MediaIds),
    points: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Default 1' })),
    skill: ItemSkill,
    ...properties,
  });
}

export interface DrawnPicture {
  /** "<task>/<item>/<draw>.svg", or "<task>/<item>/<draw>.<step>.svg" for a step of the worked solution. */
  readonly path: string;
  /** The version of the generator (`Generator.version`). As a part of the URL, it gives a changed picture a new URL. */
  readonly version: string;
  readonly alt: MultilingualText;
}

/** A step of a worked solution. Only a step of a generated item can have a picture, which is drawn for it. */
export interface SolutionStep extends Static<typeof WrittenStep> {
  readonly picture?: DrawnPicture;
}
const WrittenStep = defineStrictObject(SOLUTION_STEP_FIELDS);
const Solution = Type.Unsafe<readonly SolutionStep[]>(
  Type.Array(WrittenStep, {
    minItems: 1,
    maxItems: MAX_SOLUTION_STEPS,
    description: 'How it is done, step by step; shown after the last wrong answer',
  }),
);

export function defineAnswerKey<const K extends string, T extends TProperties>(kind: K, properties: T) {
  return defineStrictObject({
    id: Id,
    kind: Type.Literal(kind),
    ...properties,
    hints: Type.Array(MultilingualText, {
      minItems: 2,
      maxItems: 3,
      description: 'From the least to the most helpful',
    }),
    feedback: defineStrictObject({ right: MultilingualText, wrong: MultilingualText }),
    solution: Type.Optional(Solution),
  });
}

/** Defines wrong answers with specific feedback, which replaces `feedback.wrong`. The first match is used. */
export function defineMistakes<T extends TProperties>(properties: T) {
  return Type.Optional(
    Type.Array(defineStrictObject({ misconception: Type.Optional(Id), ...properties, says: MultilingualText }), {
      minItems: 1,
      maxItems: 12,
      description: 'Wrong answers with specific feedback; `misconception` names what the child may be thinking',
    }),
  );
}

/** A wrong answer with specific feedback. */
interface Mistake {
  readonly misconception?: string;
  readonly says: MultilingualText;
}

/**
 * The misconceptions that an item with this answer key can show. `answerCount` is the number of possible answers. If each wrong answer would
 * show the same misconception, a wrong answer says only that the child does not know the right one.
 */
export function listMisconceptions(
  { mistakes = [] }: { readonly kind: string; readonly mistakes?: readonly Pick<Mistake, 'misconception'>[] },
  answerCount: number,
): string[] {
  const ids = mistakes.flatMap(({ misconception }) => misconception ?? []);
  return [...new Set(ids)].filter((id) => ids.filter((other) => other === id).length < answerCount - 1);
}

/** Says why each part of an answer belongs where it does, by the id of its option. The feedback on a part that was wrong. */
export const Parts = Type.Optional(
  Type.Unsafe<Readonly<Record<string, MultilingualText>>>({
    type: 'object',
    description: 'What to say about an option that was put in the wrong place: { oak: { en: … } }',
    propertyNames: { pattern: ID_PATTERN },
    additionalProperties: MultilingualText,
    minProperties: 1,
  }),
);

/** The maximum length of a text answer, in characters. */
export const MAX_TEXT_ANSWER_LENGTH = 200;
/** Whether a value is a text that can be stored and is short enough to be normalized to `MAX_TEXT_ANSWER_LENGTH` characters. */
export function isNormalizableText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= getMaxRawLength(MAX_TEXT_ANSWER_LENGTH) && isStorable(value);
}
