import type { Migration } from 'kysely/migration';
import * as familiesSignIn from './accounts/0001-families-sign-in.ts';
import * as onboarding from './accounts/0005-onboarding.ts';
import * as powers from './accounts/0010-powers.ts';
import * as closedChildren from './accounts/0011-closed-children.ts';
import * as erasing from './accounts/0021-erasing.ts';
import * as email from './emails/0012-email.ts';
import * as emailDomains from './emails/0015-email-domains.ts';
import * as securityEmails from './emails/0019-security-emails.ts';
import * as emailTurns from './emails/0027-email-turns.ts';
import * as progress from './learning/0003-progress.ts';
import * as learning from './learning/0006-learning.ts';
import * as daysAndBoards from './learning/0007-days-and-boards.ts';
import * as quotas from './learning/0016b-quotas.ts';
import * as ledgerReads from './learning/0020-ledger-reads.ts';
import * as judgedAnswers from './learning/0023-judged-answers.ts';
import * as drawnItems from './learning/0024-drawn-items.ts';
import * as memories from './learning/0026-memories.ts';
import * as practicePlans from './learning/0028-practice-plans.ts';
import * as planets from './planets/0008-planets.ts';
import * as openPlanetNumbers from './planets/0029-open-planet-numbers.ts';
import * as idempotencyKeys from './service/0002-idempotency-keys.ts';
import * as installation from './service/0013-installation.ts';
import * as schemaCompatibility from './service/0017-schema-compatibility.ts';
import * as readinessFilling from './service/0017b-readiness-filling.ts';
import * as listIndexes from './service/0018-list-indexes.ts';
import * as fileOwners from './service/0030-file-owners.ts';
import * as fewerIndexes from './service/0032-fewer-indexes.ts';
import * as todos from './todos/0004-todos.ts';
import * as todoSeries from './todos/0016-todo-series.ts';
import * as todoSizes from './todos/0022-todo-sizes.ts';
import * as finishedTodos from './todos/0031-finished-todos.ts';

export interface SchemaMigration extends Pick<Migration, 'up'> {
  /**
   * The name of the newest migration that code must have in order to run with the schema after this migration (decision 0026).
   * Without this property, only code that has this migration can run.
   */
  readonly oldestCompatibleMigration?: string;
}

/**
 * The first migration whose `oldestCompatibleMigration` is stored in the database. All code that reads the stored values has the
 * earlier migrations.
 */
export const FIRST_MIGRATION_WITH_COMPATIBILITY = '0017-schema-compatibility';

/**
 * All migrations in the order of their names; the folders only group the files by subject. A released migration is never changed;
 * every change of the schema is a new migration. The numbers 0009, 0014 and 0025 were never used.
 */
export const migrations: Readonly<Record<string, SchemaMigration>> = {
  '0001-families-sign-in': familiesSignIn,
  '0002-idempotency-keys': idempotencyKeys,
  '0003-progress': progress,
  '0004-todos': todos,
  '0005-onboarding': onboarding,
  '0006-learning': learning,
  '0007-days-and-boards': daysAndBoards,
  '0008-planets': planets,
  '0010-powers': powers,
  '0011-closed-children': closedChildren,
  '0012-email': email,
  '0013-installation': installation,
  '0015-email-domains': emailDomains,
  '0016-todo-series': todoSeries,
  '0016b-quotas': quotas,
  '0017-schema-compatibility': schemaCompatibility,
  '0017b-readiness-filling': readinessFilling,
  '0018-list-indexes': listIndexes,
  '0019-security-emails': securityEmails,
  '0020-ledger-reads': ledgerReads,
  '0021-erasing': erasing,
  '0022-todo-sizes': todoSizes,
  '0023-judged-answers': judgedAnswers,
  '0024-drawn-items': drawnItems,
  '0026-memories': memories,
  '0027-email-turns': emailTurns,
  '0028-practice-plans': practicePlans,
  '0029-open-planet-numbers': openPlanetNumbers,
  '0030-file-owners': fileOwners,
  '0031-finished-todos': finishedTodos,
  '0032-fewer-indexes': fewerIndexes,
};
