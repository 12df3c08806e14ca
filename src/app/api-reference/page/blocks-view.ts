import { type Html, html } from '../../../platform/html.ts';
import type { Block } from '../introduction.ts';

/** Renders a block of a chapter. */
export function renderBlock(block: Block): Html {
  if (block.kind === 'text') return html`<p>${renderInlineCode(block.text)}</p>`;
  if (block.kind === 'code') return renderCode(block.text);
  return html`<div class="table" tabindex="0" role="region" aria-label="${block.caption}"><table>
<caption>${renderInlineCode(block.caption)}</caption>
<thead><tr>${block.headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${block.rows.map(renderRow)}</tbody>
</table></div>`;
}

/** Renders code. The tabindex makes long lines scrollable with the keyboard. */
export function renderCode(text: string): Html {
  return html`<pre tabindex="0">${text}</pre>`;
}

export function renderDefinitions(definitions: readonly (readonly [name: string, text: string])[]): Html {
  return html`<dl>${definitions.map(([name, text]) => html`<dt>${name}</dt><dd>${renderInlineCode(text)}</dd>`)}</dl>`;
}

export function renderEndpointTitle(title: string): Html {
  const [method = '', path = ''] = title.split(' ');
  return html`<span class="method ${method.toLowerCase()}">${method}</span> <code>${addBreakOpportunities(path)}</code>`;
}

/** Renders text, with the parts in backticks as code. */
export function renderInlineCode(text: string): (Html | string)[] {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
}

function renderRow([first = '', ...others]: readonly string[]): Html {
  return html`<tr><th scope="row">${renderInlineCode(first)}</th>${others.map((cell) => html`<td>${renderInlineCode(cell)}</td>`)}</tr>`;
}

/** Inserts zero-width spaces after the slashes of a path, so that a long path can break there. */
function addBreakOpportunities(path: string): string {
  return path.replace(/(?<=\w\/)(?=[\w:])/g, '\u200b');
}
