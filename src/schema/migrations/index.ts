import type { Migration } from 'kysely/migration';
import * as baseline from './0033-baseline/baseline.ts';
import * as securityEvents from './0034-security-events.ts';
import * as devices from './0035-devices.ts';
import * as codesSideBySide from './0036-codes-side-by-side.ts';
import * as wrongPins from './0037-wrong-pins.ts';
import * as easyPins from './0038-easy-pins.ts';
import * as firstLinks from './0039-first-links.ts';
import * as presence from './0040-presence.ts';
import * as panelPins from './0041-panel-pins.ts';
import * as boundSessions from './0042-bound-sessions.ts';
import * as addressChanges from './0043-address-changes.ts';
import * as passkeys from './0044-passkeys.ts';
import * as pausedTodos from './0045-paused-todos.ts';
import * as securityActors from './0046-security-actors.ts';
import * as recoveryCodes from './0047-recovery-codes.ts';
import * as plannedChanges from './0048-planned-changes.ts';
import * as vouching from './0049-vouching.ts';
import * as panelConsent from './0050-panel-consent.ts';
import * as connectedDevices from './0051-connected-devices.ts';
import * as leavingGuardians from './0053-leaving-guardians.ts';

import * as timelineIndexes from './0054-timeline-indexes.ts';
import * as rewards from './0055-rewards.ts';
import * as notifications from './0056-notifications.ts';
import * as twoLevelAbilities from './0058-two-level-abilities.ts';
import * as readingChildren from './0059-reading-children.ts';
import * as storedRatings from './0060-stored-ratings.ts';
import * as misconceptions from './0061-misconceptions.ts';
import * as itemLevels from './0062-item-levels.ts';
import * as triedTogether from './0063-tried-together.ts';
import * as readingAloud from './0064-reading-aloud.ts';
import * as waitingTodos from './0065-waiting-todos.ts';
import * as deciders from './0066-deciders.ts';
import * as weekGoals from './0067-week-goals.ts';
import * as operatorsPage from './0068-operators-page.ts';
import * as todoXp from './0069-todo-xp.ts';
import * as recordings from './0071-recordings.ts';
import * as resultsOfJobs from './0073-results-of-jobs.ts';
import * as undoneReviews from './0077-undone-reviews.ts';
import * as picturesAndVoices from './0078-pictures-and-voices.ts';
import * as certainRatings from './0079-certain-ratings.ts';
import * as outboxOrder from './0081-outbox-order.ts';

export interface SchemaMigration extends Pick<Migration, 'up'> {
  /**
   * The name of the newest migration that code must have in order to run with the schema after this migration (decision 0026).
   * Without this property, only code that has this migration can run.
   */
  readonly oldestCompatibleMigration?: string;
}

/**
 * The migration that creates the schema of a new database. The migrations 0001 to 0032, of which it is the sum, are gone.
 * `convertToBaseline` converts a database that has run them.
 */
export const BASELINE = '0033-baseline';

/** All migrations in the order of their names. A released migration is never changed; every change of the schema is a new one. */
export const migrations: Readonly<Record<string, SchemaMigration>> = {
  [BASELINE]: baseline,
  '0034-security-events': securityEvents,
  '0035-devices': devices,
  '0036-codes-side-by-side': codesSideBySide,
  '0037-wrong-pins': wrongPins,
  '0038-easy-pins': easyPins,
  '0039-first-links': firstLinks,
  '0040-presence': presence,
  '0041-panel-pins': panelPins,
  '0042-bound-sessions': boundSessions,
  '0043-address-changes': addressChanges,
  '0044-passkeys': passkeys,
  '0045-paused-todos': pausedTodos,
  '0046-security-actors': securityActors,
  '0047-recovery-codes': recoveryCodes,
  '0048-planned-changes': plannedChanges,
  '0049-vouching': vouching,
  '0050-panel-consent': panelConsent,
  '0051-connected-devices': connectedDevices,
  '0053-leaving-guardians': leavingGuardians,
  '0054-timeline-indexes': timelineIndexes,
  '0055-rewards': rewards,
  '0056-notifications': notifications,
  '0058-two-level-abilities': twoLevelAbilities,
  '0059-reading-children': readingChildren,
  '0060-stored-ratings': storedRatings,
  '0061-misconceptions': misconceptions,
  '0062-item-levels': itemLevels,
  '0063-tried-together': triedTogether,
  '0064-reading-aloud': readingAloud,
  '0065-waiting-todos': waitingTodos,
  '0066-deciders': deciders,
  '0067-week-goals': weekGoals,
  '0068-operators-page': operatorsPage,
  '0069-todo-xp': todoXp,
  '0071-recordings': recordings,
  '0073-results-of-jobs': resultsOfJobs,
  '0077-undone-reviews': undoneReviews,
  '0078-pictures-and-voices': picturesAndVoices,
  '0079-certain-ratings': certainRatings,
  '0081-outbox-order': outboxOrder,
};
