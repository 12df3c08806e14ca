import type { Profile } from '../../features/accounts/index.ts';
import { areRewardsOn } from '../../features/todos/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { ChildPageRequest, PanelRequest } from '../endpoints.ts';
import { renderPanelLayout } from '../layout/panel-layout.ts';
import { formatLongDate } from '../parts/format.ts';
import { getChildPath } from '../parts/paths.ts';
import { renderAvatar } from '../parts/pictures.ts';

/** The pages of a child, by section of the panel. Each except `overview` is the last segment of its path. */
const PAGES_BY_SECTION = {
  learning: ['overview', 'answers', 'activity', 'badges'],
  plan: ['todos', 'rewards'],
  work: ['submissions'],
  settings: ['settings'],
} as const;
type Section = keyof typeof PAGES_BY_SECTION;
export type ChildTab = (typeof PAGES_BY_SECTION)[Section][number];

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
 * Renders links to the same page of each child. In the sections that also have a page for the family, a link to that page comes
 * first. `current` is the child whose page is shown; undefined on the family's page. `getPath` returns the page of a child if it is not that of
 * the tab.
 */
export async function renderChildChips(
  request: PanelRequest,
  tab: ChildTab,
  {
    current,
    getPath = (child) => getPagePath(getChildPath(child), tab),
  }: { readonly current?: Profile; readonly getPath?: (child: Profile) => string } = {},
): Promise<Html> {
  const { ctx, t } = request;
  const { children } = await request.loadFamily();
  if (children.length === 0) return html``;
  const renderChip = (target: string, label: Html | string, isCurrent: boolean) =>
    html`<li><a href="${target}"${isCurrent ? html` aria-current="page"` : ''}>${label}</a></li>`;
  const section = findSection(tab);
  const familyChip =
    section === 'work'
      ? renderChip('/panel/approvals', t.child.overview.waiting, !current)
      : section === 'settings'
        ? renderChip('/panel/account', t.child.overview.family, !current)
        : section === 'plan'
          ? renderChip('/panel/plan', t.child.overview.family, !current)
          : '';
  const chips = children.map((child) =>
    renderChip(
      getPath(child),
      html`${renderAvatar(ctx, child, 32)}<bdi>${child.display_name}</bdi>`,
      child.id === current?.id,
    ),
  );
  return html`<nav class="chips" aria-label="${t.child.overview.children}"><ul>${familyChip}${chips}</ul></nav>`;
}

function findSection(tab: ChildTab): Section {
  const sections = Object.keys(PAGES_BY_SECTION) as Section[]; // Object.keys() returns string[]
  return sections.find((section) => (PAGES_BY_SECTION[section] as readonly ChildTab[]).includes(tab)) ?? 'learning'; // every tab has a section
}

function getPagePath(childPath: string, tab: ChildTab): string {
  return tab === 'overview' ? childPath : `${childPath}/${tab}`;
}

/**
 * Renders a notice that the child's deletion is planned, with a link to the settings, where a guardian can cancel the deletion.
 */
function renderDeletionNotice({ language, path, deletion, t }: ChildPageRequest): Html | string {
  if (!deletion) return '';
  return html`<section class="card deletion-notice"><p>${t.child.settings.plannedDeletion({ day: formatLongDate(language, deletion.due_at) })}</p>
<a class="button outline" href="${path}/settings">${t.child.overview.settings}</a></section>`;
}

async function renderTabs(request: ChildPageRequest, section: Section, currentTab: ChildTab): Promise<Html | string> {
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
