import { QUOTAS } from '../../../core/quotas.ts';
import type { Caller, User } from '../../../core/requests/caller.ts';
import { addSeconds, HOUR, type Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { prepareQuery } from '../../../platform/database/index.ts';
import type { PanelSessionRow, SessionRow } from '../../../schema/tables.ts';
import { deleteOtherSubscriptions, deleteSubscriptionsOfSessions } from '../../notifications/index.ts';

const appSessionQuery = prepareQuery(({ db }, { id, profileId }: { id: string; profileId: string }) =>
  db
    .selectFrom('sessions as session')
    .innerJoin('profiles as profile', 'profile.id', 'session.profile_id')
    .select(['session.created_at', 'session.last_seen_at', 'session.expires_at', 'session.revoked_at'])
    .select(['profile.role', 'profile.language', 'profile.birth_year'])
    .where('session.id', '=', id)
    .where('session.profile_id', '=', profileId),
);

/**
 * Finds the caller of a bearer token. Returns undefined when the token is invalid, expired or revoked. Every request reads the
 * session, so that revoking it takes effect immediately.
 */
export async function authenticateBearer(ctx: Context, token: string): Promise<User | undefined> {
  const { tokens, now } = ctx;
  const claims = tokens.verify(token, now());
  if (!claims) return undefined;
  const { sub: profileId, jti: sessionId } = claims;
  const [session] = await appSessionQuery(ctx, { id: sessionId, profileId });
  if (session === undefined || session.revoked_at !== null || session.expires_at <= now()) return undefined;
  const { role, language, birth_year: birthYear, created_at, last_seen_at } = session;
  if (role === 'child' && addSeconds(last_seen_at ?? created_at, LAST_SEEN_INTERVAL_SECONDS) <= now()) {
    await ctx
      .write((ctx) => updateSessionLastSeen(ctx, profileId, sessionId))
      // the request may be a read, which succeeds even while nothing can be written
      .catch((err) => ctx.log.warn({ err }, 'could not store when a session was last used'));
  }
  return { role, profileId, sessionId, language, birthYear };
}

/** `last_seen_at` is written again only when it is this old. */
const LAST_SEEN_INTERVAL_SECONDS = HOUR;

async function updateSessionLastSeen({ db, now }: TxContext, profileId: string, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now() })
    .where('profile_id', '=', profileId)
    .where('id', '=', id)
    .execute();
}

/**
 * Stores a new app session. Revokes the profile's previous session on the same device and the oldest open sessions beyond the
 * quota, and deletes the oldest ended ones beyond the quota.
 */
export async function insertAppSession(
  ctx: TxContext,
  session: Omit<SessionRow, 'revoked_at' | 'last_seen_at'>,
  deviceKeys: string[],
): Promise<void> {
  const { profile_id, created_at: now } = session;
  if (deviceKeys.length > 0) {
    await updateOpenSessions(ctx, profile_id).set({ revoked_at: now }).where('device_key', 'in', deviceKeys).execute();
  }
  // If two sign-ins on the same device are concurrent, neither finds the row of the other in the update above. In that case, the
  // later sign-in replaces the row of the earlier one.
  const { id, created_at, expires_at, program } = session;
  await ctx.db
    .insertInto('sessions')
    .values({ ...session, revoked_at: null, last_seen_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['profile_id', 'device_key'])
        .where('revoked_at', 'is', null)
        .doUpdateSet({ id, created_at, expires_at, program, last_seen_at: null }),
    )
    .execute();
  const selectExcessIds = (kind: 'open' | 'ended', quota: number) =>
    ctx.db
      .selectFrom('sessions')
      .select('id')
      .where('profile_id', '=', profile_id)
      .where((eb) => {
        const isOpen = eb.and([eb('revoked_at', 'is', null), eb('expires_at', '>', now)]);
        return kind === 'open' ? isOpen : eb.not(isOpen);
      })
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(NO_LIMIT)
      .offset(quota);
  const openIds = selectExcessIds('open', QUOTAS.openSessions);
  await updateOpenSessions(ctx, profile_id).set({ revoked_at: now }).where('id', 'in', openIds).execute();
  const endedIds = selectExcessIds('ended', QUOTAS.endedSessions);
  await ctx.db.deleteFrom('sessions').where('profile_id', '=', profile_id).where('id', 'in', endedIds).execute();
}

/** SQLite requires a limit for an offset. No profile has this many sessions. */
const NO_LIMIT = 1_000_000;

function updateOpenSessions({ db, now }: TxContext, profileId: string) {
  return db
    .updateTable('sessions')
    .where('profile_id', '=', profileId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now());
}

/** Finds a panel session by the hash of its cookie, with the language of the parent. The session may have ended or expired. */
export async function findPanelSession({ db }: Context, hash: string) {
  return db
    .selectFrom('panel_sessions as session')
    .innerJoin('profiles as profile', 'profile.id', 'session.profile_id')
    .select([
      'session.id',
      'session.profile_id',
      'session.device_key',
      'session.created_at',
      'session.last_seen_at',
      'session.present_at',
      'session.ended_at',
      'profile.language',
    ])
    .where('session.token_hash', '=', hash)
    .executeTakeFirst();
}

/** Stores a new panel session. Ends the parent's oldest open sessions and deletes the oldest ended ones, each beyond its quota. */
export async function insertPanelSession(ctx: TxContext, session: Omit<PanelSessionRow, 'ended_at'>): Promise<void> {
  const { db } = ctx;
  const { profile_id } = session;
  await db
    .insertInto('panel_sessions')
    .values({ ...session, ended_at: null })
    .execute();
  const selectExcessIds = (operator: 'is' | 'is not', quota: number) =>
    db
      .selectFrom('panel_sessions')
      .select('id')
      .where('profile_id', '=', profile_id)
      .where('ended_at', operator, null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(NO_LIMIT)
      .offset(quota);
  const openIds = selectExcessIds('is', QUOTAS.openSessions);
  await endSessions(ctx, updateOpenPanelSessions(ctx, profile_id).where('id', 'in', openIds));
  const endedIds = selectExcessIds('is not', QUOTAS.endedSessions);
  await db.deleteFrom('panel_sessions').where('profile_id', '=', profile_id).where('id', 'in', endedIds).execute();
}

/** Stores that the session was used now. `isPresent` tells whether it has been used without a long pause. */
export async function updateLastSeen(
  { db, now }: TxContext,
  profileId: string,
  id: string,
  isPresent: boolean,
): Promise<void> {
  await db
    .updateTable('panel_sessions')
    .set({ last_seen_at: now(), ...(isPresent && { present_at: now() }) })
    .where('profile_id', '=', profileId)
    .where('id', '=', id)
    .where('last_seen_at', '<', now())
    .execute();
}

/** Ends the panel session whose cookie has this hash, if there is one. */
export async function endPanelSessionByHash(ctx: TxContext, hash: string): Promise<void> {
  await endSessions(ctx, updateOpenPanelSessions(ctx).where('token_hash', '=', hash));
}

/** Ends sessions. In their browsers, the parent is told nothing anymore. */
async function endSessions(ctx: TxContext, query: ReturnType<typeof updateOpenPanelSessions>): Promise<void> {
  const ended = await query.set({ ended_at: ctx.now() }).returning(['id', 'profile_id']).execute();
  for (const [profileId, sessions] of Map.groupBy(ended, ({ profile_id }) => profile_id)) {
    const ids = sessions.map(({ id }) => id);
    await deleteSubscriptionsOfSessions(ctx, profileId, ids);
  }
}

function updateOpenPanelSessions({ db }: TxContext, profileId?: string) {
  const open = db.updateTable('panel_sessions').where('ended_at', 'is', null);
  return profileId === undefined ? open : open.where('profile_id', '=', profileId);
}

/** When the parent last gave a proof in a panel session and was last there, and when the parent registered. Undefined if the session has ended. */
export async function findConfirmation({ db }: Context, profileId: string, id: string) {
  return db
    .selectFrom('panel_sessions as session')
    .innerJoin('profiles as profile', 'profile.id', 'session.profile_id')
    .select(['session.confirmed_at', 'session.present_at', 'profile.created_at as registered_at'])
    .where('session.profile_id', '=', profileId)
    .where('session.id', '=', id)
    .where('session.ended_at', 'is', null)
    .executeTakeFirst();
}

export async function confirmPanelSession(ctx: TxContext, profileId: string, id: string): Promise<void> {
  await updateOpenPanelSessions(ctx, profileId)
    .set({ confirmed_at: ctx.now(), present_at: ctx.now() })
    .where('id', '=', id)
    .execute();
}

/** Stores that the parent is there now, which is no proof. */
export async function renewPresence(ctx: TxContext, profileId: string, id: string): Promise<void> {
  await updateOpenPanelSessions(ctx, profileId).set({ present_at: ctx.now() }).where('id', '=', id).execute();
}

/** The open app sessions of a profile, the oldest first (their ids start with the time of their creation). */
export async function listOpenAppSessions({ db, now }: Context, profileId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'program', 'created_at'])
    .where('profile_id', '=', profileId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('id')
    .execute();
}

/** All stored app sessions of a profile, the newest first. */
export async function listAppSessions({ db }: Context, profileId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'device_key', 'program', 'created_at', 'last_seen_at', 'expires_at', 'revoked_at'])
    .where('profile_id', '=', profileId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The panel sessions of a parent that have not ended and were last used and created after these instants, the oldest first. */
export async function listOpenPanelSessions(
  { db }: Context,
  profileId: string,
  { seenAfter, createdAfter }: { seenAfter: Instant; createdAfter: Instant },
) {
  return db
    .selectFrom('panel_sessions')
    .select(['id', 'program', 'created_at', 'last_seen_at'])
    .where('profile_id', '=', profileId)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', seenAfter)
    .where('created_at', '>', createdAfter)
    .orderBy('id')
    .execute();
}

/** Ends an app session if it belongs to this profile. Returns the key of its device, or null if there is none. */
export async function revokeAppSession({ db, now }: TxContext, profileId: string, id: string): Promise<string | null> {
  const row = await db
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .where('revoked_at', 'is', null)
    .returning('device_key')
    .executeTakeFirst();
  return row?.device_key ?? null;
}

/** Finds the key of the device of a session, which may have ended; null if there is none. */
export async function findSessionDevice({ db }: Context, profileId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('device_key')
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return row?.device_key ?? null;
}

/** Whether a session of the app or the panel has not been ended. Does not check whether it has expired. */
export async function isSessionOpen({ db }: Context, { role, profileId, sessionId }: Caller): Promise<boolean> {
  const key = { id: sessionId, profile_id: profileId };
  const session =
    role === 'panel'
      ? await db
          .selectFrom('panel_sessions')
          .select('ended_at')
          .where(({ and }) => and(key))
          .executeTakeFirst()
      : await db
          .selectFrom('sessions')
          .select('revoked_at as ended_at')
          .where(({ and }) => and(key))
          .executeTakeFirst();
  return session?.ended_at === null;
}

export async function revokeAppSessions(ctx: TxContext, profileId: string): Promise<void> {
  await updateOpenSessions(ctx, profileId).set({ revoked_at: ctx.now() }).execute();
}

export async function endPanelSession(ctx: TxContext, profileId: string, id: string): Promise<void> {
  await endSessions(ctx, updateOpenPanelSessions(ctx, profileId).where('id', '=', id));
}

/** Ends a parent's panel sessions, except for `keptSessionId`. Browsers whose session ended earlier are told nothing anymore, either. */
export async function endPanelSessions(ctx: TxContext, profileId: string, keptSessionId = ''): Promise<void> {
  await updateOpenPanelSessions(ctx, profileId).set({ ended_at: ctx.now() }).where('id', '!=', keptSessionId).execute();
  await deleteOtherSubscriptions(ctx, profileId, keptSessionId);
}
