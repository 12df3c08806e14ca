import { Type } from 'typebox';
import { ApiError } from '../../core/requests/api-error.ts';
import type { Operator } from '../../core/requests/caller.ts';
import { CSRF_TOKEN_FIELD, OptionalField, TextField } from '../../panel/parts/forms/field.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { definePageEndpoint } from '../../platform/http/endpoint.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/cross-site.ts';
import { ActError, actOnFamily, FAMILY_ACTS, type FamilyActName, findFamilies, showFamily } from './family-acts.ts';
import {
  formatAt,
  OPERATOR_PATH,
  type RenderForm,
  renderFacts,
  renderPage,
  renderSection,
  renderTable,
} from './layout.ts';

const FAMILIES_PATH = `${OPERATOR_PATH}/families`;

/** The acts on a profile, in the order of their buttons. */
const BUTTONS: Readonly<Record<FamilyActName, ActButton>> = {
  'sign-out': { label: 'Sign out everywhere', done: 'Signed out everywhere.' },
  unlock: { label: 'End the waits after wrong PINs', done: 'The waits have ended.', role: 'child' },
  'end-email-pause': { label: 'Send emails again', done: 'Emails are sent to this address again.', role: 'parent' },
  'reset-name': { label: 'Replace the name', done: 'The name is replaced.' },
  link: { label: 'Add a guardian', field: 'Address of a parent', done: 'The parent is a guardian now.', role: 'child' },
  unlink: {
    label: 'Remove a guardian',
    field: 'Address of a guardian',
    done: 'The guardian is removed.',
    role: 'child',
  },
  'change-email': {
    label: 'Change the address',
    field: 'New address',
    done: 'The address is changed.',
    role: 'parent',
  },
  erase: {
    label: 'Erase now',
    field: 'Id of this profile, to confirm',
    done: 'The profile is erased.',
    isDangerous: true,
  },
};

interface ActButton {
  readonly label: string;
  /** The label of the text that the act needs. */
  readonly field?: string;
  /** What is true after the act. */
  readonly done: string;
  /** The role of the profiles for which the act is, if it is not for all. */
  readonly role?: 'child' | 'parent';
  readonly isDangerous?: true;
}

export const searchFamilies = definePageEndpoint({
  summary: 'Find families',
  query: { text: TextField },
  async run(ctx: Context, operator: Operator, { client, query: { text } }) {
    const profiles = text.trim() === '' ? [] : await findFamilies(ctx, operator.name, text.trim());
    return renderPage(
      { ctx, client },
      { title: 'Families' },
      () => html`${renderSearch(text)}
${profiles.length === 0 ? html`<p>No profile has this id, address or name.</p>` : renderProfiles('Found profiles', profiles)}`,
    );
  },
});

export const showFamilyPage = definePageEndpoint({
  summary: 'Show a profile and its family',
  params: { id: Type.String() },
  query: { done: OptionalField },
  errorCodes: ['NOT_FOUND'],
  run: (ctx: Context, operator: Operator, { client, params, query }) =>
    renderFamily({ ctx, client, operator }, params.id, query.done),
});

export const submitFamilyAct = definePageEndpoint({
  summary: 'Act for a family',
  params: { id: Type.String() },
  body: { ...CSRF_TOKEN_FIELD, act: TextField, text: TextField },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  async run(ctx: Context, operator: Operator, { client, params: { id }, body }) {
    checkCsrfToken(ctx, client, body.form_token);
    const { act, text } = body;
    try {
      if (!isAct(act)) throw new ActError('refused', 'There is no such act.');
      if (act === 'erase' && text.trim() !== id)
        throw new ActError('refused', 'To erase the profile, enter its id. Nothing was erased.');
      const result = await actOnFamily(ctx, operator.name, act, { profileId: id, text: text.trim() });
      if ('erased' in result && !result.erased)
        throw new ActError('refused', 'The profile is not erased yet. “Erased on” says when it will be.');
      return new Redirect(act === 'erase' ? `${OPERATOR_PATH}?done=erase` : `${FAMILIES_PATH}/${id}?done=${act}`);
    } catch (error) {
      if (!(error instanceof ActError || error instanceof ApiError)) throw error;
      return renderFamily({ ctx, client, operator }, id, undefined, error);
    }
  },
});

function isAct(name: string): name is FamilyActName {
  return Object.hasOwn(FAMILY_ACTS, name);
}

/** What is true after an act, for a notice. */
export function getActNotice(name: string | undefined): string | undefined {
  return name !== undefined && isAct(name) ? BUTTONS[name].done : undefined;
}

export function renderSearch(text = ''): Html {
  return html`<form class="search" role="search" action="${FAMILIES_PATH}"><label for="text">Id, email address, name or pseudonym</label>
<input id="text" name="text" value="${text}" required autocomplete="off"><button class="button small">Find</button></form>`;
}

type Summary = Awaited<ReturnType<typeof findFamilies>>[number];

function renderProfiles(label: string, profiles: readonly Summary[]): Html {
  return renderTable(
    label,
    ['Name', 'Role', 'Address', 'Pseudonym', 'Since'],
    profiles.map(({ id, role, display_name, email, pseudonym, created_at }) => [
      html`<a href="${FAMILIES_PATH}/${id}"><bdi>${display_name || id}</bdi></a>`,
      role,
      email ?? '–',
      pseudonym ?? '–',
      formatAt(created_at),
    ]),
  );
}

async function renderFamily(
  {
    ctx,
    client,
    operator,
  }: {
    readonly ctx: Context;
    readonly client: Parameters<typeof renderPage>[0]['client'];
    readonly operator: Operator;
  },
  id: string,
  done: string | undefined,
  error?: ActError | ApiError,
) {
  const family = await showFamily(ctx, operator.name, id).catch((cause: unknown) => {
    if (cause instanceof ActError) return cause;
    throw cause;
  });
  if (family instanceof ActError)
    return renderPage({ ctx, client }, { title: 'Families', error: family }, () => renderSearch(id));
  const renderActs = (renderForm: RenderForm) =>
    Object.entries(BUTTONS)
      .filter(([, { role }]) => role === undefined || role === family.role)
      .map(([act, { label, field, isDangerous }]) =>
        renderForm(`${FAMILIES_PATH}/${family.id}`, label, {
          hidden: { act },
          ...(field !== undefined && { text: { name: 'text', label: field } }),
          ...(isDangerous && { isDangerous }),
        }),
      );
  return renderPage(
    { ctx, client },
    { title: family.display_name || family.id, notice: getActNotice(done), error },
    (renderForm) => html`${renderSection(
      'profile',
      'Profile',
      renderFacts([
        ['Id', html`<code>${family.id}</code>`],
        ['Role', family.role],
        ...(family.email === null ? [] : [['Address', family.email] as const]),
        ...(family.pseudonym === null ? [] : [['Pseudonym', family.pseudonym] as const]),
        ['Language', family.language],
        ['Since', formatAt(family.created_at)],
        ['Open sessions of the app', String(family.open_app_sessions)],
        [
          'Emails',
          family.email_paused_until === null
            ? 'are sent'
            : `none until ${formatAt(family.email_paused_until)}: the mail server refused several`,
        ],
        ['Erased on', formatAt(family.deletion_due_at)],
        ['Name in the security log', html`<code>${family.security_name}</code>`],
      ]),
    )}
${family.guardians.length > 0 ? renderSection('guardians', 'Guardians', renderProfiles('Table of guardians', family.guardians)) : ''}
${family.children.length > 0 ? renderSection('children', 'Children', renderProfiles('Table of children', family.children)) : ''}
${renderSection(
  'acts',
  'Acts',
  html`<div class="acts">${renderActs(renderForm)}</div>
<p class="hint">Each act is in the security log with your name. The family’s data as a ZIP file: <code>admin family export</code>.</p>`,
)}
${renderSection('events', 'Security log', renderEvents(family.events))}`,
  );
}

interface ShownEvent {
  readonly at: string;
  readonly event: string;
  readonly kind: string | null;
  readonly operator: string | null;
  readonly address: string | null;
  readonly repeats: number;
}

export function renderEvents(events: readonly ShownEvent[]): Html {
  if (events.length === 0) return html`<p class="hint">No events.</p>`;
  return renderTable(
    'Events',
    ['Time (UTC)', 'Event', 'What', 'Address', 'Operator'],
    events.map(({ at, event, kind, address, operator, repeats }) => [
      formatAt(at),
      repeats > 1 ? `${event} × ${repeats}` : event,
      kind ?? '–',
      address ?? '–',
      operator ?? '–',
    ]),
  );
}
