import type { ApiError } from '../../core/requests/api-error.ts';
import {
  confirmWithEmailCode,
  confirmWithManagerCode,
  isFreshlyConfirmed,
  sendConfirmCode,
} from '../../features/access/index.ts';
import { findProfile } from '../../features/accounts/index.ts';
import { getMessages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { type PanelRequest, panelForm, panelPage } from '../endpoints.ts';
import { panelLayout } from '../layout/panel-layout.ts';
import { emailCodeInput } from '../parts/forms/controls.ts';
import { field, renderFormError } from '../parts/forms/field.ts';
import { catchError, formPage, hiddenField, tokenField } from '../parts/forms/form.ts';
import { TextField } from '../parts/forms/form-fields.ts';
import { panelPathOrHome } from '../parts/paths.ts';

/** Runs `run` if a code was entered recently. Otherwise redirects to the page that asks for one and then back to `path`. */
export async function requireFreshCode<T>({ ctx, parent }: PanelRequest, path: string, run: () => Promise<T>) {
  if (await isFreshlyConfirmed(ctx, parent)) return run();
  return new Redirect(`/panel/confirm?${new URLSearchParams({ next: path })}`);
}

const BODY = { next: TextField, code: TextField };

export const showConfirm = panelPage({
  summary: 'Ask for a fresh code before a sensitive action',
  query: { next: TextField, sent: TextField },
  run: (request, { query }) =>
    confirmPage(request, { next: panelPathOrHome(query.next), isSent: query.sent !== undefined }),
});

export const submitConfirmSend = panelForm({
  summary: 'Send a code by email to confirm with',
  body: BODY,
  run: (request, { body }) => {
    const next = panelPathOrHome(body.next);
    return catchError(
      async () => {
        await sendConfirmCode(request.ctx, request.parent, request.client);
        return new Redirect(`/panel/confirm?${new URLSearchParams({ next, sent: '1' })}`);
      },
      async (error) => formPage(await confirmPage(request, { next, isSent: false, error, form: 'send' }), error),
    );
  },
});

export const submitConfirmEmail = panelForm({
  summary: 'Confirm with a code from an email',
  body: BODY,
  run: (request, { body }) =>
    confirm(request, 'email', body.next, () =>
      confirmWithEmailCode(request.ctx, request.parent, body.code ?? '', request.client),
    ),
});

export const submitConfirmManager = panelForm({
  summary: 'Confirm with a manager code',
  body: BODY,
  run: (request, { body }) =>
    confirm(request, 'manager', body.next, () => confirmWithManagerCode(request.ctx, request.parent, body.code ?? '')),
});

function confirm(
  request: PanelRequest,
  form: 'email' | 'manager',
  next: string | undefined,
  checkCode: () => Promise<void>,
) {
  const path = panelPathOrHome(next);
  return catchError(
    async () => {
      await checkCode();
      return new Redirect(path);
    },
    async (error) => formPage(await confirmPage(request, { next: path, isSent: form === 'email', error, form }), error),
  );
}

interface ConfirmPageProps {
  readonly next: string;
  /** An email with a code has been sent. */
  readonly isSent: boolean;
  readonly error?: ApiError;
  /** The form that the error is about. */
  readonly form?: 'send' | 'email' | 'manager';
}

async function confirmPage(request: PanelRequest, { next, isSent, error, form }: ConfirmPageProps): Promise<Html> {
  const { ctx, parent, language } = request;
  const t = getMessages(language).panel.signIn.confirm;
  const email = (await findProfile(ctx.db, parent.profileId))?.email ?? '';
  const hiddenFields = html`${tokenField(request)}${hiddenField('next', next)}`;
  const errorOfForm = (name: ConfirmPageProps['form']) => (form === name ? error : undefined);
  const managerInput = (attributes: Html) =>
    html`<input class="code uppercase" id="manager" name="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="go" placeholder="XXXX-XXXX" ${attributes}>`;
  const main = html`<h1>${t.title}</h1><p class="intro">${t.lead}</p>
<section class="card"><h2>${t.emailTitle}</h2>${renderFormError(language, errorOfForm('send'))}
${isSent ? html`<p>${t.sent({ email })}</p><form method="post" action="/panel/confirm/email-code">${hiddenFields}${field(language, { id: 'code', label: t.codeLabel, error: errorOfForm('email') }, (attributes) => emailCodeInput(attributes, !error))}<button class="button">${t.confirm}</button></form>` : html`<p>${t.emailHint({ email })}</p>`}
<form method="post" action="/panel/confirm/email">${hiddenFields}<button class="button ${isSent ? 'outline' : 'secondary'}">${isSent ? t.sendAgain : t.send}</button></form></section>
<form class="card" method="post" action="/panel/confirm/manager-code">${hiddenFields}<h2>${t.managerTitle}</h2>
${field(language, { id: 'manager', label: t.managerLabel, error: errorOfForm('manager'), hint: t.managerHint }, managerInput)}
<button class="button${isSent && form !== 'manager' ? ' secondary' : ''}">${t.confirm}</button></form>
<p class="actions"><a class="button outline" href="/panel">${t.cancel}</a></p>`;
  return panelLayout(request, { title: t.title, width: 'narrow', main });
}
