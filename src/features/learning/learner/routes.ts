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
    uses_pictures: Nullable(
      Type.Boolean({ description: 'Whether the child enters its PIN in pictures; null if its age decides.' }),
    ),
    has_voice: Nullable(
      Type.Boolean({ description: 'Whether its device can read aloud in its language; null if it has not said so.' }),
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
    uses_pictures: Type.Optional(
      Type.Boolean({
        description: 'Whether the child enters its PIN in pictures, also on a device that it uses for the first time.',
        examples: [true],
      }),
    ),
    has_voice: Type.Optional(
      Type.Boolean({
        description:
          'Whether this device has a voice for the language of the child. If not, the panel tells its guardians.',
        examples: [false],
      }),
    ),
  },
  data: ReadingSchema,
  run: async (ctx, { profileId }: Child, { body }) => {
    const { reads, read_aloud, uses_pictures, has_voice } = body;
    await ctx.write(async (ctx) => {
      if (reads !== undefined) await saveReadingAnswer(ctx, profileId, reads ? 'yes' : 'not_yet');
      const answers = Object.entries({ read_aloud, uses_pictures, has_voice }).filter(
        ([, value]) => value !== undefined,
      );
      const change = Object.fromEntries(answers.map(([column, value]) => [column, value ? 'yes' : 'no']));
      if (answers.length > 0) await updateProfile(ctx, profileId, change);
    });
    return loadReading(ctx, profileId);
  },
});

async function loadReading(ctx: Context, profileId: string) {
  const profile = await findProfile(ctx, profileId);
  if (!profile) throw createNotFoundError();
  return {
    reads: isReader(profile, ctx.now()),
    ask: isReadingAsked(profile, ctx.now()),
    read_aloud: isYes(profile.read_aloud),
    uses_pictures: isYes(profile.uses_pictures),
    has_voice: isYes(profile.has_voice),
  };
}

function isYes(answer: 'yes' | 'no' | null): boolean | null {
  return answer && answer === 'yes';
}
