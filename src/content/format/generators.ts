import { type Static, Type } from 'typebox';
import { Enum } from '../../core/requests/json-schema.ts';
import { ItemSkill } from '../kinds/kind.ts';
import {
  defineStrictObject,
  ID_PATTERN,
  Id,
  LOCALE_PATTERN,
  MAX_SOLUTION_STEPS,
  MultilingualText,
  SOLUTION_STEP_FIELDS,
  Speech,
} from './pack.ts';

/** The entries of a task and of its answers that draw a new item for each attempt (docs/content-authoring.md). */

const VARIABLE_NAME_PATTERN = '^[a-z][a-zA-Z0-9]*$';
const ExpressionText = Type.Unsafe<string | number>({
  type: ['string', 'number'],
  description: 'An expression, such as "a + b"',
});
const Expressions = Type.Array(ExpressionText, { minItems: 1 });
const LetExpressions = Type.Unsafe<Readonly<Record<string, string | number>>>({
  type: 'object',
  description: 'Names for computed values, in order: { sum: a + b }',
  propertyNames: { pattern: VARIABLE_NAME_PATTERN },
  additionalProperties: ExpressionText,
});

const Range = defineStrictObject({
  from: ExpressionText,
  to: ExpressionText,
  step: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
});
const OneOf = defineStrictObject({ one_of: Type.Array(Type.Unknown(), { minItems: 1 }) });
const FromList = defineStrictObject({ list: Id });
export type VariableEntry = Static<typeof Range> | Static<typeof OneOf> | Static<typeof FromList>;

const GeneratorPicture = Type.Unsafe<Readonly<Record<string, unknown>> & { draw: string; alt: MultilingualText }>({
  type: 'object',
  description: 'A drawing and its parameters; a parameter that begins with "=" is an expression',
  required: ['draw', 'alt'],
  properties: { draw: Type.String(), alt: MultilingualText },
});
export type GeneratorPicture = Static<typeof GeneratorPicture>;

const ListedOptions = Type.Array(
  defineStrictObject({ id: Id, text: MultilingualText, image: Type.Optional(Id), speech: Type.Optional(Speech) }),
  { minItems: 2, maxItems: 12 },
);
const ComputedOptions = defineStrictObject({
  count: Type.Optional(Type.Integer({ minimum: 2, maximum: 6, description: 'Default 4' })),
  text: Type.Optional(MultilingualText),
  speech: Type.Optional(Speech),
  image: Type.Optional(
    Type.String({ description: 'An expression for the name of a picture of media.yaml, such as "value[2]"' }),
  ),
});

/** The field `asks_for_form`, for questions such as “Which fraction is in its simplest form?”. */
export const AsksForForm = Type.Optional(
  Type.Boolean({ description: 'Options may have equal values, because the question asks for a form' }),
);

const DrawEntries = {
  type: 'object',
  minProperties: 1,
  propertyNames: { pattern: VARIABLE_NAME_PATTERN },
  additionalProperties: { anyOf: [Range, OneOf, FromList] },
} as const;
type DrawEntries = Readonly<Record<string, VariableEntry>>;

const GeneratorLevel = defineStrictObject({
  draw: Type.Unsafe<DrawEntries>({ ...DrawEntries, description: 'The variables that differ from the usual draw' }),
  where: Type.Optional(Expressions),
});
export type GeneratorLevel = Static<typeof GeneratorLevel>;

export const GeneratorEntry = defineStrictObject({
  id: Id,
  kind: Type.Literal('generated'),
  as: Enum(['single_choice', 'true_false', 'numeric', 'fill_in', 'sequencing']),
  draw: Type.Unsafe<DrawEntries>(DrawEntries),
  where: Type.Optional(Expressions),
  levels: Type.Optional(
    Type.Unsafe<Readonly<Record<string, GeneratorLevel>>>({
      type: 'object',
      description: 'What the daily practice draws instead, by difficulty; `where` replaces the usual conditions',
      minProperties: 1,
      propertyNames: { pattern: '^[1-5]$' },
      additionalProperties: GeneratorLevel,
    }),
  ),
  let: Type.Optional(LetExpressions),
  prompt: MultilingualText,
  speech: Type.Optional(Speech),
  media: Type.Optional(Type.Array(Id, { uniqueItems: true })),
  picture: Type.Optional(GeneratorPicture),
  points: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  skill: ItemSkill,
  options: Type.Optional(
    Type.Unsafe<Static<typeof ListedOptions> | Static<typeof ComputedOptions>>({
      anyOf: [ListedOptions, ComputedOptions],
    }),
  ),
  unit: Type.Optional(MultilingualText),
  max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  negative: Type.Optional(Type.Boolean({ description: 'Answers and options may be below zero' })),
  asks_for_form: AsksForForm,
});
export type GeneratorEntry = Static<typeof GeneratorEntry>;

const GeneratorSolutionStep = defineStrictObject({
  ...SOLUTION_STEP_FIELDS,
  when: Type.Optional(ExpressionText),
  picture: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: "The parameters that differ from the item's picture; {} shows the picture as it is",
    }),
  ),
});

export const GeneratorAnswerKey = defineStrictObject({
  id: Id,
  kind: Type.Literal('generated'),
  let: Type.Optional(LetExpressions),
  answer: Type.Optional(ExpressionText),
  accepted: Type.Optional(Expressions),
  tolerance: Type.Optional(ExpressionText),
  order: Type.Optional(ExpressionText),
  others: Type.Optional(Expressions),
  mistakes: Type.Optional(
    Type.Array(
      defineStrictObject({
        misconception: Type.Optional(Id),
        answer: ExpressionText,
        when: Type.Optional(ExpressionText),
        says: MultilingualText,
      }),
      { minItems: 1, maxItems: 12 },
    ),
  ),
  hints: Type.Array(MultilingualText, { minItems: 2, maxItems: 3 }),
  feedback: defineStrictObject({ right: MultilingualText, wrong: MultilingualText }),
  solution: Type.Optional(Type.Array(GeneratorSolutionStep, { minItems: 1, maxItems: MAX_SOLUTION_STEPS })),
});
export type GeneratorAnswerKey = Static<typeof GeneratorAnswerKey>;

/**
 * The schema of words.yaml: lists of words in each language. Instead of a word, an entry can be a list, such as the forms of a
 * noun.
 */
export const WordListsFile = defineStrictObject({
  lists: Type.Unsafe<Readonly<Record<string, Readonly<Record<string, readonly (string | readonly string[])[]>>>>>({
    type: 'object',
    propertyNames: { pattern: ID_PATTERN },
    additionalProperties: {
      type: 'object',
      propertyNames: { pattern: LOCALE_PATTERN },
      additionalProperties: {
        type: 'array',
        minItems: 1,
        items: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      },
    },
  }),
});
export type WordListsFile = Static<typeof WordListsFile>;
