import { buildAvatarPath } from '../../features/accounts/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { ChildPageRequest } from '../endpoints.ts';
import { renderPanelLayout } from '../layout/panel-layout.ts';
import { formatLongDate } from '../parts/format.ts';
import { addAvatarSize, renderIcon } from '../parts/pictures.ts';

/** The tabs. Each except `overview` is the last segment of the path of its page. */
const TABS = ['overview', 'activity', 'answers', 'submissions', 'todos', 'badges', 'ledger', 'settings'] as const;
export type ChildTab = (typeof TABS)[number];

interface ChildLayoutProps {
  readonly tab: ChildTab;
  readonly main: Html;
  /** The heading, if it differs from the name of the tab. */
  readonly heading?: string;
  readonly notice?: Html;
}

/** Renders the layout of a child's pages that belong to a tab: avatar, name and tabs. */
export function renderChildLayout(
  request: ChildPageRequest,
  { tab, main, heading, notice }: ChildLayoutProps,
): Promise<Html> {
  const { ctx, child } = request;
  const title = heading ?? request.t.child.overview[tab];
  return renderPanelLayout(request, {
    title: `${child.display_name} · ${title}`,
    section: 'children',
    notice,
    main: html`<div class="child-header">
<a class="button outline back" href="/panel" aria-label="${request.t.child.overview.back}">${renderIcon('previous')}</a>
<img class="avatar" src="${addAvatarSize(buildAvatarPath(ctx, child))}" alt="" width="56" height="56">
<p class="name"><bdi>${child.display_name}</bdi></p>
</div>
${renderTabs(request, tab)}
${tab === 'settings' ? '' : renderDeletionNotice(request)}
<h1${tab === 'overview' ? html` class="visually-hidden"` : ''}>${tab === 'overview' ? child.display_name : title}</h1>
${main}`,
  });
}

/**
 * Renders a notice that the child's deletion is planned, with a link to the settings, where a guardian can cancel the deletion.
 */
function renderDeletionNotice({ language, path, deletion, t }: ChildPageRequest): Html | string {
  if (!deletion) return '';
  return html`<section class="card deletion-notice"><p>${t.child.settings.plannedDeletion({ day: formatLongDate(language, deletion.due_at) })}</p>
<a class="button outline" href="${path}/settings">${t.child.overview.settings}</a></section>`;
}

function renderTabs({ path, t }: ChildPageRequest, currentTab: ChildTab): Html {
  const links = TABS.map((tab) => {
    const target = tab === 'overview' ? path : `${path}/${tab}`;
    return html`<li><a href="${target}"${tab === currentTab ? html` aria-current="page"` : ''}>${t.child.overview[tab]}</a></li>`;
  });
  return html`<nav class="tabs" aria-label="${t.child.overview.sections}"><ul>${links}</ul></nav>`;
}
