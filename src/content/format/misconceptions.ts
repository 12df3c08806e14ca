import { type Static, Type } from 'typebox';
import { defineStrictObject, defineText, Id } from './pack.ts';

/** The schema of misconceptions.yaml. */

const MisconceptionEntry = defineStrictObject({
  id: Id,
  skills: Type.Array(Id, {
    minItems: 1,
    uniqueItems: true,
    description: 'The skills in which it shows, first the main one',
  }),
  name: defineText(90, 'What completes "Mia …", such as "adds the denominators"'),
  activity: defineText(200, 'What a family can do about it in two minutes at the table'),
  praise: defineText(70, 'What completes "Mia now …" when it is gone, such as "adds only the numbers above"'),
});

export const MisconceptionsFile = defineStrictObject({ misconceptions: Type.Array(MisconceptionEntry) });
export type MisconceptionsFile = Static<typeof MisconceptionsFile>;

/** A wrong idea behind mistakes. */
export type Misconception = Readonly<Static<typeof MisconceptionEntry>>;
