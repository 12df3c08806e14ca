import { Type } from 'typebox';
import type { PanelParent } from '../../../core/caller.ts';
import type { Client } from '../../../core/client.ts';
import { languageFor } from '../../../core/languages.ts';
import type { Profile } from '../../../features/accounts/index.ts';
import { cancelChildDeletion } from '../../../features/data-rights/index.ts';
import {
  cancelInvitation,
  clearPinLock,
  getChildOf,
  inviteGuardian,
  pauseChildStreak,
  resumeChildStreak,
  setChildSettings,
  updateChild,
} from '../../../features/guardianship/index.ts';
import { type Messages, messages } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Html, html } from '../../../platform/html.ts';
import { page } from '../../../platform/http/endpoint.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../../platform/http/security/csrf.ts';
import type { Step } from '../../../platform/http/surface.ts';
import { catchRefusal } from '../../parts/forms/field.ts';
import { Field, FORM_TOKEN, flashOf, refusalPage, withFreshCode } from '../../parts/forms/form-parts.ts';
import { childPage } from '../child-layout.ts';

import { type SettingsInput, settingsView } from './settings-view.ts';

export const CHILD = { id: Type.String() };

export const showSettings = page({
  summary: 'What a guardian sets for a child',
  params: CHILD,
  query: { done: Field },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent, { params, query, client }) => {
    const child = await getChildOf(ctx, caller.profileId, params.id);
    const t = messages(languageFor(caller.language)).panel.settings;
    const told = flashOf(t.done, query.done);
    const newPin = html`<p><a class="button second" href="/panel/children/${child.id}/pin">${t.newPin}</a></p>`;
    const notice = query.done === 'unlinked' ? html`${told}${newPin}` : told;
    return settingsPage(ctx, caller, client, child, { notice });
  },
});

type Values = Readonly<Record<string, string | undefined>>;
type Act = (ctx: Context, caller: PanelParent, childId: string, values: Values) => Promise<unknown>;
type Done = keyof Messages['panel']['settings']['done'];

interface Form {
  readonly summary: string;
  readonly done: Done;
  readonly fields?: readonly string[];
  readonly step?: Step;
}

/**
 * A form of the page: done, it says so at the top; refused, it is shown again with the reason beside the field. One that
 * needs a fresh code leads to where one is typed and back to the page.
 */
function form({ summary, done, fields = [], step = 'session' }: Form, act: Act) {
  return page({
    summary,
    params: CHILD,
    body: { ...FORM_TOKEN, ...Object.fromEntries(fields.map((name) => [name, Field])) },
    errorCodes: ['NOT_FOUND'],
    run: async (ctx, caller: PanelParent, { params, body, client }) => {
      checkCsrfToken(ctx, client, body.form_token);
      const values = body as Values; // each of them is a Field
      const child = await getChildOf(ctx, caller.profileId, params.id);
      const path = `/panel/children/${child.id}/settings`;
      const run = () =>
        catchRefusal(
          async () => {
            await act(ctx, caller, child.id, values);
            return new Redirect(`${path}?done=${done}`);
          },
          async (problem) =>
            refusalPage(await settingsPage(ctx, caller, client, child, { typed: { problem, values } }), problem),
        );
      return step === 'fresh-code' ? withFreshCode(ctx, caller, path, run) : run();
    },
  });
}

export const submitChild = form(
  { summary: "A child's name and language", done: 'saved', fields: ['display_name', 'language'] },
  (ctx, caller, id, { display_name = '', language = '' }) => updateChild(ctx, caller, id, { display_name, language }),
);

export const submitSwitches = form(
  { summary: 'What is allowed to a child', done: 'saved', fields: ['on_boards', 'on_planets', 'auto_approval'] },
  (ctx, caller, id, values) =>
    setChildSettings(ctx, caller, id, {
      onBoards: values.on_boards !== undefined,
      onPlanets: values.on_planets !== undefined,
      autoApproval: values.auto_approval !== undefined,
    }),
);

export const submitPinLock = form(
  { summary: 'End the waits after wrong PINs', done: 'unlocked', step: 'fresh-code' },
  clearPinLock,
);

export const submitPause = form(
  { summary: "Let a child's streak rest", done: 'paused', fields: ['until'] },
  (ctx, caller, id, { until }) => pauseChildStreak(ctx, caller, id, until || null),
);

export const submitResume = form({ summary: "End the rest of a child's streak", done: 'resumed' }, resumeChildStreak);

export const submitInvitation = form(
  { summary: 'Invite a further guardian', done: 'invited', fields: ['email'], step: 'fresh-code' },
  (ctx, caller, id, { email }) => inviteGuardian(ctx, caller, id, email ?? ''),
);

export const submitCancel = form(
  { summary: 'Take an invitation back', done: 'cancelled', fields: ['invitation'] },
  (ctx, caller, id, values) => cancelInvitation(ctx, caller, id, values.invitation ?? ''),
);

export const submitKeepChild = form(
  { summary: 'Keep a child that was to be deleted', done: 'kept' },
  cancelChildDeletion,
);

async function settingsPage(
  ctx: Context,
  caller: PanelParent,
  client: Client,
  child: Profile,
  { notice, typed }: { notice?: Html | string; typed?: SettingsInput },
): Promise<Html> {
  const t = messages(languageFor(caller.language)).panel.settings;
  const heading = t.title({ name: child.display_name });
  const content = await settingsView(ctx, client, caller, child, typed);
  return childPage(ctx, caller, client, { child, section: 'settings', heading, content, notice });
}
