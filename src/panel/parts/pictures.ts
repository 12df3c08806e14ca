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

/** Renders a line icon in the color of the text next to it. The icon is decorative: the text has the same meaning. */
export function renderIcon(name: keyof typeof ICON_PATHS): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${ICON_PATHS[name]}"/></svg>`;
}

const ICON_PATHS = {
  children:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5M16.5 12.5a2.75 2.75 0 1 0-.8-5.4M17 14.6c2.6.2 4.2 1.8 4.5 4.4',
  approvals: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12.3l2.8 2.8L16 9.5',
  link: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 8v8M8 12h8',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.5-3.9 3.5-6 7.5-6s7 2.1 7.5 6',
  flame:
    'M12 3c.6 3.2 5.5 5.4 5.5 10.5a5.5 5.5 0 0 1-11 0c0-2.3 1.1-3.8 2.3-5 .3 1.6 1 2.5 1.9 2.8C10.4 8.5 10.6 5.4 12 3Z',
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  previous: 'M14.5 5.5 8 12l6.5 6.5',
} as const;
