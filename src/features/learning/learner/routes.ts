import { Type } from 'typebox';
import type { Child } from '../../../core/requests/caller.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { findProfile, saveReadingAnswer } from '../../accounts/index.ts';
import { isReader, isReadingAsked } from './learner.ts';

const ReadingSchema = Type.Object(
  {
    reads: Type.Boolean({
      description: 'Whether the child reads. A child who does not is offered only tasks with `pre_reader`.',
    }),
    ask: Type.Boolean({
      description:
        'Whether the app should ask the child if it reads. False after an answer, and after a setting of a guardian.',
    }),
  },
  { title: 'Reading' },
);

export const getReading = defineJsonEndpoint({
  operationId: 'getReading',
  summary: 'Whether the child reads',
  data: ReadingSchema,
  run: (ctx, { profileId }: Child) => loadReading(ctx, profileId),
});

export const postReading = defineJsonEndpoint({
  operationId: 'answerReading',
  summary: 'Answer whether the child reads',
  description: "Only the first answer counts. After it, or after a guardian's setting, the request changes nothing.",
  body: { reads: Type.Boolean({ description: 'Whether the child says that it reads.', examples: [false] }) },
  data: ReadingSchema,
  run: async (ctx, { profileId }: Child, { body }) => {
    await ctx.write((ctx) => saveReadingAnswer(ctx, profileId, body.reads ? 'yes' : 'not_yet'));
    return loadReading(ctx, profileId);
  },
});

async function loadReading(ctx: Context, profileId: string) {
  const profile = await findProfile(ctx, profileId);
  if (!profile) throw createNotFoundError();
  return { reads: isReader(profile, ctx.now()), ask: isReadingAsked(profile, ctx.now()) };
}
