import { createChildInPanel, ensureShownCode, findShownCode } from '../../features/access/index.ts';
import { requireNoAccountDeletion } from '../../features/accounts/index.ts';
import { hasAgreedToStorage } from '../../features/onboarding/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderStepList } from '../first-steps/step-list.ts';
import { renderPanelLayout } from '../layout/panel-layout.ts';
import { OptionalField, TextField } from '../parts/forms/field.ts';
import { getPollEnd, UNCHANGED } from '../parts/poll.ts';
import { renderLinkSection, type ShownLink } from './link-section.ts';
import { renderNewChild } from './new-child-form.ts';

const SHOWN_FIELDS = { known: OptionalField, until: OptionalField };

export const showAddChild = definePanelPage({
  summary: 'Show the form for a new child, and the code that links a child with a profile',
  description: 'Redirects to the account if its deletion is planned, and to the question for consent before it.',
  query: { ...SHOWN_FIELDS, seen: OptionalField }, // `seen` is how many children the fragment on the open page knows
  run: async (request, { query }) => {
    const { ctx, parent, client, loadFamily } = request;
    const shown = query.known === undefined ? undefined : readShownLink(request, query);
    if (client.wantsFragment) {
      const isUnchanged = query.seen === String((await loadFamily()).children.length);
      if (isUnchanged && (await findShownCode(ctx, 'linking', parent.profileId))) return UNCHANGED;
      return renderLinkSection(request, shown);
    }
    return (
      (await findRedirect(request)) ?? renderAddChildPage(request, await renderNewChild(request, undefined, shown))
    );
  },
});

export const submitAddChild = definePanelForm({
  summary: 'Show a code for linking a child that has a profile',
  needsPresence: true,
  description: 'A code that is still valid is shown again. Refused while the deletion of the account is planned.',
  body: SHOWN_FIELDS,
  errorCodes: ['CONFLICT'],
  run: async (request, { body }) => {
    const { ctx, parent, client } = request;
    await requireNoAccountDeletion(ctx, parent.profileId);
    const redirect = await findRedirect(request);
    if (redirect) return redirect;
    await ensureShownCode(ctx, 'linking', parent);
    const { children } = await request.loadFamily();
    const shown = readShownLink(request, { known: String(children.length), ...body });
    if (client.wantsFragment) return renderLinkSection(request, shown);
    return new Redirect(
      `/panel/add-child?${new URLSearchParams({ known: String(shown.known), until: shown.until })}#link`,
    );
  },
});

export const showChildForm = definePanelPage({
  summary: 'Redirect to the form for a new child',
  description: 'The address of a refused form, for example after the parent has signed in again.',
  run: async () => new Redirect('/panel/add-child'),
});

export const submitChild = definePanelForm({
  summary: 'Create a child with a name, a birth year, a PIN, a look and a language',
  description: 'The parent becomes its first guardian. Refused while the deletion of the account is planned.',
  needsPresence: true,
  body: {
    display_name: TextField,
    birth_year: TextField,
    pin: TextField,
    language: TextField,
    look: TextField,
    time_zone: OptionalField,
  },
  errorCodes: ['CONFLICT'],
  run: async (request, { body: { birth_year, look, pin, ...body } }) => {
    const { ctx, parent, client } = request;
    await requireNoAccountDeletion(ctx, parent.profileId);
    const redirect = await findRedirect(request);
    if (redirect) return redirect;
    const year = /^\d{4}$/.test(birth_year.trim()) ? Number(birth_year) : 0; // 0 is refused
    const input = { ...body, birth_year: year, avatar_id: look, pin: pin.trim() };
    await createChildInPanel(ctx, parent, input, client);
    await ensureShownCode(ctx, 'tablet', parent);
    return new Redirect('/panel/tablet');
  },
  renderRefused: async (request, error, { body }) =>
    renderAddChildPage(request, await renderNewChild(request, { error, values: body })),
});

/** Where a parent goes who may not add a child now. */
async function findRedirect({ ctx, parent, loadFamily }: PanelRequest): Promise<Redirect | undefined> {
  const { deletions } = await loadFamily();
  if (deletions.has(parent.profileId)) return new Redirect('/panel/account');
  return (await hasAgreedToStorage(ctx, parent.profileId)) ? undefined : new Redirect('/panel/consent');
}

function readShownLink({ ctx }: PanelRequest, { known, until }: { known?: string; until?: string }): ShownLink {
  const count = Number(known);
  return { known: Number.isInteger(count) && count >= 0 ? count : 0, until: getPollEnd(ctx, until) };
}

async function renderAddChildPage(request: PanelRequest, content: Html): Promise<Html> {
  const { title } = request.t.children.addChild;
  const steps = await renderStepList(request, 'children');
  const main = html`${steps ?? ''}<h1>${title}</h1>${content}`;
  return renderPanelLayout(request, { title, section: 'settings', width: 'narrow', main, isFirstStep: !!steps });
}
