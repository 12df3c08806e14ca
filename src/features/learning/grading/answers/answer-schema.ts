import { Type } from 'typebox';
import { documentAs } from '../../../../core/requests/json-schema.ts';

const OptionId = Type.String({ description: 'The id of an option.' });

/**
 * A schema for an object that maps ids to ids. `Type.Record` would use `patternProperties`, for which generated clients
 * have no type.
 */
function IdsById(idDescription: string, options: { description: string; examples: Record<string, string>[] }) {
  return Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string', description: idDescription },
    ...options,
  });
}

/** The forms of an answer. The kind of an item decides which form its answer must have. */
const ANSWER_FORMS = {
  OptionAnswer: Type.String({ description: 'The id of an option.', examples: ['b'] }),
  OptionsAnswer: Type.Array(OptionId, { description: 'The ids of the chosen options.', examples: [['a', 'd']] }),
  OrderAnswer: Type.Array(OptionId, { description: 'The ids of all options in order.', examples: [['c', 'a', 'b']] }),
  TextAnswer: Type.String({ description: 'The word or text.', examples: ['lighthouse'] }),
  NumberAnswer: Type.Unsafe<number | string>({
    type: ['number', 'string'],
    description: 'A number, or the text that the child has typed, with a decimal point or comma.',
    examples: [2.5],
  }),
  PairsAnswer: IdsById('The id of an option.', {
    description: 'The id of an option on the right for the id of each option on the left.',
    examples: [{ cat: 'kitten', dog: 'puppy' }],
  }),
  CategoriesAnswer: IdsById('The id of a category.', {
    description: 'The id of a category for the id of each option.',
    examples: [{ oak: 'tree', rose: 'flower' }],
  }),
  PointAnswer: Type.Object(
    { x: Type.Number({ minimum: 0, maximum: 1 }), y: Type.Number({ minimum: 0, maximum: 1 }) },
    {
      description: 'A point in the picture, in fractions of its width and height from the upper left corner.',
      examples: [{ x: 0.4, y: 0.7 }],
    },
  ),
} as const;

export type AnswerFormName = keyof typeof ANSWER_FORMS;

const answerForms = Object.entries(ANSWER_FORMS).map(([title, schema]) => ({ title, ...schema }));

/** The answer to an item. `validate-answers.ts` validates it, because its form depends on the kind of the item. */
export const GivenAnswerSchema = documentAs(Type.Unknown(), {
  title: 'GivenAnswer',
  description: 'The answer to an item, in the form that the kind of the item requires.',
  anyOf: answerForms,
});

export const AnswerValueSchema = documentAs(Type.Unknown(), {
  title: 'AnswerValue',
  description: 'The answer to an item, in the form that the kind of the item requires; null for none.',
  anyOf: [...answerForms, { type: 'null' }],
});
