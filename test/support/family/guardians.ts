import assert from 'node:assert/strict';
import type { PanelParent } from '../../../src/core/requests/caller.ts';
import { confirmPanelSession } from '../../../src/features/access/sessions/sessions-store.ts';
import {
  acceptInvitation,
  carryOutDepartures,
  inviteGuardian,
  leaveChild,
} from '../../../src/features/guardianship/index.ts';
import type { Context } from '../../../src/platform/context.ts';
import type { createFormBrowser } from '../browser/form-browser.ts';
import type { TestApp } from '../test-app.ts';

/**
 * Signs a parent in to the panel with a fresh proof, as an emailed code does. Returns the caller that the features expect, with the
 * cookie and the email address.
 */
export async function signInToPanel(
  app: TestApp,
  token: string,
): Promise<PanelParent & { cookie: string; email: string }> {
  const cookie = await app.openPanelSession(token);
  const session = await app.ctx.db
    .selectFrom('panel_sessions as s')
    .innerJoin('profiles as p', 'p.id', 's.profile_id')
    .select(['s.id', 's.profile_id', 'p.language', 'p.email'])
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: sessionId, profile_id: profileId, language, email } = session;
  await app.ctx.write((ctx) => confirmPanelSession(ctx, profileId, sessionId));
  return { role: 'panel', profileId, sessionId, language, cookie, email: email ?? '' };
}

/** Registers a child and its first guardian, and signs the guardian in to the panel. */
export async function registerFamilyWithPanelSession(app: TestApp) {
  const { child, parent } = await app.registerFamily();
  const caller = await signInToPanel(app, parent.token);
  return { child, parent, caller };
}

export type PanelFamily = Awaited<ReturnType<typeof registerFamilyWithPanelSession>>;

/** Confirms a panel session as a fresh code does, but without a code. */
export async function confirmSession(app: TestApp, { profileId, sessionId }: PanelParent): Promise<void> {
  await app.ctx.write((ctx) => confirmPanelSession(ctx, profileId, sessionId));
}

/** Invites a parent, by default a new one, who accepts and is signed in to the panel. */
export async function addGuardian(
  app: TestApp,
  family: { readonly child: { readonly id: string }; readonly caller: PanelParent },
  invitedParent?: { readonly email: string; readonly token: string },
) {
  const parent = invitedParent ?? (await app.registerParent());
  await inviteGuardian(app.ctx, family.caller, family.child.id, parent.email);
  const caller = await signInToPanel(app, parent.token);
  await acceptInvitation(app.ctx, caller, await fetchInvitationToken(app, parent.email));
  return { parent, caller };
}

/** Ends a guardian's link as the guardian does who leaves, but without the 72 hours. */
export async function leaveAtOnce(app: TestApp, caller: PanelParent, childId: string): Promise<void> {
  await leaveChild(app.ctx, caller, childId);
  await app.ctx.write(({ db, now }) =>
    db
      .updateTable('guardians')
      .set({ leaves_at: now() })
      .where('child_id', '=', childId)
      .where('parent_id', '=', caller.profileId)
      .execute(),
  );
  await carryOutDepartures(app.ctx);
}

/** The code that the panel shows for a tablet; a new one if there is none. */
export async function readTabletCode(browser: ReturnType<typeof createFormBrowser>): Promise<string> {
  await browser.submit('/panel/tablet');
  const { text } = await browser.open('/panel/tablet');
  return /\/t\/<wbr><span>(\w{4}-\w{4})</.exec(text)?.[1] ?? assert.fail('no address');
}

/** Signs in a child with the default PIN and returns the token. */
export async function signInChild(app: TestApp, profile_id: string): Promise<string> {
  const response = await app.loginChild(profile_id);
  assert.equal(response.status, 200, response.text);
  return response.body.data.token;
}

/** Creates a context with a broken outbox, so that enqueuing an email fails. */
export function createContextWithBrokenOutbox({ ctx }: TestApp): Context {
  const outbox = { ...ctx.outbox, enqueue: () => Promise.reject(new Error('the outbox is broken')) };
  const brokenContext: Context = { ...ctx, outbox, write: (work) => ctx.write((ctx) => work({ ...ctx, outbox })) };
  return brokenContext;
}

/** Fetches the latest email to a recipient with a matching subject. */
export async function fetchLatestEmail(app: TestApp, email: string, subject: RegExp) {
  return (await app.fetchEmailsTo(email)).findLast((received) => subject.test(received.subject ?? ''));
}

/** Fetches the token in the latest invitation email to a recipient. */
export async function fetchInvitationToken(app: TestApp, email: string): Promise<string> {
  const sentEmail = await fetchLatestEmail(app, email, /invited to be a guardian|Invitación|Запрошення|Zaproszenie/);
  const token = /\/invitations\/([\w-]+)/.exec(sentEmail?.text ?? '')?.[1];
  assert.ok(token, `an invitation was sent to ${email}`);
  return token;
}

/** Fetches the path of the link in the latest email with a code. */
export async function fetchEmailedLink(app: TestApp, email: string): Promise<string> {
  const paths = (await app.fetchEmailsTo(email)).map(({ text }) => /\/login\/link\/[\w-]+/.exec(text ?? '')?.[0]);
  return paths.findLast((path) => path !== undefined) ?? assert.fail(`no link was sent to ${email}`);
}

/** Lists the guardians of a child, each as rank and parent id. The first guardian has rank 1. */
export async function listGuardianRanks(app: TestApp, childId: string) {
  const rows = await app.ctx.db
    .selectFrom('guardians')
    .select(['parent_id', 'rank'])
    .where('child_id', '=', childId)
    .orderBy('rank')
    .execute();
  return rows.map(({ parent_id, rank }) => [rank, parent_id]);
}
