import { Type } from 'typebox';
import type { Child } from '../../../core/requests/caller.ts';
import { Nullable } from '../../../core/requests/json-schema.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { findProfile, saveReadingAnswer, updateProfile } from '../../accounts/index.ts';
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
    read_aloud: Nullable(
      Type.Boolean({ description: 'Whether the child has switched reading aloud on or off; null if it has not.' }),
    ),
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
  summary: 'Answer whether the child reads, or switch reading aloud on or off',
  body: {
    reads: Type.Optional(
      Type.Boolean({
        description:
          "Whether the child says that it reads. Only the first answer counts. After it, or after a guardian's setting, it changes nothing.",
        examples: [false],
      }),
    ),
    read_aloud: Type.Optional(
      Type.Boolean({
        description: 'Whether texts are read aloud to the child, on all of its devices.',
        examples: [true],
      }),
    ),
  },
  data: ReadingSchema,
  run: async (ctx, { profileId }: Child, { body }) => {
    const { reads, read_aloud } = body;
    await ctx.write(async (ctx) => {
      if (reads !== undefined) await saveReadingAnswer(ctx, profileId, reads ? 'yes' : 'not_yet');
      if (read_aloud !== undefined) await updateProfile(ctx, profileId, { read_aloud: read_aloud ? 'yes' : 'no' });
    });
    return loadReading(ctx, profileId);
  },
});

async function loadReading(ctx: Context, profileId: string) {
  const profile = await findProfile(ctx, profileId);
  if (!profile) throw createNotFoundError();
  const read_aloud = profile.read_aloud && profile.read_aloud === 'yes';
  return { reads: isReader(profile, ctx.now()), ask: isReadingAsked(profile, ctx.now()), read_aloud };
}
