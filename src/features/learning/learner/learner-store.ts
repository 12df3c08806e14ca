import type { Day } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import {
  type Handle,
  type JsonRows,
  parseJsonRows,
  prepareMultiRowQuery,
  prepareQuery,
  selectJsonRows,
} from '../../../platform/database/index.ts';
import type { ItemRecordRow, MemoryRow, PlaceStateRow, ProfileRow, TaskStateRow } from '../../../schema/tables.ts';
import { type Attempt, type ItemSource, selectAttemptsAtTask, toAttempt } from '../attempts/attempts-store.ts';
import type { GradedItem } from '../grading/grade.ts';
import type { Memory } from '../memory/memory.ts';

export type TaskState = Omit<TaskStateRow, 'profile_id' | 'removed_seconds'>;
export type PlaceState = Omit<PlaceStateRow, 'profile_id'>;

const TASK_STATE_COLUMNS = [
  'task_id',
  'status',
  'attempts_count',
  'open_attempt_id',
  'stars_best',
  'xp_earned',
  'started_at',
  'completed_at',
] as const;

function selectTaskStates(ctx: Handle, profileId: string) {
  return selectJsonRows(
    ctx,
    ctx.db.selectFrom('task_states').select(TASK_STATE_COLUMNS).where('profile_id', '=', profileId),
  );
}

function selectPlaceStates(ctx: Handle, profileId: string) {
  const columns = ['place_id', 'kind', 'xp_earned', 'completed_at'] as const;
  return selectJsonRows(ctx, ctx.db.selectFrom('place_states').select(columns).where('profile_id', '=', profileId));
}

function selectProfile(ctx: Handle, profileId: string) {
  return selectJsonRows(ctx, ctx.db.selectFrom('profiles').select(['birth_year', 'reads']).where('id', '=', profileId));
}

/** Attempts at a task, the newest first. */
export interface AttemptSelection {
  readonly taskId: string;
  /** The maximum number of attempts. */
  readonly limit: number;
}

/** Which attempts are read together with a child's states. */
export interface TaskSelection extends AttemptSelection {
  /** What is read besides, together with all memories of the child: the rounds of today's practice. */
  readonly rounds?: AttemptSelection | undefined;
}

export interface LearnerRows {
  readonly profile: Pick<ProfileRow, 'birth_year' | 'reads'> | undefined;
  /** The states of all tasks that a child has started, including tasks that the packs no longer contain. */
  readonly taskStates: readonly TaskState[];
  /** The states of the places that the child has completed. */
  readonly placeStates: readonly PlaceState[];
  /** The selected attempts, the newest first. */
  readonly attempts: readonly Attempt[];
  /** The selected rounds, and all memories of the child; empty unless rounds were selected. */
  readonly rounds: readonly Attempt[];
  readonly memories: readonly Memory[];
}

const selectStates = (ctx: Handle, id: string) =>
  [
    selectProfile(ctx, id).as('profiles'),
    selectTaskStates(ctx, id).as('task_states'),
    selectPlaceStates(ctx, id).as('place_states'),
  ] as const;

const selectAttempts = (ctx: Handle, id: string, taskId: string, limit: number) =>
  selectJsonRows(ctx, selectAttemptsAtTask(ctx, id, taskId, limit));

const statesQuery = prepareQuery((ctx, { id }: { id: string }) => ctx.db.selectNoFrom([...selectStates(ctx, id)]));

const attemptsQuery = prepareQuery((ctx, { id, taskId, limit }: { id: string } & AttemptSelection) =>
  ctx.db.selectNoFrom([...selectStates(ctx, id), selectAttempts(ctx, id, taskId, limit).as('attempts')]),
);

interface CompletionValues extends AttemptSelection {
  readonly id: string;
  readonly roundsId: string;
  readonly roundsLimit: number;
}

const completionQuery = prepareQuery((ctx, { id, taskId, limit, roundsId, roundsLimit }: CompletionValues) =>
  ctx.db.selectNoFrom([
    ...selectStates(ctx, id),
    selectAttempts(ctx, id, taskId, limit).as('attempts'),
    selectAttempts(ctx, id, roundsId, roundsLimit).as('rounds'),
    selectJsonRows(ctx, selectMemories(ctx, id)).as('memories'),
  ]),
);

/** Reads a child's states, and the selected attempts and memories, in one statement. */
export async function getLearnerRows(ctx: Context, id: string, selection?: TaskSelection): Promise<LearnerRows> {
  if (!selection) return { ...parseStates(getOnlyRow(await statesQuery(ctx, { id }))), attempts: [], ...NO_ROUNDS };
  const { taskId, limit, rounds } = selection;
  if (!rounds) {
    const row = getOnlyRow(await attemptsQuery(ctx, { id, taskId, limit }));
    return { ...parseStates(row), attempts: parseJsonRows(row.attempts).map(toAttempt), ...NO_ROUNDS };
  }
  const values = { id, taskId, limit, roundsId: rounds.taskId, roundsLimit: rounds.limit };
  const row = getOnlyRow(await completionQuery(ctx, values));
  return {
    ...parseStates(row),
    attempts: parseJsonRows(row.attempts).map(toAttempt),
    rounds: parseJsonRows(row.rounds).map(toAttempt),
    memories: parseJsonRows(row.memories),
  };
}

const NO_ROUNDS = { rounds: [], memories: [] };

function parseStates({
  profiles,
  task_states,
  place_states,
}: {
  readonly profiles: JsonRows<Pick<ProfileRow, 'birth_year' | 'reads'>>;
  readonly task_states: JsonRows<TaskState>;
  readonly place_states: JsonRows<PlaceState>;
}) {
  return {
    profile: parseJsonRows(profiles)[0],
    taskStates: parseJsonRows(task_states),
    placeStates: parseJsonRows(place_states),
  };
}

const roundsQuery = prepareQuery((ctx, { id, taskId, limit }: { id: string } & AttemptSelection) =>
  ctx.db.selectNoFrom([
    selectAttempts(ctx, id, taskId, limit).as('rounds'),
    selectJsonRows(ctx, selectMemories(ctx, id)).as('memories'),
  ]),
);

/** Reads the rounds of a daily practice and all memories of a child in one statement. */
export async function getRoundsAndMemories(
  ctx: Context,
  profileId: string,
  { taskId, limit }: AttemptSelection,
): Promise<Pick<LearnerRows, 'rounds' | 'memories'>> {
  const { rounds, memories } = getOnlyRow(await roundsQuery(ctx, { id: profileId, taskId, limit }));
  return { rounds: parseJsonRows(rounds).map(toAttempt), memories: parseJsonRows(memories) };
}

/** Returns the row of a query without a table, which always has exactly one. */
function getOnlyRow<R>([row]: readonly R[]): R {
  if (!row) throw new Error('A query without a table returned no row.');
  return row;
}

const upsertTaskStateQuery = prepareQuery(({ db }: TxContext, row: TaskStateRow) =>
  db
    .insertInto('task_states')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['profile_id', 'task_id'])
        .doUpdateSet(({ ref }) => ({
          status: ref('excluded.status'),
          attempts_count: ref('excluded.attempts_count'),
          open_attempt_id: ref('excluded.open_attempt_id'),
          stars_best: ref('excluded.stars_best'),
          xp_earned: ref('excluded.xp_earned'),
          started_at: ref('excluded.started_at'),
          completed_at: ref('excluded.completed_at'),
        })),
    ),
);

/** Inserts or replaces the state of a task. `removed_seconds` of an existing row stays, because only `pruneAttempts` changes it. */
export async function saveTaskState(ctx: TxContext, profileId: string, state: TaskState): Promise<void> {
  await upsertTaskStateQuery(ctx, { profile_id: profileId, ...state, removed_seconds: 0 });
}

const insertPlaceStatesQuery = prepareMultiRowQuery(
  ({ db }: TxContext, rows: PlaceStateRow[]) =>
    db
      .insertInto('place_states')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()), // two completions at once can open the same location
);

export async function insertPlaceStates(
  ctx: TxContext,
  profileId: string,
  states: readonly PlaceState[],
): Promise<void> {
  await insertPlaceStatesQuery(
    ctx,
    states.map((state) => ({ profile_id: profileId, ...state })),
  );
}

const upsertItemRecordsQuery = prepareMultiRowQuery(({ db }: TxContext, rows: ItemRecordRow[]) =>
  db
    .insertInto('item_records')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['profile_id', 'task_id', 'item_id'])
        .doUpdateSet(({ eb, ref, fn }) => ({
          tries: eb(ref('item_records.tries'), '+', ref('excluded.tries')),
          misses: eb(ref('item_records.misses'), '+', ref('excluded.misses')),
          last_response: ref('excluded.last_response'),
          last_score: ref('excluded.last_score'),
          last_at: ref('excluded.last_at'),
          last_missed_response: fn.coalesce(
            ref('excluded.last_missed_response'),
            ref('item_records.last_missed_response'),
          ),
          last_missed_draw: fn.coalesce(ref('excluded.last_missed_draw'), ref('item_records.last_missed_draw')),
          last_missed_at: fn.coalesce(ref('excluded.last_missed_at'), ref('item_records.last_missed_at')),
        })),
    ),
);

/** Adds the grades of one attempt to the child's records of the items. If an item was tried twice, the first try counts. */
export async function recordItemResults(
  ctx: TxContext,
  { profile_id, draws }: Pick<Attempt, 'profile_id' | 'draws'>,
  { items, sources }: { readonly items: readonly GradedItem[]; readonly sources: ReadonlyMap<string, ItemSource> },
  now: Instant,
): Promise<void> {
  const rows = items.flatMap(({ item_id: shownId, first, ...grade }) => {
    const source = sources.get(shownId);
    if (!source) return [];
    const { task, item_id } = source;
    const { response, score } = first ?? grade;
    const last_response = JSON.stringify(response ?? null);
    const isCorrect = score === 1;
    const missedColumns = isCorrect
      ? { misses: 0, last_missed_response: null, last_missed_draw: null, last_missed_at: null }
      : {
          misses: 1,
          last_missed_response: last_response,
          last_missed_draw: draws[shownId] ? JSON.stringify(draws[shownId]) : null,
          last_missed_at: now,
        };
    const lastColumns = { last_response, last_score: score, last_at: now };
    return [
      { profile_id, task_id: task.id, item_id, tries: 1, tried_together_at: null, ...lastColumns, ...missedColumns },
    ];
  });
  // A statement can change a row only once, and a round can ask several draws of an item.
  const isRepeated = (row: (typeof rows)[number], i: number) =>
    rows.slice(0, i).some(({ task_id, item_id }) => task_id === row.task_id && item_id === row.item_id);
  const repeated = rows.filter(isRepeated);
  await upsertItemRecordsQuery(
    ctx,
    rows.filter((row) => !repeated.includes(row)),
  );
  for (const row of repeated) await upsertItemRecordsQuery(ctx, [row]);
}

const MEMORY_COLUMNS = [
  'subject',
  'stability',
  'difficulty',
  'reviewed_on',
  'due_on',
  'ability',
  'asked',
  'variance',
  'proven_days',
  'in_row',
  'misconceptions',
] as const;

const upsertMemoriesQuery = prepareMultiRowQuery(({ db }: TxContext, rows: MemoryRow[]) =>
  db
    .insertInto('memories')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['profile_id', 'subject'])
        .doUpdateSet(({ ref }) => ({
          stability: ref('excluded.stability'),
          difficulty: ref('excluded.difficulty'),
          reviewed_on: ref('excluded.reviewed_on'),
          due_on: ref('excluded.due_on'),
          ability: ref('excluded.ability'),
          asked: ref('excluded.asked'),
          variance: ref('excluded.variance'),
          proven_days: ref('excluded.proven_days'),
          in_row: ref('excluded.in_row'),
          misconceptions: ref('excluded.misconceptions'),
        })),
    ),
);

/** Saves the memories that an attempt has changed. The caller must hold the lock on the child's totals. */
export async function saveMemories(ctx: TxContext, profileId: string, memories: readonly Memory[]): Promise<void> {
  await upsertMemoriesQuery(
    ctx,
    memories.map((memory) => ({ profile_id: profileId, misconceptions: null, variance: null, ...memory })),
  );
}

function selectMemories({ db }: Handle, profileId: string) {
  return db.selectFrom('memories').select(MEMORY_COLUMNS).where('profile_id', '=', profileId);
}

const listMemoriesQuery = prepareQuery((ctx, { id }: { id: string }) => selectMemories(ctx, id));

/** A child's memories of skills and items, including those that the packs no longer contain, in no particular order. */
export function listMemories(ctx: Context, profileId: string): Promise<Memory[]> {
  return listMemoriesQuery(ctx, { id: profileId });
}

/** The subject differs from row to row. The child is the same in all rows. */
const listMemoriesOfSubjectsQuery = prepareMultiRowQuery((ctx, rows: { id: string; subject: string }[]) => {
  const subjects = rows.map(({ subject }) => subject);
  return selectMemories(ctx, rows[0]?.id ?? '').where('subject', 'in', subjects);
});

/** A child's memories of these skills and items, in no particular order. */
export function listMemoriesOfSubjects(
  ctx: Context,
  profileId: string,
  subjects: readonly string[],
): Promise<Memory[]> {
  return listMemoriesOfSubjectsQuery(
    ctx,
    subjects.map((subject) => ({ id: profileId, subject })),
  );
}

/** Makes a memory due on `day` if it is due later. Returns the day on which it was due before if that has changed. */
export async function makeMemoryDue(
  ctx: TxContext,
  profileId: string,
  subject: string,
  day: Day,
): Promise<Day | undefined> {
  const later = await ctx.db
    .selectFrom('memories')
    .select('due_on')
    .where('profile_id', '=', profileId)
    .where('subject', '=', subject)
    .where('due_on', '>', day)
    .executeTakeFirst();
  if (later) await setMemoryDue(ctx, profileId, subject, day);
  return later?.due_on;
}

export async function setMemoryDue({ db }: TxContext, profileId: string, subject: string, day: Day): Promise<void> {
  await db
    .updateTable('memories')
    .set({ due_on: day })
    .where('profile_id', '=', profileId)
    .where('subject', '=', subject)
    .execute();
}

/** Records when a question that a child has missed was tried together, or that it is still hard. */
export async function setTriedTogether(
  { db }: TxContext,
  profileId: string,
  { task_id, item_id }: Pick<ItemRecordRow, 'task_id' | 'item_id'>,
  at: Instant | null,
): Promise<void> {
  await db
    .updateTable('item_records')
    .set({ tried_together_at: at })
    .where('profile_id', '=', profileId)
    .where('task_id', '=', task_id)
    .where('item_id', '=', item_id)
    .execute();
}

const listCorrectItemsQuery = prepareQuery(({ db }, { id, taskId }: { id: string; taskId: string }) =>
  db
    .selectFrom('item_records')
    .select('item_id')
    .where('profile_id', '=', id)
    .where('task_id', '=', taskId)
    .where('last_score', '=', 1),
);

/** The ids of the items of a task that were right when the child last answered them. */
export async function listCorrectItems(ctx: Context, profileId: string, taskId: string): Promise<string[]> {
  return (await listCorrectItemsQuery(ctx, { id: profileId, taskId })).map(({ item_id }) => item_id);
}
