import type { Static, TObject, TProperties } from 'typebox';
import { cancelChildDeletion } from '../../../features/data-rights/index.ts';
import {
  cancelInvitation,
  clearFamilyWrongPins,
  endDevice,
  inviteGuardian,
  pauseChildStreak,
  resumeChildStreak,
  setChildSettings,
  stayWithChild,
  stopVouchingAsGuardian,
  updateChild,
} from '../../../features/guardianship/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { type ChildPageRequest, defineChildForm, defineChildPage, type PanelMessages } from '../../endpoints.ts';
import { findFlash } from '../../layout/panel-layout.ts';
import { OptionalField, type RefusedForm, TextField } from '../../parts/forms/field.ts';
import { runWithFreshCode } from '../../sign-in/confirm.ts';
import { renderChildLayout } from '../child-layout.ts';
import { renderSettings, type SettingsOptions } from './settings-view.ts';

/**
 * The value of `done` after a guardian was unlinked (`unlink-guardian.ts`). Then the page offers to set a new PIN and begins with the
 * devices, because the former guardian may know the PIN, and may have a device on which only the child has signed in.
 */
const UNLINKED = 'unlinked';

export const showSettings = defineChildPage({
  summary: "Show a child's settings",
  query: { done: OptionalField, open: OptionalField },
  run: (request, { query }) => {
    const notice = findFlash(request.t.child.settings.done, query.done);
    if (query.done !== UNLINKED) return renderSettingsPage(request, { notice, opened: query.open });
    const newPin = html`<p><a class="button secondary" href="${request.path}/pin">${request.t.child.settings.newPinEverywhere}</a></p>`;
    return renderSettingsPage(request, { notice: html`${notice}${newPin}`, first: 'devices' });
  },
});

interface SettingsFormSpec<B extends TProperties> {
  readonly summary: string;
  /** The key of the message to show after the form was accepted. */
  readonly done: keyof PanelMessages['child']['settings']['done'];
  readonly body?: B;
  /**
   * Whether the form requires a fresh code. Without one, the parent is redirected to a page that asks for a code, and then back
   * to the settings, where the form has to be submitted again.
   */
  readonly needsFreshCode?: boolean;
  readonly run: (request: ChildPageRequest, values: Static<TObject<B>>) => Promise<unknown>;
}

/** Defines a form of the page. If the change is refused, the page shows the form again with the reason and the entered values. */
function defineSettingsForm<B extends TProperties>(spec: SettingsFormSpec<B>) {
  return defineChildForm<{ body: B | undefined }>({
    summary: spec.summary,
    ...(!spec.needsFreshCode && { needsPresence: true }),
    body: spec.body,
    run(request, { body }) {
      const path = `${request.path}/settings`;
      const submit = async () => {
        await spec.run(request, body as Static<TObject<B>>);
        return new Redirect(`${path}?done=${spec.done}`);
      };
      return spec.needsFreshCode ? runWithFreshCode(request, path, submit) : submit();
    },
    renderRefused: (request, error, { body }) =>
      renderSettingsPage(request, { refused: { error, values: body as RefusedForm['values'] } }),
  });
}

export const submitChildProfile = defineSettingsForm({
  summary: "Change a child's name, year of birth, language and whether it reads",
  done: 'saved',
  body: { display_name: TextField, language: TextField, birth_year: OptionalField, reads: OptionalField },
  run: ({ ctx, parent, child }, { birth_year, reads, ...body }) => {
    const year = birth_year === undefined ? undefined : /^\d{4}$/.test(birth_year.trim()) ? Number(birth_year) : 0; // 0 is refused
    return updateChild(ctx, parent, child.id, { ...body, birth_year: year, reads: parseReads(reads) });
  },
});

/** An unknown value changes nothing. */
function parseReads(value: string | undefined): 'yes' | 'no' | null | undefined {
  if (value === 'yes' || value === 'no') return value;
  return value === 'by-age' ? null : undefined;
}

export const submitPermissions = defineSettingsForm({
  summary: "Change a child's permissions",
  done: 'saved',
  body: {
    on_leaderboards: OptionalField,
    on_planets: OptionalField,
    auto_approval: OptionalField,
    recordings: OptionalField,
  },
  run: ({ ctx, parent, child }, { on_leaderboards, on_planets, auto_approval, recordings }) =>
    setChildSettings(ctx, parent, child.id, {
      appearsOnLeaderboards: on_leaderboards !== undefined,
      mayJoinPlanets: on_planets !== undefined,
      hasAutoApproval: auto_approval !== undefined,
      hearsRecordings: recordings !== undefined,
    }),
});

export const submitPinUnlock = defineSettingsForm({
  summary: 'Unlock the PIN after wrong attempts',
  done: 'unlocked',
  needsFreshCode: true,
  run: ({ ctx, parent, child }) => clearFamilyWrongPins(ctx, parent, child.id),
});

export const submitDeviceEnd = defineSettingsForm({
  summary: 'Sign a child out on one device',
  done: 'device',
  body: { device: TextField },
  run: ({ ctx, parent, child }, { device }) => endDevice(ctx, parent, child.id, device),
});

export const submitPause = defineSettingsForm({
  summary: "Pause a child's streak",
  done: 'paused',
  body: { until: TextField },
  run: ({ ctx, parent, child }, { until }) => pauseChildStreak(ctx, parent, child.id, until || null),
});

export const submitResume = defineSettingsForm({
  summary: "Resume a child's streak",
  done: 'resumed',
  run: ({ ctx, parent, child }) => resumeChildStreak(ctx, parent, child.id),
});

export const submitInvitation = defineSettingsForm({
  summary: 'Invite another guardian',
  done: 'invited',
  body: { email: TextField, siblings: OptionalField },
  needsFreshCode: true,
  run: ({ ctx, parent, child }, { email, siblings }) =>
    inviteGuardian(ctx, parent, child.id, email, { isForSiblings: siblings !== undefined }),
});

export const submitStay = defineSettingsForm({
  summary: 'Stay a guardian of a child',
  done: 'staying',
  run: ({ ctx, parent, child }) => stayWithChild(ctx, parent, child.id),
});

export const submitVouchingStop = defineSettingsForm({
  summary: 'Stop the change of an address for which a guardian vouches',
  done: 'vouching-stopped',
  body: { guardian: TextField },
  run: ({ ctx, parent, child }, { guardian }) => stopVouchingAsGuardian(ctx, parent, child.id, guardian),
});

export const submitCancelInvitation = defineSettingsForm({
  summary: 'Cancel an invitation',
  done: 'canceled',
  body: { invitation: TextField },
  run: ({ ctx, parent, child }, { invitation }) => cancelInvitation(ctx, parent, child.id, invitation),
});

export const submitCancelChildDeletion = defineSettingsForm({
  summary: 'Cancel the deletion of a child',
  done: 'kept',
  run: ({ ctx, parent, child }) => cancelChildDeletion(ctx, parent, child.id),
});

async function renderSettingsPage(
  request: ChildPageRequest,
  { notice, ...options }: SettingsOptions & { notice?: Html },
): Promise<Html> {
  const heading = request.t.child.settings.title({ name: request.child.display_name });
  return renderChildLayout(request, { tab: 'settings', heading, main: await renderSettings(request, options), notice });
}
