import { Type } from 'typebox';
import { countSecondsUntil } from '../../core/time/instant.ts';
import { ensureShownCode, findShownCode, listIdsOfSavedProfiles } from '../../features/access/index.ts';
import { buildAvatarPath } from '../../features/accounts/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, definePublicPage, type PanelRequest } from '../endpoints.ts';
import { renderStepList } from '../first-steps/step-list.ts';
import { renderPanelLayout } from '../layout/panel-layout.ts';
import { OptionalField } from '../parts/forms/field.ts';
import { renderButtonForm } from '../parts/forms/form.ts';
import { addAvatarSize } from '../parts/pictures.ts';
import { buildPollAttributes, getPollEnd, type Poll, UNCHANGED } from '../parts/poll.ts';
import { renderQrCode } from '../parts/qr-code.ts';

export const showTablet = definePanelPage({
  summary: 'Show the address that brings the children to a tablet, and which of them are there',
  description: 'Redirects to the panel if there are no children.',
  query: { until: OptionalField, seen: OptionalField }, // `seen` is how many connected children the open page shows
  run: async (request, { query }) => {
    const status = { until: getPollEnd(request.ctx, query.until), connectedIds: await findConnectedIds(request) };
    if (request.client.wantsFragment)
      return query.seen === String(status.connectedIds.size) ? UNCHANGED : renderTablet(request, status);
    if ((await request.loadFamily()).childrenWithoutDeletion.length === 0) return new Redirect('/panel');
    const layout = { title: request.t.tablet.title, section: 'today', width: 'narrow' } as const;
    const isFirstStep = (await renderStepList(request, 'tablet')) !== undefined;
    return renderPanelLayout(request, { ...layout, isFirstStep, main: await renderTablet(request, status) });
  },
});

export const submitTablet = definePanelForm({
  summary: 'Show an address for a tablet',
  needsPresence: true,
  run: async ({ ctx, parent }) => {
    await ensureShownCode(ctx, 'tablet', parent);
    return new Redirect('/panel/tablet');
  },
});

/** The short address, for typing. It is outside of the child's app, whose addresses are longer. */
export const openTabletAddress = definePublicPage({
  summary: "Open the child's app with a code from the panel",
  params: { code: Type.String() },
  run: (_request, { params }) => new Redirect(`/play/join/${encodeURIComponent(params.code)}`),
});

async function renderAddress(request: PanelRequest): Promise<Html> {
  const { ctx, parent } = request;
  const t = request.t.tablet;
  const shown = await findShownCode(ctx, 'tablet', parent.profileId);
  if (!shown)
    return html`<section class="card"><p>${t.expired}</p>${renderButtonForm(request, '/panel/tablet', t.renew, { variant: 'primary' })}</section>`;
  const address = `${ctx.settings.baseUrl}/t/${shown.code}`;
  const place = address.slice(0, -8).replace(/^https?:\/\//, '');
  return html`<p class="intro">${t.intro}</p><section class="card tablet-address">${renderQrCode(address, t.qr)}
<p class="address"><b>${place}<wbr><span>${shown.code.slice(0, 4)}-${shown.code.slice(4)}</span></b></p><p class="hint">${t.expiresIn({ count: Math.ceil(countSecondsUntil(ctx.now(), shown.expires_at) / 60) })}</p>
<p>${t.noTablet}<br><a class="button secondary" href="/t/${shown.code}" hx-boost="false">${t.useThis}</a></p></section>`;
}

async function findConnectedIds({ ctx, loadFamily }: PanelRequest): Promise<ReadonlySet<string>> {
  const { childrenWithoutDeletion } = await loadFamily();
  return listIdsOfSavedProfiles(
    ctx,
    childrenWithoutDeletion.map(({ id }) => id),
  );
}

/** Renders the address and which children are on a device, or else what comes next. It replaces itself until all children are. */
async function renderTablet(
  request: PanelRequest,
  { until, connectedIds }: Poll & { readonly connectedIds: ReadonlySet<string> },
): Promise<Html> {
  const { ctx } = request;
  const t = request.t.tablet;
  const { childrenWithoutDeletion: children } = await request.loadFamily();
  const isWaiting = children.some(({ id }) => !connectedIds.has(id));
  const items = children.map((child) => {
    const isConnected = connectedIds.has(child.id);
    const text = isConnected ? t.connected({ name: child.display_name }) : t.notYet({ name: child.display_name });
    return html`<li${isConnected ? html` class="done"` : ''}><img src="${addAvatarSize(buildAvatarPath(ctx, child))}" alt="" width="44" height="44"><span>${text}</span></li>`;
  });
  const list = html`<ul class="tablet-children">${items}</ul>`;
  const another = html`<a class="button outline" href="/panel/add-child">${t.another}</a>`;
  const address = await renderAddress(request);
  if (!isWaiting)
    return html`<div id="tablet"><h1>${t.ready}</h1><div role="status">${list}</div>
<ol class="steps card">${t.next.map((step) => html`<li>${step}</li>`)}</ol>
<p class="actions">${another}<a class="button" href="/panel">${t.finish}</a></p>
<details class="other-way"><summary class="button outline">${t.connectAnother}</summary>${address}</details></div>`;
  const poll = buildPollAttributes(ctx, `/panel/tablet?until=${until}&seen=${connectedIds.size}`, { until });
  return html`<div id="tablet"${poll}>${(await renderStepList(request, 'tablet')) ?? ''}<h1>${t.title}</h1>${address}
<div role="status">${list}</div><p class="hint">${t.waiting} <a class="check-now" href="/panel/tablet">${t.reload}</a></p>
<p class="actions">${another}<a class="button outline" href="/panel">${t.finish}</a></p></div>`;
}
