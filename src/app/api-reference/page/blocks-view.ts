import { type Html, html } from '../../../platform/html.ts';
import type { Block } from '../blocks.ts';

/** A block of the introduction. */
export function blockView(block: Block): Html {
  if (block.kind === 'text') return html`<p>${inline(block.text)}</p>`;
  if (block.kind === 'code') return codeView(block.text);
  if (block.kind === 'definitions') return definitionsView(block.definitions);
  return html`<div class="table" tabindex="0" role="region" aria-label="${block.caption}"><table>
<caption>${inline(block.caption)}</caption>
<thead><tr>${block.head.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${block.rows.map(rowView)}</tbody>
</table></div>`;
}

/** Code that scrolls, so the keyboard must reach it. */
export function codeView(text: string): Html {
  return html`<pre tabindex="0">${text}</pre>`;
}

export function definitionsView(definitions: readonly (readonly [name: string, text: string])[]): Html {
  return html`<dl>${definitions.map(([name, text]) => html`<dt>${name}</dt><dd>${inline(text)}</dd>`)}</dl>`;
}

export function endpointTitle(title: string): Html {
  const [method = '', path = ''] = title.split(' ');
  return html`<span class="method ${method.toLowerCase()}">${method}</span> <code>${addBreakOpportunities(path)}</code>`;
}

/** Text in backticks as code. */
export function inline(text: string): (Html | string)[] {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
}

function rowView([first = '', ...others]: readonly string[]): Html {
  return html`<tr><th scope="row">${inline(first)}</th>${others.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`;
}

/** Lets a long path break after its slashes, with characters of no width. */
function addBreakOpportunities(path: string): string {
  return path.replace(/(?<=\w\/)(?=[\w:])/g, '\u200b');
}
