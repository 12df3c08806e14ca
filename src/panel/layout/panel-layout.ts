import { type Html, html } from '../../platform/html.ts';
import { countPendingApprovals } from '../approvals/approval-list.ts';
import type { PanelMessages, PanelRequest } from '../endpoints.ts';
import { renderIcon } from '../parts/pictures.ts';
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
