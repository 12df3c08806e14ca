import { declineProofOffer, getPanelPinState } from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, type PanelRequest } from '../endpoints.ts';
import { renderCsrfField } from '../parts/forms/form.ts';

export const submitOfferDeclined = definePanelForm({
  summary: 'Decline the offer of a passkey and a panel PIN in this browser',
  run: async ({ ctx, parent, client }) => {
    await declineProofOffer(ctx, parent, client);
    return new Redirect('/panel');
  },
});

/** Offers a passkey and a panel PIN from the day after the parent first signed in in this browser. */
export async function renderProofOffer(request: PanelRequest): Promise<Html | string> {
  const { ctx, parent, client, t } = request;
  const { isOffered } = await getPanelPinState(ctx, parent, client);
  if (!isOffered) return '';
  const { title, text, passkey, decline } = t.passkeys.offer;
  return html`<section class="card spaced"><h2>${title}</h2><p class="hint">${text}</p>
<form class="actions compact" method="post" action="/panel/account/decline-offer">${renderCsrfField(request)}
<a class="button outline" href="/panel/account/passkeys">${passkey}</a><a class="button outline" href="/panel/account/pin">${t.account.page.choosePanelPin}</a>
<button class="button outline">${decline}</button></form></section>`;
}
