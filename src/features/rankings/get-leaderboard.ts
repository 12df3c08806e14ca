import type { Callers } from '../../core/caller.ts';
import { type CursorKey, cursorPage, decodeCursor } from '../../core/cursor.ts';
import type { CursorPage } from '../../core/json-schema.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';

import { notFound } from '../../platform/http/responses/error-response.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { avatarLook, avatarUrl, listFamily, listOpenChildren, listProfiles } from '../accounts/index.ts';
import { findPlanet, listMemberIds } from '../planets/index.ts';
import { type LeaderboardPlace, levelOf, listLeaderboardEntries } from '../progress/index.ts';
import { globalLeaderboard, groupLeaderboard, type Leaderboard, type RankedChild } from './leaderboards.ts';

import { MAX_EXACT_RANK, MIN_PARTICIPANTS, type PERIODS, type Period, periodAt, type SCOPES, xpIn } from './rules.ts';
import type { RankingEntry, RankingMeta } from './serializers.ts';

interface Wish {
  readonly scope: (typeof SCOPES)[number];
  readonly planet_id?: string | undefined;
  readonly period: (typeof PERIODS)[number];
  readonly cursor?: string | undefined;
  readonly limit: number;
}
type Someone = Callers['bearer'];

/** A page of a board, and where the caller stands on it. */
export async function getLeaderboard(
  ctx: Context,
  caller: Someone,
  wish: Wish,
): Promise<CursorPage<RankingEntry> & { meta: RankingMeta }> {
  const period = periodAt(wish.period, ctx.now());
  const after = placeBehind(ctx, wish);
  const board = await boardFor(ctx, caller, wish, period);
  const me = caller.role === 'child' ? await standingOf(ctx, caller, wish, period, board) : null;
  const participants = await board.count();
  const isShown = wish.scope === 'family' || participants >= MIN_PARTICIPANTS;
  const rows = isShown ? await board.list(after, wish.limit + 1) : [];
  const page = cursorPage(
    rows,
    wish.limit,
    (row) => placeOf(wish, row),
    (row) => row,
  );
  return {
    ...page,
    data: await entriesOf(ctx, caller, wish, page.data),
    next_cursor: page.next_cursor && ctx.secrets.seal(page.next_cursor), // it holds a profile id
    meta: {
      scope: wish.scope,
      period: wish.period,
      period_start: period.starts_at,
      period_end: period.ends_at,
      participants,
      me: isShown ? me : me && { ...me, rank: null, rank_over: null },
    },
  };
}

async function boardFor(ctx: Context, caller: Someone, wish: Wish, period: Period): Promise<Leaderboard> {
  if (wish.scope === 'global') return globalLeaderboard(ctx, period);
  const own = (await ownChildren(ctx, caller)).map(({ id }) => id);
  if (wish.scope === 'family') return groupLeaderboard(ctx, period, own, 'everybody');
  if (wish.planet_id === undefined) throw fieldRefusal('planet_id', localized.rankings.missingPlanetId);
  const planet = await findPlanet(ctx, ctx.db, wish.planet_id);
  const members = planet ? await listMemberIds(ctx.db, planet.id) : [];
  const insiders = caller.role === 'child' ? [caller.profileId] : own;
  if (!insiders.some((id) => members.includes(id))) throw notFound();
  return groupLeaderboard(ctx, period, members, 'listed');
}

function ownChildren({ db }: Context, { role, profileId }: Someone) {
  return role === 'child' ? listFamily(db, profileId) : listOpenChildren(db, profileId);
}

async function entriesOf(ctx: Context, { profileId }: Someone, { scope }: Wish, rows: readonly RankedChild[]) {
  const ids = rows.map(({ profile_id }) => profile_id);
  const profiles = new Map((await listProfiles(ctx.db, ids)).map((profile) => [profile.id, profile]));
  return rows.flatMap(({ profile_id, rank, xp, xp_total }): RankingEntry[] => {
    const profile = profiles.get(profile_id);
    if (!profile) return []; // it has gone between two reads
    const display_name = scope === 'family' ? profile.display_name : (profile.pseudonym ?? '');
    const avatar_url = avatarUrl(ctx, avatarLook(profile));
    return [{ rank, display_name, avatar_url, level: levelAt(ctx, xp_total), xp, is_me: profile_id === profileId }];
  });
}

async function standingOf(
  ctx: Context,
  { profileId }: Someone,
  { scope }: Wish,
  period: Period,
  board: Leaderboard,
): Promise<NonNullable<RankingMeta['me']>> {
  const [standing] = await listLeaderboardEntries(ctx.db, [profileId]);
  const xp = xpIn(period, standing);
  const is_listed = scope === 'family' || standing?.listed === 1;
  const isOn = scope === 'family' || (is_listed && xp > 0);
  const rank = isOn ? await board.rankOf(xp) : null;
  const rank_over = isOn && rank === null ? MAX_EXACT_RANK : null;
  return { rank, rank_over, level: levelAt(ctx, standing?.xp_total ?? 0), xp, is_listed };
}

function levelAt({ content }: Context, xp: number): number {
  return levelOf(xp, content.current.levels.length).level;
}

/** A cursor of one board is none of another. */
function placeOf({ scope, planet_id, period }: Wish, { xp, profile_id }: LeaderboardPlace): CursorKey {
  return [`${scope} ${period} ${scope === 'planet' ? planet_id : ''}`, String(xp), profile_id];
}

function placeBehind({ secrets }: Context, wish: Wish): LeaderboardPlace | undefined {
  if (wish.cursor === undefined) return undefined;
  const [name, xp, profile_id = ''] = decodeCursor(opened(wish.cursor), 3) ?? [];
  const place = { xp: Number(xp), profile_id };
  if (name === undefined || name !== placeOf(wish, place)[0])
    throw fieldRefusal('cursor', localized.http.invalidCursor);
  return place;

  function opened(cursor: string): string {
    try {
      return secrets.open(cursor);
    } catch {
      return ''; // not sealed by us: no cursor
    }
  }
}
