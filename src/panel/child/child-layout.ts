import { areRewardsOn } from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { ChildPageRequest } from '../endpoints.ts';
import {
  type ChildTab,
  findSection,
  getPagePath,
  PAGES_BY_SECTION,
  renderChildChips,
  renderPanelLayout,
} from '../layout/panel-layout.ts';
import { formatLongDate } from '../parts/format.ts';

interface ChildLayoutProps {
  readonly tab: ChildTab;
  readonly main: Html;
  /** The heading, if it differs from the name of the tab. */
  readonly heading?: string;
  readonly notice?: Html;
}

/** Renders the layout of a child's pages: the children of the family, and the tabs of the section. */
export async function renderChildLayout(
  request: ChildPageRequest,
  { tab, main, heading, notice }: ChildLayoutProps,
): Promise<Html> {
  const { child, t } = request;
  const title = heading ?? t.child.overview[tab];
  const section = findSection(tab);
  return renderPanelLayout(request, {
    title: `${child.display_name} · ${title}`,
    section,
    notice,
    main: html`${await renderChildChips(request, tab, { current: child })}
${await renderTabs(request, section, tab)}
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

async function renderTabs(
  request: ChildPageRequest,
  section: keyof typeof PAGES_BY_SECTION,
  currentTab: ChildTab,
): Promise<Html | string> {
  const { ctx, child, path, t } = request;
  const hasRewards = section === 'plan' && (currentTab === 'rewards' || (await areRewardsOn(ctx, child.id)));
  const tabs: readonly ChildTab[] = PAGES_BY_SECTION[section].filter((tab) => tab !== 'rewards' || hasRewards);
  if (tabs.length < 2) return '';
  const links = tabs.map(
    (tab) =>
      html`<li><a href="${getPagePath(path, tab)}"${tab === currentTab ? html` aria-current="page"` : ''}>${t.child.overview[tab]}</a></li>`,
  );
  return html`<nav class="tabs" aria-label="${t.child.overview.sections}"><ul>${links}</ul></nav>`;
}
