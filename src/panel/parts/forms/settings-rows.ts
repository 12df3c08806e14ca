import { type Html, html } from '../../../platform/html.ts';

interface SettingProps {
  readonly title: Html | string;
  /** The current value. */
  readonly value?: string | number | undefined;
  readonly picture?: Html | string;
}

/** Renders settings as the rows of a card. A row shows its current value; it leads to a page, or opens its form. */
export function renderSettingsRows(rows: readonly (Html | string)[]): Html {
  return html`<ul class="rows lines setting-rows">${rows.map((row) => (row === '' ? '' : html`<li>${row}</li>`))}</ul>`;
}

export function renderSettingLink(href: string, props: SettingProps, variant: 'danger' | '' = ''): Html {
  return html`<a class="setting ${variant}" href="${href}">${renderTitleAndValue(props)}</a>`;
}

/** Renders a setting whose form is folded, unless it has to be seen at once. */
export function renderFoldedSetting(
  { id, isOpen = false, ...props }: SettingProps & { readonly id?: string; readonly isOpen?: boolean },
  content: Html,
): Html {
  return html`<details${id ? html` id="${id}"` : ''}${isOpen ? html` open` : ''}><summary class="setting">${renderTitleAndValue(props)}</summary>
<div class="setting-form">${content}</div></details>`;
}

function renderTitleAndValue({ title, value, picture }: SettingProps): Html {
  return html`${picture ?? ''}<span><b>${title}</b>${value === undefined || value === '' ? '' : html` <span class="hint"><bdi>${value}</bdi></span>`}</span>`;
}
