import { type Html, html } from '../../platform/html.ts';
import { countPendingApprovals } from '../approvals/approval-list.ts';
import type { PanelMessages, PanelRequest } from '../endpoints.ts';
import { renderCsrfField } from '../parts/forms/form.ts';
import { renderIcon } from '../parts/pictures.ts';
import { type LayoutProps, renderLayout } from './layout.ts';

interface PanelLayoutProps extends Pick<LayoutProps, 'title' | 'main' | 'notice' | 'width'> {
  /** The entry of the navigation that the page belongs to. */
  readonly section?: Section;
  /** The number of pending approvals, if the page has counted them. */
  readonly pendingCount?: number;
}

/** Renders the layout of every page for a signed-in parent: navigation with the number of pending approvals, and "Sign out". */
export async function renderPanelLayout(
  request: PanelRequest,
  { section, pendingCount, ...props }: PanelLayoutProps,
): Promise<Html> {
  const { parent, locale, t } = request;
  const { deletions } = await request.loadFamily();
  const hiddenSection = deletions.has(parent.profileId) ? 'link' : undefined; // while the account's deletion is planned, no child can be linked (gap 127)
  return renderLayout({
    ...props,
    locale,
    navigation: renderNavigation(t, {
      currentSection: section,
      hiddenSection,
      pendingCount: pendingCount ?? (await countPendingApprovals(request)),
    }),
    headerAction: renderSignOutForm(request),
  });
}

/** Renders the number of pending approvals next to "Approvals". In a fragment, it replaces the number on the open page. */
export function renderApprovalsCount(t: PanelMessages, pendingCount: number, mode: 'page' | 'fragment' = 'page'): Html {
  return html`<span class="count" id="approvals-count"${mode === 'fragment' ? html` hx-swap-oob="true"` : ''}${pendingCount === 0 ? html` hidden` : ''}><span aria-hidden="true">${pendingCount > 99 ? '99+' : pendingCount}</span><span class="visually-hidden">${t.layout.toReview({ count: pendingCount })}</span></span>`;
}

/** Renders the part of a fragment that shows a notice at the top of the open page. */
export function renderNotice(notice: Html): Html {
  return html`<hx-partial hx-target="#notice">${notice}</hx-partial>`;
}

const SECTION_PATHS = {
  children: '/panel',
  approvals: '/panel/approvals',
  link: '/panel/add-child',
  account: '/panel/account',
} as const;
type Section = keyof typeof SECTION_PATHS;

interface NavigationProps {
  readonly currentSection: Section | undefined;
  readonly hiddenSection: Section | undefined;
  readonly pendingCount: number;
}

function renderNavigation(t: PanelMessages, { currentSection, hiddenSection, pendingCount }: NavigationProps): Html {
  const sections = Object.keys(SECTION_PATHS) as Section[]; // Object.keys() returns string[]; SECTION_PATHS has no other keys
  const links = sections
    .filter((section) => section !== hiddenSection)
    .map((section) => {
      return html`<li><a href="${SECTION_PATHS[section]}"${section === currentSection ? html` aria-current="page"` : ''}>${renderIcon(section)}<span>${t.layout[section]}</span>${section === 'approvals' ? renderApprovalsCount(t, pendingCount) : ''}</a></li>`;
    });
  return html`<nav class="main-nav" aria-label="${t.layout.navigation}"><ul>${links}</ul></nav>`;
}

/** `hx-boost="false"` makes the browser load the whole login page, because only pages with navigation use htmx. */
function renderSignOutForm(request: PanelRequest): Html {
  return html`<form class="sign-out" method="post" action="/logout" hx-boost="false">${renderCsrfField(request)}<button class="button outline">${request.t.layout.signOut}</button></form>`;
}

type Notices = PanelMessages['parts']['notices'];

/**
 * Finds the message to show at the top of a page after a form was accepted. The redirect contains the key of the message in
 * `done`. Only the given messages can be shown, so a forged link cannot show any other text on the page.
 */
export function findFlash(texts: Readonly<Record<string, string>>, key: string | undefined): Html | undefined {
  const text = key !== undefined && Object.hasOwn(texts, key) ? texts[key] : undefined;
  return text === undefined ? undefined : renderFlash(text);
}

export function renderFlash(text: string): Html {
  return html`<p class="flash">${text}</p>`;
}

/** Adds the key of a shared message to a path. */
export function addFlash(path: string, key: keyof Notices): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${key}`;
}
