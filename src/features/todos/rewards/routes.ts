import { type Static, Type } from 'typebox';
import type { Child } from '../../../core/requests/caller.ts';
import { Enum, Nullable, NullableTimestamp, Timestamp } from '../../../core/requests/json-schema.ts';
import type { Context } from '../../../platform/context.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import type { RewardRequestRow } from '../../../schema/tables.ts';
import { askForReward } from './ask-for-reward.ts';
import { areRewardsOn, countStars, listOpenTodoStars, listRequests, listRewards } from './rewards-store.ts';
import { getRequestStatus, getTodoStars, REQUEST_STATUSES } from './rules.ts';

/** The requests that a child sees: all that wait, of which there is one for each reward, and the latest decisions. */
const SHOWN_REQUESTS = 60;

const Stars = Type.Integer({ minimum: 0 });

const RewardsSchema = Type.Object(
  {
    enabled: Type.Boolean({
      description: 'Whether a guardian has turned rewards on. If not, `stars` is 0 and the lists are empty.',
    }),
    stars: Type.Integer({ minimum: 0, description: 'What the child can still spend.' }),
    rewards: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          title: Type.String(),
          stars: Type.Integer({ minimum: 1, description: 'What the reward costs.' }),
        },
        { title: 'Reward' },
      ),
      { description: 'The cheapest first.' },
    ),
    requests: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          reward_id: Type.String({ description: 'The reward, which may have been removed since.' }),
          title: Type.String(),
          stars: Stars,
          status: Enum(REQUEST_STATUSES, {
            description: '`declined` gives the stars back. A decision is shown ten seconds after it was made.',
          }),
          note: Nullable(Type.String({ description: "The guardian's word to the child." })),
          asked_at: Timestamp,
          decided_at: NullableTimestamp,
        },
        { title: 'RewardRequest' },
      ),
      { description: `The newest ${SHOWN_REQUESTS}.` },
    ),
    todos: Type.Array(Type.Object({ id: Type.String(), stars: Stars }, { title: 'TodoStars' }), {
      description: 'What each open to-do of a guardian earns when it is done, or approved if it needs approval.',
    }),
  },
  { title: 'Rewards' },
);

export const getRewards = defineJsonEndpoint({
  operationId: 'getRewards',
  summary: "The caller's stars, rewards and requests",
  description: 'Guardians turn rewards on and write the list in the panel.',
  isCacheable: true,
  data: RewardsSchema,
  run: (ctx, { profileId }: Child) => loadRewards(ctx, profileId),
});

export const postRedeem = defineJsonEndpoint({
  operationId: 'askForReward',
  summary: 'Ask for a reward',
  description: `Spends the stars at once; a guardian then gives the reward, or declines, which gives the stars back. Asking again
    for a reward that waits changes nothing. The response is 409 with the reason \`too_few_stars\` if the reward costs more than \`stars\`.`,
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  params: {
    id: Type.String({ description: 'The id of a reward.', examples: ['019aa0c1-7d1e-7c55-9b1f-4c8c2f0d6a3b'] }),
  },
  data: RewardsSchema,
  run: async (ctx, { profileId }: Child, { params }) => {
    await askForReward(ctx, profileId, params.id);
    return loadRewards(ctx, profileId);
  },
});

async function loadRewards(ctx: Context, profileId: string): Promise<Static<typeof RewardsSchema>> {
  if (!(await areRewardsOn(ctx, profileId))) return { enabled: false, stars: 0, rewards: [], requests: [], todos: [] };
  const rewards = await listRewards(ctx, profileId);
  const requests = await listRequests(ctx, profileId, SHOWN_REQUESTS);
  const todos = await listOpenTodoStars(ctx, profileId);
  return {
    enabled: true,
    stars: await countStars(ctx, profileId),
    rewards: rewards.map(({ id, title, stars }) => ({ id, title, stars })),
    requests: requests.map((request) => serializeRequest(request, getRequestStatus(request, ctx.now()))),
    todos: todos.map((todo) => ({ id: todo.id, stars: getTodoStars(todo) })).filter(({ stars }) => stars > 0),
  };
}

/** Leaves out a decision that a guardian can still undo. */
function serializeRequest(
  { id, reward_id, title, stars, asked_at, decided_at, note }: RewardRequestRow,
  status: (typeof REQUEST_STATUSES)[number],
) {
  const decision = status === 'waiting' ? { note: null, decided_at: null } : { note, decided_at };
  return { id, reward_id, title, stars, status, asked_at, ...decision };
}
