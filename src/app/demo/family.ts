import type { PanelParent } from '../../core/requests/caller.ts';
import type { Language } from '../../core/text/languages.ts';
import { toUtcDay } from '../../core/time/days.ts';
import { findParentByEmail } from '../../features/accounts/index.ts';
import { acceptInvitation, inviteGuardian, setChildSettings } from '../../features/guardianship/index.ts';
import { addChildToFoundedPlanet, createFamilyPlanet } from '../../features/planets/index.ts';
import { assignTodo } from '../../features/todos/index.ts';
import type { Context } from '../../platform/context.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { CHILDREN, CHORES, type ChildPersona, PARENTS } from './personas.ts';
import { extractFromNewestEmail } from './read-emails.ts';
import { DEMO_TEXTS } from './texts.ts';

const TABLET_ID = 'family-tablet';

interface DemoChild {
  readonly id: string;
  readonly persona: ChildPersona;
  readonly language: Language;
  client: ApiClient;
}

export interface DemoFamily {
  readonly children: readonly DemoChild[];
  readonly firstParent: PanelParent;
  readonly secondParent: PanelParent;
}

export interface DemoClock {
  readonly advance: (seconds: number) => void;
  /** Returns the current day of the demo; 0 is the first day. */
  readonly getDayNumber: () => number;
}

/** Simulates the first evening of a family with one language: registration, linking, the invitation of a second guardian, to-dos and planets. */
export async function createFamily(
  ctx: Context,
  url: string,
  clock: DemoClock,
  language: Language,
): Promise<DemoFamily> {
  const firstGuardian = await registerParent(ctx, url, { ...PARENTS.first, language });
  const children: DemoChild[] = [];
  for (const persona of CHILDREN) children.push(await registerChild(url, persona, language, clock));
  for (const { client } of children) {
    const { linking_code } = (await firstGuardian.client.call('POST', '/app/auth/link/generate')) as {
      linking_code: string;
    };
    await client.call('POST', '/app/auth/link/redeem', { code: linking_code });
    clock.advance(60);
  }
  const secondGuardian = await registerParent(ctx, url, { ...PARENTS.second, language });
  for (const { id } of children) {
    await inviteGuardian(ctx, firstGuardian.parent, id, PARENTS.second.email);
    const token = await extractFromNewestEmail(ctx, /\/invitations\/([\w-]+)/);
    await acceptInvitation(ctx, secondGuardian.parent, token);
    await setChildSettings(ctx, firstGuardian.parent, id, {
      appearsOnLeaderboards: true,
      mayJoinPlanets: true,
      hasAutoApproval: false,
      hearsRecordings: true,
    });
    clock.advance(60);
  }
  await assignChores(ctx, firstGuardian.parent, children);
  await joinPlanets(ctx, firstGuardian.parent, children, language);
  return { children, firstParent: firstGuardian.parent, secondParent: secondGuardian.parent };
}

/** Signs all children in again, and gives them clients with the new tokens. */
export async function signInAgain({ children }: DemoFamily, url: string, clock: DemoClock): Promise<void> {
  for (const child of children) {
    const { persona, id } = child;
    const anonymousClient = createApiClient(url, '', () => getTimeZone(persona, clock), TABLET_ID);
    const body = { profile_id: id, pin: persona.pin };
    const { token } = (await anonymousClient.call('POST', '/app/auth/login/child', body)) as { token: string };
    child.client = createApiClient(url, token, () => getTimeZone(persona, clock), TABLET_ID);
  }
}

async function registerParent(
  ctx: Context,
  url: string,
  { name, email, language }: { readonly name: string; readonly email: string; readonly language: Language },
) {
  const anonymousClient = createApiClient(url, '', () => 'UTC', `${name}-phone`);
  await anonymousClient.call('POST', '/app/auth/register/parent', { email });
  const code = await extractFromNewestEmail(ctx, /^(\d{6})$/m);
  const { token } = (await anonymousClient.call('POST', '/app/auth/verify-email', { email, code })) as {
    token: string;
  };
  const client = createApiClient(url, token, () => 'UTC', `${name}-phone`);
  await client.call('PATCH', '/app/users/me', { display_name: name, language });
  const { id = '' } = (await findParentByEmail(ctx, email)) ?? {};
  const { code: managerCode } = (await client.call('POST', '/app/auth/manager-code')) as { code: string };
  const panelSession = (await anonymousClient.call('POST', '/api/auth/verify-code', { code: managerCode })) as {
    session_id: string;
  };
  const parent: PanelParent = { role: 'panel', profileId: id, language, sessionId: panelSession.session_id };
  return { client, parent };
}

async function registerChild(
  url: string,
  persona: ChildPersona,
  language: Language,
  clock: DemoClock,
): Promise<DemoChild> {
  const { name, pin, birth_year, avatar_id } = persona;
  const anonymousClient = createApiClient(url, '', () => getTimeZone(persona, clock), TABLET_ID);
  const body = { birth_year, language, avatar_id, pin };
  const { id, token } = (await anonymousClient.call('POST', '/app/auth/register/child', body)) as {
    id: string;
    token: string;
  };
  const client = createApiClient(url, token, () => getTimeZone(persona, clock), TABLET_ID);
  await client.call('PATCH', '/app/users/me', { display_name: name });
  return { id, persona, language, client };
}

async function assignChores(ctx: Context, { profileId }: PanelParent, children: readonly DemoChild[]): Promise<void> {
  for (const { childNames, createDraft } of CHORES)
    for (const { id, language } of children.filter(({ persona }) => childNames.includes(persona.name))) {
      const draft = createDraft(DEMO_TEXTS[language]);
      await assignTodo(ctx, profileId, [id], { due_date: toUtcDay(ctx.now()), ...draft });
    }
}

/** Lets the children join open planets that are not locked for them, and a new planet of the family. */
async function joinPlanets(
  ctx: Context,
  { profileId }: PanelParent,
  children: readonly DemoChild[],
  language: Language,
): Promise<void> {
  for (const { client, persona } of children) {
    const openPlanets = (await client.call('GET', '/app/planets/open')) as { id: string; lock: object | null }[];
    const joinablePlanets = openPlanets.filter(({ lock }) => lock === null).slice(0, persona.planetCount);
    for (const { id } of joinablePlanets) await client.call('POST', `/app/planets/${id}/join`);
  }
  const goal = { metric: 'xp', target: 600, every: 'week' } as const;
  const planet = await createFamilyPlanet(ctx, profileId, { ...DEMO_TEXTS[language].planet, goal });
  for (const { id } of children) await addChildToFoundedPlanet(ctx, profileId, id, planet.id);
}

function getTimeZone(persona: ChildPersona, { getDayNumber }: DemoClock): string {
  return persona.getTimeZone(getDayNumber());
}
