import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { type Language, languageFor } from '../../core/languages.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { countPendingApprovals } from '../approvals/pending-approvals.ts';
import { tokenField } from '../parts/forms/form.ts';
import { icon } from '../parts/icons.ts';
import { layout } from './layout.ts';

/** A page within the panel, as its own file makes it. */
export interface PanelPageProps {
  readonly title: string;
  readonly content: Html;
  /** Which of the navigation's ways leads here. */
  readonly here?: Place | undefined;
  readonly notice?: Html | string | undefined;
  readonly width?: 'narrow' | 'wide' | undefined;
}

/** The page around every page that only a signed-in parent sees: navigation, what waits, the way out. */
export async function panelPage(
  ctx: Context,
  caller: PanelParent,
  client: Client,
  room: PanelPageProps,
): Promise<Html> {
  const language = languageFor(caller.language);
  const waiting = await countPendingApprovals(ctx, caller.profileId);
  return layout({
    ...room,
    locale: caller.language,
    navigation: navigation(language, room.here, waiting),
    corner: leaveForm(ctx, client, language),
  });
}

/** The number beside "Approvals", to be put in place of the one that shows. */
export function approvalsBadge(language: Language, waiting: number, inPlace = false): Html {
  const t = messages(language).panel.layout;
  return html`<span class="count" id="waiting-count"${inPlace ? html` hx-swap-oob="true"` : ''}${waiting === 0 ? html` hidden` : ''}><span aria-hidden="true">${waiting > 99 ? '99+' : waiting}</span><span class="unseen">${t.waiting({ count: waiting })}</span></span>`;
}

/** A sentence in the place for notices, beside whatever else a fragment brings. */
export function noticeFragment(notice: Html): Html {
  return html`<hx-partial hx-target="#notice">${notice}</hx-partial>`;
}

type Place = 'children' | 'approvals' | 'link' | 'account';

const PLACES: readonly (readonly [Place, string])[] = [
  ['children', '/panel'],
  ['approvals', '/panel/approvals'],
  ['link', '/panel/link'],
  ['account', '/panel/account'],
];

function navigation(language: Language, here: Place | undefined, waiting: number): Html {
  const t = messages(language).panel.layout;
  const ways = PLACES.map(
    ([place, path]) =>
      html`<li><a href="${path}"${place === here ? html` aria-current="page"` : ''}>${icon(place)}<span>${t[place]}</span>${place === 'approvals' ? approvalsBadge(language, waiting) : ''}</a></li>`,
  );
  return html`<nav class="ways" aria-label="${t.navigation}"><ul>${ways}</ul></nav>`;
}

function leaveForm(ctx: Context, client: Client, language: Language): Html {
  return html`<form class="leave" method="post" action="/logout" hx-boost="false">${tokenField(ctx, client)}<button class="button quiet">${messages(language).panel.layout.leave}</button></form>`;
}
