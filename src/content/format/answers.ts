import { type Static, Type } from 'typebox';
import { type AnswerKey, ITEM_MODULES, QUESTION_KINDS } from '../kinds/index.ts';
import { GeneratorAnswerKey } from './generators.ts';
import { defineStrictObject } from './pack.ts';
import { discriminateByKind } from './task.ts';

const AnswerKeyEntry = discriminateByKind<AnswerKey | GeneratorAnswerKey>([
  ...QUESTION_KINDS.map((kind) => ITEM_MODULES[kind].key),
  GeneratorAnswerKey,
]);

/** The schema of worlds/<world>/answers/<task>.yaml. A child must not see such a file before grading. */
export const AnswersFile = defineStrictObject({ items: Type.Array(AnswerKeyEntry) });

export type AnswersFile = Static<typeof AnswersFile>;
