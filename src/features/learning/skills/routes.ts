import { Type } from 'typebox';
import { localize } from '../../../content/index.ts';
import type { Child } from '../../../core/requests/caller.ts';
import { Enum, Nullable } from '../../../core/requests/json-schema.ts';
import { toLocalNow } from '../../../core/time/days.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { parseRequestTimeZone, TIME_ZONE_HEADER } from '../../../platform/http/request-params.ts';
import { listMemories } from '../learner/learner-store.ts';
import { MASTERY_LEVELS } from '../memory/memory.ts';
import { listSkills } from './list-skills.ts';

const SkillSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the skill, as in `skills` of a task.', examples: ['times-tables'] }),
    name: Type.String({
      description: 'The name in the caller\'s language. It completes the sentence "You know …".',
      examples: ['the times tables'],
    }),
    world_ids: Type.Array(Type.String(), {
      description: 'The ids of the worlds whose quizzes train it, in display order.',
    }),
    level: Enum(MASTERY_LEVELS, {
      description: `How well the caller knows it. \`new\`: not practiced yet. \`growing\`: practiced, but not steady yet.
        \`steady\`: known after four days without practice. \`mastered\`: known after fourteen days, in the last two reviews.`,
    }),
    last_practised_on: Nullable(
      Type.String({ description: 'The last day on which it was practiced, YYYY-MM-DD; null for a new skill.' }),
    ),
    due: Type.Boolean({ description: 'Whether it should be practiced again today, before it is forgotten.' }),
  },
  { title: 'Skill' },
);

export const getSkills = defineJsonEndpoint({
  operationId: 'listSkills',
  summary: 'How well the caller knows each skill',
  description:
    'Lists all skills of quizzes, in the order in which the worlds introduce them. A skill can belong to several worlds.',
  requestHeaders: TIME_ZONE_HEADER,
  isCacheable: true,
  data: Type.Array(SkillSchema),
  run: async (ctx, { profileId, language }: Child, { client }) => {
    const { today } = toLocalNow(ctx.now(), parseRequestTimeZone(client));
    const skills = listSkills(ctx.content.current, await listMemories(ctx, profileId), today);
    return skills.map(({ id, name, world_ids, mastery, memory, isDue }) => ({
      id,
      name: localize(name, language).text,
      world_ids: [...world_ids],
      level: mastery,
      last_practised_on: memory?.reviewed_on ?? null,
      due: isDue,
    }));
  },
});
