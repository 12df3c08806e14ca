import { type Html, html } from '../../platform/html.ts';

/**
 * Renders a row of a list in the settings: a guardian, an invitation, a consent or a session, with an action such as a button.
 */
export function renderSettingsRow(title: string, details: string, action: Html | string): Html {
  return html`<li><div><b><bdi>${title}</bdi></b><span class="hint">${details}</span></div>${action}</li>`;
}
