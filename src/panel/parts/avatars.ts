import { buildAvatarPath } from '../../features/accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';

/** Renders a row of `count` starter avatars, as decoration, followed by `lastElement`. */
export function renderSampleAvatars(ctx: Context, count: number, lastElement: Html | string = ''): Html {
  const looks = ctx.content.current.starterLooks.slice(0, count);
  return html`<p class="avatars" aria-hidden="true">${looks.map((look) => renderAvatar(buildAvatarPath(ctx, look)))}${lastElement}</p>`;
}

function renderAvatar(path: string): Html {
  return html`<img src="${addAvatarSize(path)}" alt="" width="72" height="72">`;
}

/** Adds the size in pixels to the path of an avatar: twice the largest size on a page, for high-resolution screens. */
export function addAvatarSize(path: string): string {
  return `${path}&size=144`;
}
