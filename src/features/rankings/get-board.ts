import type { Callers } from '../../core/caller.ts';
import { fromCursor, type Place, toPage } from '../../core/cursor.ts';
import type { Page } from '../../core/wire.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { NO_CURSOR } from '../../platform/http/words.ts';
import { avatarUrl, listFamily, listOpenChildren, listProfiles, lookOf } from '../accounts/index.ts';
import { findPlanet, listMemberIds } from '../planets/index.ts';
import { type BoardPlace, levelOf, listStandings } from '../progress/index.ts';
import { type Board, globalBoard, type Ranked, smallBoard } from './boards.ts';
import { EXACT, FEWEST, type PERIODS, type Period, periodAt, type SCOPES, xpIn } from './rules.ts';
import type { Entry, Meta } from './wire.ts';
import { NO_PLANET_NAMED } from './words.ts';

interface Wish {
  readonly scope: (typeof SCOPES)[number];
  readonly planet_id?: string | undefined;
  readonly period: (typeof PERIODS)[number];
  readonly cursor?: string | undefined;
  readonly limit: number;
}
type Someone = Callers['any'];

/** A page of a board, and where the caller stands on it. */
export async function getBoard(ctx: Context, caller: Someone, wish: Wish): Promise<Page<Entry> & { meta: Meta }> {
  const period = periodAt(wish.period, ctx.now());
  const after = placeBehind(ctx, wish);
  const board = await boardFor(ctx, caller, wish, period);
  const me = caller.role === 'child' ? await standingOf(ctx, caller, wish, period, board) : null;
  const participants = await board.count();
  const isShown = wish.scope === 'family' || participants >= FEWEST;
  const rows = isShown ? await board.list(after, wish.limit + 1) : [];
  const page = toPage(
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

async function boardFor(ctx: Context, caller: Someone, wish: Wish, period: Period): Promise<Board> {
  if (wish.scope === 'global') return globalBoard(ctx, period);
  const own = (await ownChildren(ctx, caller)).map(({ id }) => id);
  if (wish.scope === 'family') return smallBoard(ctx, period, own, 'everybody');
  if (wish.planet_id === undefined) throw fieldRefusal('planet_id', NO_PLANET_NAMED);
  const planet = await findPlanet(ctx, ctx.db, wish.planet_id);
  const members = planet ? await listMemberIds(ctx.db, planet.id) : [];
  const insiders = caller.role === 'child' ? [caller.profileId] : own;
  if (!insiders.some((id) => members.includes(id))) throw notFound();
  return smallBoard(ctx, period, members, 'listed');
}

function ownChildren({ db }: Context, { role, profileId }: Someone) {
  return role === 'child' ? listFamily(db, profileId) : listOpenChildren(db, profileId);
}

async function entriesOf(ctx: Context, { profileId }: Someone, { scope }: Wish, rows: readonly Ranked[]) {
  const ids = rows.map(({ profile_id }) => profile_id);
  const profiles = new Map((await listProfiles(ctx.db, ids)).map((profile) => [profile.id, profile]));
  return rows.flatMap(({ profile_id, rank, xp, xp_total }): Entry[] => {
    const profile = profiles.get(profile_id);
    if (!profile) return []; // it has gone between two reads
    const display_name = scope === 'family' ? profile.display_name : (profile.pseudonym ?? '');
    const avatar_url = avatarUrl(ctx, lookOf(profile));
    return [{ rank, display_name, avatar_url, level: levelAt(ctx, xp_total), xp, is_me: profile_id === profileId }];
  });
}

async function standingOf(
  ctx: Context,
  { profileId }: Someone,
  { scope }: Wish,
  period: Period,
  board: Board,
): Promise<NonNullable<Meta['me']>> {
  const [standing] = await listStandings(ctx.db, [profileId]);
  const xp = xpIn(period, standing);
  const is_listed = scope === 'family' || standing?.listed === 1;
  const isOn = scope === 'family' || (is_listed && xp > 0);
  const rank = isOn ? await board.rankOf(xp) : null;
  const rank_over = isOn && rank === null ? EXACT : null;
  return { rank, rank_over, level: levelAt(ctx, standing?.xp_total ?? 0), xp, is_listed };
}

function levelAt({ content }: Context, xp: number): number {
  return levelOf(xp, content.current.levels.length).level;
}

/** A cursor of one board is none of another. */
function placeOf({ scope, planet_id, period }: Wish, { xp, profile_id }: BoardPlace): Place {
  return [`${scope} ${period} ${scope === 'planet' ? planet_id : ''}`, String(xp), profile_id];
}

function placeBehind({ secrets }: Context, wish: Wish): BoardPlace | undefined {
  if (wish.cursor === undefined) return undefined;
  const [name, xp, profile_id = ''] = fromCursor(opened(wish.cursor), 3) ?? [];
  const place = { xp: Number(xp), profile_id };
  if (name === undefined || name !== placeOf(wish, place)[0]) throw fieldRefusal('cursor', NO_CURSOR);
  return place;

  function opened(cursor: string): string {
    try {
      return secrets.open(cursor);
    } catch {
      return ''; // not sealed by us: no cursor
    }
  }
}
