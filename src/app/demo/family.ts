import type { PanelParent } from '../../core/requests/caller.ts';
import { findParentByEmail } from '../../features/accounts/index.ts';
import { acceptInvitation, inviteGuardian, setChildSettings } from '../../features/guardianship/index.ts';
import { createFamilyPlanet, joinOwnPlanet } from '../../features/planets/index.ts';
import { assignTodo } from '../../features/todos/index.ts';
import type { Context } from '../../platform/context.ts';
import { apiUser } from './api-user.ts';
import type { DemoChild } from './child.ts';
import { extractFromNewestEmail } from './read-emails.ts';
import { CHILDREN, CHORES, type ChildStory, PARENTS } from './story.ts';

const TABLET = 'family-tablet';

export interface Family {
  readonly children: readonly DemoChild[];
  readonly first: PanelParent;
  readonly second: PanelParent;
}

export interface Clock {
  readonly advance: (seconds: number) => void;
  /** The day of the demo; 0 is the first day. */
  readonly day: () => number;
}

/** Simulates the first evening: registration, linking, the invitation of a second guardian, and to-dos. */
export async function createFamily(ctx: Context, url: string, clock: Clock): Promise<Family> {
  const first = await registerParent(ctx, url, PARENTS.first);
  const children: DemoChild[] = [];
  for (const story of CHILDREN) children.push(await registerChild(url, story, clock));
  for (const { user } of children) {
    const { linking_code } = (await first.user.call('POST', '/app/auth/link/generate')) as { linking_code: string };
    await user.call('POST', '/app/auth/link/redeem', { code: linking_code });
    clock.advance(60);
  }
  const second = await registerParent(ctx, url, PARENTS.second);
  for (const { id } of children) {
    await inviteGuardian(ctx, first.parent, id, PARENTS.second.email);
    const token = await extractFromNewestEmail(ctx, /\/invitations\/([\w-]+)/);
    await acceptInvitation(ctx, second.parent, token);
    await setChildSettings(ctx, first.parent, id, { onLeaderboards: true, onPlanets: true, autoApproval: false });
    clock.advance(60);
  }
  await assignChores(ctx, first.parent, children);
  await joinPlanets(ctx, first.parent, children);
  return { children, first: first.parent, second: second.parent };
}

export async function signInAgain({ children }: Family, url: string, clock: Clock): Promise<void> {
  for (const child of children) {
    const { story, id } = child;
    const anonymous = apiUser(url, '', () => getTimeZone(story, clock), TABLET);
    const body = { profile_id: id, pin: story.pin };
    const { token } = (await anonymous.call('POST', '/app/auth/login/child', body)) as { token: string };
    child.user = apiUser(url, token, () => getTimeZone(story, clock), TABLET);
  }
}

async function registerParent(
  ctx: Context,
  url: string,
  { name, email, language }: (typeof PARENTS)['first' | 'second'],
) {
  const anonymous = apiUser(url, '', () => 'UTC', `${name}-phone`);
  await anonymous.call('POST', '/app/auth/register/parent', { email });
  const code = await extractFromNewestEmail(ctx, /^(\d{6})$/m);
  const { token } = (await anonymous.call('POST', '/app/auth/verify-email', { email, code })) as { token: string };
  const user = apiUser(url, token, () => 'UTC', `${name}-phone`);
  await user.call('PATCH', '/app/users/me', { display_name: name, language });
  const { id = '' } = (await findParentByEmail(ctx.db, email)) ?? {};
  const { code: managerCode } = (await user.call('POST', '/app/auth/manager-code')) as { code: string };
  const panel = (await anonymous.call('POST', '/api/auth/verify-code', { code: managerCode })) as {
    session_id: string;
  };
  const parent: PanelParent = { role: 'panel', profileId: id, language, sessionId: panel.session_id };
  return { user, parent };
}

async function registerChild(url: string, story: ChildStory, clock: Clock): Promise<DemoChild> {
  const { name, pin, birth_year, language, avatar_id } = story;
  const anonymous = apiUser(url, '', () => getTimeZone(story, clock), TABLET);
  const body = { birth_year, language, avatar_id, pin };
  const { id, token } = (await anonymous.call('POST', '/app/auth/register/child', body)) as {
    id: string;
    token: string;
  };
  const user = apiUser(url, token, () => getTimeZone(story, clock), TABLET);
  await user.call('PATCH', '/app/users/me', { display_name: name });
  return { id, story, user };
}

async function assignChores(ctx: Context, { profileId }: PanelParent, children: readonly DemoChild[]): Promise<void> {
  for (const { childNames, draft } of CHORES) {
    const ids = children.filter(({ story }) => childNames.includes(story.name)).map(({ id }) => id);
    await assignTodo(ctx, profileId, ids, { due_date: ctx.now().slice(0, 10), ...draft });
  }
}

/** The children join open planets for their age and a planet of the family. */
async function joinPlanets(ctx: Context, { profileId }: PanelParent, children: readonly DemoChild[]): Promise<void> {
  for (const { user, story } of children) {
    const open = (await user.call('GET', '/app/planets/open')) as { id: string; lock: object | null }[];
    const joinable = open.filter(({ lock }) => lock === null).slice(0, story.planets);
    for (const { id } of joinable) await user.call('POST', `/app/planets/${id}/join`);
  }
  const goal = { metric: 'xp', target: 600, every: 'week' } as const;
  const planet = await createFamilyPlanet(ctx, profileId, {
    name: 'Kitchen table',
    description: 'Our own little planet.',
    goal,
  });
  for (const { id } of children) await joinOwnPlanet(ctx, profileId, id, planet.id);
}

function getTimeZone(story: ChildStory, { day }: Clock): string {
  return story.timeZone(day());
}
