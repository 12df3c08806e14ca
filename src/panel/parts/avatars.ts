import { avatarPath } from '../../features/accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';

/** Some of the looks that children start from: what a parent sees first is what this is about. */
export function avatars(ctx: Context, count: number, last: Html | string = ''): Html {
  const looks = ctx.content.current.looks.slice(0, count);
  return html`<p class="faces" aria-hidden="true">${looks.map((look) => face(avatarPath(ctx, look)))}${last}</p>`;
}

function face(path: string): Html {
  return html`<img src="${path}&size=144" alt="" width="72" height="72">`;
}
