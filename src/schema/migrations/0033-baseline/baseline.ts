import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';

/** The SQL files next to this one, each after the files whose tables it refers to. */
const SUBJECTS = ['accounts', 'access', 'progress', 'learning', 'todos', 'planets', 'emails', 'service'];

/** Creates all tables. `../../tables.ts` explains the columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of listStatements()) await sql.raw(statement).execute(db);
}

/** Lists the statements that create the tables and indexes; each table comes after the tables that it refers to. */
export function listStatements(): string[] {
  return SUBJECTS.flatMap((subject) => {
    const text = readFileSync(join(import.meta.dirname, `${subject}.sql`), 'utf8');
    return text
      .replaceAll(/^--.*\n/gm, '')
      .split(/;\s*/)
      .filter(Boolean);
  });
}
