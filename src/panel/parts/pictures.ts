import { buildAvatarPath } from '../../features/accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';

/** Renders a row of `count` starter avatars, as decoration, followed by `lastElement`. */
export function renderSampleAvatars(ctx: Context, count: number, lastElement: Html | string = ''): Html {
  const looks = ctx.content.current.starterLooks.slice(0, count);
  return html`<p class="avatars" aria-hidden="true">${looks.map((look) => renderAvatar(ctx, look, 72))}${lastElement}</p>`;
}

/** Renders an avatar as decoration: a name is next to it. */
export function renderAvatar(ctx: Context, look: Parameters<typeof buildAvatarPath>[1], size: number): Html {
  return html`<img src="${addAvatarSize(buildAvatarPath(ctx, look))}" alt="" width="${size}" height="${size}">`;
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
  today: 'M3.5 11.5 12 4l8.5 7.5M6 9.5V20h12V9.5M10 20v-5.5h4V20',
  learning: 'M12 20v-2.5M9 20.5h6M8.6 14.6a6 6 0 1 1 6.8 0c-.6.4-.9 1-.9 1.7v1.2h-5v-1.2c0-.7-.3-1.3-.9-1.7Z',
  plan: 'M4.5 6.5h15V20h-15ZM4.5 10.5h15M8.5 3.5v4M15.5 3.5v4M9 15.3l2 2 4-4',
  work: 'M4 5h16v14H4ZM4 16l4.5-4.5 4 4 3-3L20 17M15.5 9.2a.8.8 0 1 0 0-.4Z',
  settings:
    'M4 7h9M17 7h3M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM4 17h3M11 17h9M9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  tablet: 'M6 3.5h12v17H6ZM11 17.5h2',
  flame:
    'M12 3c.6 3.2 5.5 5.4 5.5 10.5a5.5 5.5 0 0 1-11 0c0-2.3 1.1-3.8 2.3-5 .3 1.6 1 2.5 1.9 2.8C10.4 8.5 10.6 5.4 12 3Z',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.2 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8Z',
  add: 'M12 5v14M5 12h14',
  check: 'm6 12.5 4 4 8-9',
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  previous: 'M14.5 5.5 8 12l6.5 6.5',
} as const;
