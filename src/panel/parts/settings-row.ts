import { type Html, html } from '../../platform/html.ts';

/** A row of a list in the settings: a guardian, an invitation, a consent or a session, and what can be done with it. */
export function renderSettingsRow(title: string, details: string, action: Html | string): Html {
  return html`<li><div><b><bdi>${title}</bdi></b><span class="hint">${details}</span></div>${action}</li>`;
}
