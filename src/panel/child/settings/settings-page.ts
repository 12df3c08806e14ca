import { cancelChildDeletion } from '../../../features/data-rights/index.ts';
import {
  cancelInvitation,
  clearPinLock,
  inviteGuardian,
  pauseChildStreak,
  resumeChildStreak,
  setChildSettings,
  updateChild,
} from '../../../features/guardianship/index.ts';
import { getMessages, type Messages } from '../../../locales/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { type ChildPageRequest, childForm, childPage } from '../../endpoints.ts';
import { findFlash } from '../../parts/flash.ts';
import { catchError, formPage } from '../../parts/forms/form.ts';
import { type FormValues, type RefusedForm, TextField, textFields } from '../../parts/forms/form-fields.ts';
import { childPath } from '../../parts/paths.ts';
import { requireFreshCode } from '../../sign-in/confirm.ts';
import { childLayout } from '../child-layout.ts';
import { settingsView } from './settings-view.ts';

export const showSettings = childPage({
  summary: "Show a child's settings",
  query: { done: TextField },
  run: (request, { query }) => {
    const t = getMessages(request.language).panel.child.settings;
    const notice = findFlash(t.done, query.done);
    if (query.done !== 'unlinked') return settingsPage(request, { notice });
    const newPin = html`<p><a class="button secondary" href="${childPath(request.child)}/pin">${t.newPin}</a></p>`;
    return settingsPage(request, { notice: html`${notice}${newPin}` });
  },
});

interface FormSpec {
  readonly summary: string;
  /** The message after the form was accepted. */
  readonly done: keyof Messages['panel']['child']['settings']['done'];
  readonly fields?: readonly string[];
  /** Redirects to the page that asks for a fresh code, and back to the settings, unless one was entered recently. */
  readonly needsFreshCode?: boolean;
  readonly run: (request: ChildPageRequest, values: FormValues) => Promise<unknown>;
}

/** A form of the page. If it is refused, the page shows it again with the reason and the values. */
function settingsForm({ summary, done, fields = [], needsFreshCode = false, run }: FormSpec) {
  return childForm({
    summary,
    body: textFields(fields),
    run: (request, { body: values }) => {
      const path = `${childPath(request.child)}/settings`;
      const submit = () =>
        catchError(
          async () => {
            await run(request, values);
            return new Redirect(`${path}?done=${done}`);
          },
          async (error) => formPage(await settingsPage(request, { refused: { error, values } }), error),
        );
      return needsFreshCode ? requireFreshCode(request, path, submit) : submit();
    },
  });
}

export const submitChildProfile = settingsForm({
  summary: "Change a child's name and language",
  done: 'saved',
  fields: ['display_name', 'language'],
  run: ({ ctx, parent, child }, { display_name = '', language = '' }) =>
    updateChild(ctx, parent, child.id, { display_name, language }),
});

export const submitPermissions = settingsForm({
  summary: "Change a child's permissions",
  done: 'saved',
  fields: ['on_boards', 'on_planets', 'auto_approval'],
  run: ({ ctx, parent, child }, { on_boards, on_planets, auto_approval }) =>
    setChildSettings(ctx, parent, child.id, {
      onLeaderboards: on_boards !== undefined,
      onPlanets: on_planets !== undefined,
      autoApproval: auto_approval !== undefined,
    }),
});

export const submitPinLock = settingsForm({
  summary: 'Unlock the PIN after wrong attempts',
  done: 'unlocked',
  needsFreshCode: true,
  run: ({ ctx, parent, child }) => clearPinLock(ctx, parent, child.id),
});

export const submitPause = settingsForm({
  summary: "Pause a child's streak",
  done: 'paused',
  fields: ['until'],
  run: ({ ctx, parent, child }, { until }) => pauseChildStreak(ctx, parent, child.id, until || null),
});

export const submitResume = settingsForm({
  summary: "Resume a child's streak",
  done: 'resumed',
  run: ({ ctx, parent, child }) => resumeChildStreak(ctx, parent, child.id),
});

export const submitInvitation = settingsForm({
  summary: 'Invite another guardian',
  done: 'invited',
  fields: ['email'],
  needsFreshCode: true,
  run: ({ ctx, parent, child }, { email = '' }) => inviteGuardian(ctx, parent, child.id, email),
});

export const submitInvitationCancel = settingsForm({
  summary: 'Cancel an invitation',
  done: 'cancelled',
  fields: ['invitation'],
  run: ({ ctx, parent, child }, { invitation = '' }) => cancelInvitation(ctx, parent, child.id, invitation),
});

export const submitKeepChild = settingsForm({
  summary: 'Cancel the deletion of a child',
  done: 'kept',
  run: ({ ctx, parent, child }) => cancelChildDeletion(ctx, parent, child.id),
});

async function settingsPage(
  request: ChildPageRequest,
  { notice, refused }: { notice?: Html | undefined; refused?: RefusedForm },
): Promise<Html> {
  const heading = getMessages(request.language).panel.child.settings.title({ name: request.child.display_name });
  return childLayout(request, { tab: 'settings', heading, main: await settingsView(request, refused), notice });
}
