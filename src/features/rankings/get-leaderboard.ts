import { createFieldError } from '../../core/requests/api-error.ts';
import type { User } from '../../core/requests/caller.ts';
import { type CursorKey, type CursorPage, createCursorPage, decodeCursor } from '../../core/requests/paging.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context } from '../../platform/context.ts';
import {
  buildAvatarUrl,
  listChildAndSiblings,
  listGuardianIds,
  listProfiles,
  loadFamily,
  type Profile,
  toAvatarLook,
} from '../accounts/index.ts';
import { findPlanet, listMemberIds } from '../planets/index.ts';
import { computeLevel, type LeaderboardKey, listXpTotals } from '../progress/index.ts';
import { createGlobalLeaderboard, createGroupLeaderboard, type Leaderboard, type RankedChild } from './leaderboards.ts';
import {
  getPeriod,
  getXpInPeriod,
  MAX_EXACT_RANK,
  MIN_PARTICIPANTS,
  type PERIOD_KINDS,
  type Period,
  type SCOPES,
} from './rules.ts';
import type { RankingEntry, RankingMeta } from './serializers.ts';

interface LeaderboardQuery {
  readonly scope: (typeof SCOPES)[number];
  readonly planet_id?: string;
  readonly period: (typeof PERIOD_KINDS)[number];
  readonly cursor?: string;
  readonly limit: number;
}

/**
 * Returns a page of a leaderboard with the caller's own rank. Refuses an invalid cursor (400) and a planet of which neither the
 * caller nor a child of the caller is a member (404).
 */
export async function getLeaderboard(
  ctx: Context,
  caller: User,
  query: LeaderboardQuery,
): Promise<CursorPage<RankingEntry> & { meta: RankingMeta }> {
  const period = getPeriod(query.period, ctx.now());
  const after = parseLeaderboardCursor(ctx, query);
  const leaderboard = await findLeaderboard(ctx, caller, query, period);
  const ownRank = caller.role === 'child' ? await getOwnRank(ctx, caller, query, leaderboard) : null;
  const participants = await leaderboard.count();
  const isShown = query.scope === 'family' || participants >= MIN_PARTICIPANTS;
  const rows = isShown ? await leaderboard.list(after, query.limit + 1) : [];
  const page = createCursorPage(
    rows,
    query.limit,
    (row) => toCursorKey(query, row),
    (row) => row,
  );
  return {
    ...page,
    data: await loadEntries(ctx, caller, query, page.data),
    next_cursor: page.next_cursor && ctx.secrets.encrypt(page.next_cursor), // encrypted, because it contains a profile id
    meta: {
      scope: query.scope,
      period: query.period,
      period_start: period.starts_at,
      period_end: period.ends_at,
      participants,
      me: isShown ? ownRank : hideRank(ownRank),
    },
  };
}

async function findLeaderboard(
  ctx: Context,
  caller: User,
  query: LeaderboardQuery,
  period: Period,
): Promise<Leaderboard> {
  if (query.scope === 'global') return createGlobalLeaderboard(ctx, period);
  const childIds = (await listFamilyChildren(ctx, caller)).map(({ id }) => id);
  if (query.scope === 'family') return createGroupLeaderboard(ctx, period, childIds, 'all');
  if (query.planet_id === undefined) throw createFieldError('planet_id', localized.rankings.missingPlanetId);
  const planet = await findPlanet(ctx, query.planet_id);
  const memberIds = planet ? await listMemberIds(ctx, planet.id) : [];
  const ownIds = caller.role === 'child' ? [caller.profileId] : childIds;
  if (!ownIds.some((id) => memberIds.includes(id))) throw createNotFoundError();
  return createGroupLeaderboard(ctx, period, memberIds, 'listed');
}

async function listFamilyChildren(ctx: Context, { role, profileId }: User): Promise<readonly Profile[]> {
  if (role === 'child') return listChildAndSiblings(ctx, profileId);
  return (await loadFamily(ctx, profileId)).childrenWithoutDeletion;
}

async function loadEntries(ctx: Context, caller: User, { scope }: LeaderboardQuery, rows: readonly RankedChild[]) {
  const { profileId } = caller;
  const ids = rows.map(({ profile_id }) => profile_id);
  const showsName = scope === 'family' ? await loadNameCheck(ctx, caller, ids) : () => false;
  const profiles = new Map((await listProfiles(ctx, ids)).map((profile) => [profile.id, profile]));
  return rows.flatMap(({ profile_id, rank, xp, xp_total }): RankingEntry[] => {
    const profile = profiles.get(profile_id);
    if (!profile) return []; // deleted between the two reads
    const display_name = showsName(profile_id) ? profile.display_name : (profile.pseudonym ?? '');
    const avatar_url = buildAvatarUrl(ctx, toAvatarLook(profile));
    return [
      { rank, display_name, avatar_url, level: computeLevelNumber(ctx, xp_total), xp, is_me: profile_id === profileId },
    ];
  });
}

/**
 * Returns a function that tells whether the caller sees the chosen name of a child of the family: a parent always does, and a child
 * does if both have the same guardians, because a half-sibling's other family has not agreed to more (decision 0066).
 */
async function loadNameCheck(ctx: Context, { role, profileId }: User, ids: readonly string[]) {
  if (role === 'parent') return () => true;
  const guardianIds = await listGuardianIds(ctx, [profileId, ...ids]);
  const getKey = (id: string) => (guardianIds.get(id) ?? [id]).toSorted().join(' ');
  return (id: string) => getKey(id) === getKey(profileId);
}

function hideRank(ownRank: RankingMeta['me']): RankingMeta['me'] {
  return ownRank && { ...ownRank, rank: null, rank_over: null };
}

async function getOwnRank(
  ctx: Context,
  { profileId }: User,
  { scope }: LeaderboardQuery,
  leaderboard: Leaderboard,
): Promise<NonNullable<RankingMeta['me']>> {
  const [xpTotals] = await listXpTotals(ctx, [profileId]);
  const xp = getXpInPeriod(leaderboard.period, xpTotals);
  const is_listed = scope === 'family' || xpTotals?.listed === 1;
  const isRanked = scope === 'family' || (is_listed && xp > 0);
  const rank = isRanked ? await leaderboard.getRank(xp) : null;
  const rank_over = isRanked && rank === null ? MAX_EXACT_RANK : null;
  return { rank, rank_over, level: computeLevelNumber(ctx, xpTotals?.xp_total ?? 0), xp, is_listed };
}

function computeLevelNumber({ content }: Context, xp: number): number {
  return computeLevel(xp, content.current.levels.length).level;
}

/** The cursor key of a row. It contains the name of the leaderboard, so that a cursor of another leaderboard is refused. */
function toCursorKey({ scope, planet_id, period }: LeaderboardQuery, { xp, profile_id }: LeaderboardKey): CursorKey {
  return [`${scope} ${period} ${scope === 'planet' ? planet_id : ''}`, String(xp), profile_id];
}

function parseLeaderboardCursor({ secrets }: Context, query: LeaderboardQuery): LeaderboardKey | undefined {
  if (query.cursor === undefined) return undefined;
  const [name, xp, profile_id = ''] = decodeCursor(decrypt(query.cursor), 3) ?? [];
  const key = { xp: Number(xp), profile_id };
  if (name === undefined || name !== toCursorKey(query, key)[0])
    throw createFieldError('cursor', localized.http.invalidCursor);
  return key;

  function decrypt(cursor: string): string {
    try {
      return secrets.decrypt(cursor);
    } catch {
      return ''; // not encrypted by this service, so not a valid cursor
    }
  }
}
