import type { Profile } from '../../features/accounts/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { countPendingApprovals } from '../approvals/approval-list.ts';
import type { PanelMessages, PanelRequest } from '../endpoints.ts';
import { getChildPath } from '../parts/paths.ts';
import { renderAvatar, renderIcon } from '../parts/pictures.ts';
import { type LayoutProps, renderLayout } from './layout.ts';

interface PanelLayoutProps extends Pick<LayoutProps, 'title' | 'main' | 'notice' | 'width'> {
  /** The entry of the navigation that the page belongs to. */
  readonly section?: Section;
  /** The number of pending approvals, if the page has counted them. */
  readonly pendingCount?: number;
  /** Whether the page is one of the first steps, which have no navigation. */
  readonly isFirstStep?: boolean;
}

/**
 * Renders the layout of every page for a signed-in parent: the navigation, with the number of pending approvals. Before a child
 * is on a device, nothing is behind the navigation but the settings.
 */
export async function renderPanelLayout(
  request: PanelRequest,
  { section, pendingCount, isFirstStep = false, ...props }: PanelLayoutProps,
): Promise<Html> {
  const { locale, t } = request;
  const { children } = await request.loadFamily();
  if (children.length === 0 || isFirstStep) {
    const headerAction = html`<a class="button outline small" href="${SECTION_PATHS.settings}">${t.layout.settings}</a>`;
    return renderLayout({ ...props, locale, navigation: html``, headerAction });
  }
  const count = pendingCount ?? (await countPendingApprovals(request));
  return renderLayout({ ...props, locale, navigation: renderNavigation(t, section, count) });
}

/** Renders the number of pending approvals next to "Work". In a fragment, it replaces the number on the open page. */
export function renderApprovalsCount(t: PanelMessages, pendingCount: number, mode: 'page' | 'fragment' = 'page'): Html {
  return html`<span class="count" id="approvals-count"${mode === 'fragment' ? html` hx-swap-oob="true"` : ''}${pendingCount === 0 ? html` hidden` : ''}><span aria-hidden="true">${pendingCount > 99 ? '99+' : pendingCount}</span><span class="visually-hidden">${t.layout.toReview({ count: pendingCount })}</span></span>`;
}

/** Renders the part of a fragment that shows a notice at the top of the open page. */
export function renderNotice(notice: Html): Html {
  return html`<hx-partial hx-target="#notice">${notice}</hx-partial>`;
}

const SECTION_PATHS = {
  today: '/panel',
  learning: '/panel/learning',
  plan: '/panel/plan',
  work: '/panel/approvals',
  settings: '/panel/account',
} as const;
type Section = keyof typeof SECTION_PATHS;

function renderNavigation(t: PanelMessages, currentSection: Section | undefined, pendingCount: number): Html {
  const sections = Object.keys(SECTION_PATHS) as Section[]; // Object.keys() returns string[]; SECTION_PATHS has no other keys
  const links = sections.map(
    (section) =>
      html`<li><a href="${SECTION_PATHS[section]}"${section === currentSection ? html` aria-current="page"` : ''}>${renderIcon(section)}<span>${t.layout[section]}</span>${section === 'work' ? renderApprovalsCount(t, pendingCount) : ''}</a></li>`,
  );
  return html`<nav class="main-nav" aria-label="${t.layout.navigation}"><ul>${links}</ul></nav>`;
}

/** The pages of a child, by section of the panel. Each except `overview` is the last segment of its path. */
export const PAGES_BY_SECTION = {
  learning: ['overview', 'answers', 'activity', 'badges'],
  plan: ['todos', 'rewards'],
  work: ['submissions'],
  settings: ['settings'],
} as const;
type ChildSection = keyof typeof PAGES_BY_SECTION;
export type ChildTab = (typeof PAGES_BY_SECTION)[ChildSection][number];

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

export function findSection(tab: ChildTab): ChildSection {
  const sections = Object.keys(PAGES_BY_SECTION) as ChildSection[]; // Object.keys() returns string[]
  return sections.find((section) => (PAGES_BY_SECTION[section] as readonly ChildTab[]).includes(tab)) ?? 'learning'; // every tab has a section
}

export function getPagePath(childPath: string, tab: ChildTab): string {
  return tab === 'overview' ? childPath : `${childPath}/${tab}`;
}

type Notices = PanelMessages['parts']['notices'];

/**
 * Finds the message to show at the top of a page after a form was accepted. The redirect contains the key of the message in
 * `done`. Only the given messages can be shown, so a forged link cannot show any other text on the page.
 */
export function findFlash(
  texts: Readonly<Record<string, string>>,
  key: string | undefined,
  undo?: Html,
  about = '',
): Html | undefined {
  const text = key !== undefined && Object.hasOwn(texts, key) ? texts[key] : undefined;
  return text === undefined ? undefined : renderFlash(about + text, undo);
}

/** `attributes` are those of the message, each after a space. */
export function renderFlash(text: Html | string, undo?: Html, attributes: Html | string = ''): Html {
  return undo
    ? html`<div class="flash"${attributes}><p>${text}</p>${undo}</div>`
    : html`<p class="flash"${attributes}>${text}</p>`;
}

/** Adds the key of a shared message to a path. */
export function addFlash(path: string, key: keyof Notices): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${key}`;
}
