import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { type Language, languageFor } from '../../core/languages.ts';
import { avatarPath, type Profile } from '../../features/accounts/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { panelPage } from '../layout/panel-layout.ts';
import { icon } from '../parts/icons.ts';

export const SECTIONS = ['overview', 'activity', 'answers', 'works', 'todos', 'badges', 'ledger', 'settings'] as const;
export type Section = (typeof SECTIONS)[number];

interface ChildRoom {
  readonly child: Profile;
  readonly section: Section;
  readonly content: Html;
  /** Instead of the section's name. */
  readonly heading?: string;
  readonly notice?: Html | string | undefined;
}

/** A page about one child: its face and name, the ways to the other sections, and this one. */
export function childPage(
  ctx: Context,
  caller: PanelParent,
  client: Client,
  { child, section, content, heading, notice }: ChildRoom,
): Promise<Html> {
  const language = languageFor(caller.language);
  const t = messages(language).panel.child;
  const title = heading ?? t[section];
  return panelPage(ctx, caller, client, {
    title: `${child.display_name} · ${title}`,
    here: 'children',
    notice,
    content: html`<div class="about">
<a class="button quiet back" href="/panel" aria-label="${t.back}">${icon('back')}</a>
<img class="face" src="${avatarPath(ctx, child)}&size=144" alt="" width="56" height="56">
<p class="name"><bdi>${child.display_name}</bdi></p>
</div>
${tabs(language, child.id, section)}
<h1${section === 'overview' ? html` class="unseen"` : ''}>${section === 'overview' ? child.display_name : title}</h1>
${content}`,
  });
}

function tabs(language: Language, childId: string, here: Section): Html {
  const t = messages(language).panel.child;
  const ways = SECTIONS.map((section) => {
    const path = `/panel/children/${childId}${section === 'overview' ? '' : `/${section}`}`;
    return html`<li><a href="${path}"${section === here ? html` aria-current="page"` : ''}>${t[section]}</a></li>`;
  });
  return html`<nav class="tabs" aria-label="${t.sections}"><ul>${ways}</ul></nav>`;
}
