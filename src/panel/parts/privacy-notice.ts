import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelMessages } from '../endpoints.ts';

/** Renders what is stored about a family, why and for how long, and who runs the service, for parents and for children. */
export function renderPrivacyNotice({ settings }: Context, t: PanelMessages['privacy']): Html {
  const renderList = (sentences: readonly (string | Html)[]) =>
    html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
  const { operatorName, operatorContact } = settings;
  const operator = [
    operatorName === null ? t.operator.unnamed : t.operator.named({ name: operatorName }),
    ...(operatorContact === null
      ? []
      : [html`<a href="mailto:${operatorContact}">${t.operator.contact({ email: operatorContact })}</a>`]),
    t.operator.authority,
  ];
  return html`<p class="intro">${t.intro}</p><p><a class="button outline" href="#children">${t.childrenLink}</a></p>
<h2>${t.operator.heading}</h2>${renderList(operator)}
${t.parts.map(({ heading, sentences }) => html`<h2>${heading}</h2>${renderList(sentences)}`)}
<h2 id="children">${t.children.title}</h2>${renderList(t.children.sentences)}`;
}

/** Says what a guardian agrees to, with a link to the notice. */
export function renderConsent(t: PanelMessages['privacy']): Html {
  return html`<p class="hint">${t.consent}</p><p><a class="button outline" href="/privacy">${t.title}</a></p>`;
}
