import { addDays } from '../../../src/core/time/days.ts';
import { addSeconds, DAY } from '../../../src/core/time/instant.ts';
import type { MemoryRow, Tables } from '../../../src/schema/tables.ts';
import type { TestApp } from '../test-app.ts';

const YEARS = 3;

/** Gives every child of the database three years of days, records of items and memories. */
export async function addYearsOfHistory(app: TestApp): Promise<void> {
  const now = app.ctx.now();
  const today = now.slice(0, 10);
  const { tasks, skills } = app.ctx.content.current;
  const items = [...tasks.values()].flatMap((task) => task.items.map((item) => ({ task, item })));
  const children = await app.ctx.db.selectFrom('profiles').select('id').where('role', '=', 'child').execute();
  await app.ctx.write(async ({ db }) => {
    for (const { id: profile_id } of children) {
      const days = Array.from({ length: 365 * YEARS }, (_, i) => ({
        ...{ profile_id, day: addDays(today, -i), xp: 20, tasks: 2, seconds: 600, active: 1 },
      }));
      // The packs of the tests have few items; a child of three years has records of about 1,500.
      const records = Array.from({ length: 1500 }, (_, i) => {
        const source = items[i % items.length];
        const last_missed_at = addSeconds(now, -i * (DAY / 4));
        return {
          ...{
            profile_id,
            task_id: source?.task.id ?? '',
            item_id: i < items.length ? (source?.item.id ?? '') : `i${i}`,
          },
          ...{ tries: 4, misses: 3, last_response: 'null', last_score: i % 2, last_missed_response: '"x"' },
          ...{ last_missed_draw: null, last_missed_at, last_at: last_missed_at, tried_together_at: null },
        };
      });
      const schedule = { stability: 5, difficulty: 5, reviewed_on: addDays(today, -1), due_on: today, ability: 0 };
      const subjects = [
        ...skills.keys(),
        ...records.slice(0, 700).map(({ task_id, item_id }) => `${task_id}/${item_id}`),
      ];
      const memories = [...new Set(subjects)].map((subject) => ({
        ...{
          profile_id,
          subject,
          ...schedule,
          asked: 9,
          proven_days: 6,
          in_row: 2,
          variance: null,
          misconceptions: null,
        },
      }));
      for (let i = 0; i < 1500; i += 100) {
        const insert = async <T extends 'progress_days' | 'item_records' | 'memories'>(
          table: T,
          rows: readonly Tables[T][],
        ) => {
          const batch = rows.slice(i, i + 100);
          if (batch.length > 0)
            await db
              .insertInto(table as 'memories')
              .values(batch as readonly MemoryRow[])
              .execute();
        };
        await insert('progress_days', days);
        await insert('item_records', records);
        await insert('memories', memories);
      }
    }
  });
}
