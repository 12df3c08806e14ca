import type { PanelParent } from '../../core/caller.ts';
import { languageFor } from '../../core/languages.ts';
import { confirmPrivacyRead, privacyReadAt } from '../../features/onboarding/index.ts';
import { messages } from '../../locales/index.ts';
import { html } from '../../platform/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/csrf.ts';
import { panelPage } from '../layout/panel-layout.ts';
import { buttonForm, FORM_TOKEN, formatLongDate } from '../parts/forms/form-parts.ts';

export const showPrivacy = page({
  summary: 'What is kept about a family, for how long, in plain words',
  run: async (ctx, caller: PanelParent, { client }) => {
    const language = languageFor(caller.language);
    const { back, title, lead, parts, read, readOn } = messages(language).panel.privacy;
    const readAt = await privacyReadAt(ctx, caller.profileId);
    const sections = parts.map(
      ({ heading, sentences }) =>
        html`<h2>${heading}</h2><ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`,
    );
    const end = readAt
      ? html`<p class="told">${readOn({ day: formatLongDate(language, readAt) })}</p>`
      : buttonForm(ctx, client, '/panel/privacy', read, { look: '' });
    const content = html`<a class="way-back" href="/panel/account">${back}</a>
<div class="prose"><h1>${title}</h1><p class="lead">${lead}</p>${sections}</div><div class="after">${end}</div>`;
    return panelPage(ctx, caller, client, { title, here: 'account', content });
  },
});

/** The step `review_privacy` of getting started: a page that is only opened changes nothing. */
export const submitPrivacy = page({
  summary: 'Say that one has read what is kept',
  body: FORM_TOKEN,
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    await confirmPrivacyRead(ctx, caller.profileId);
    return new Redirect('/panel/privacy');
  },
});
