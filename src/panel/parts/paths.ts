/** Returns the path of a child's overview. */
export function getChildPath({ id }: { readonly id: string }): string {
  return `/panel/children/${id}`;
}

/**
 * Returns `next` if it is a path of the panel, and otherwise the start page, so that a forged link cannot redirect to
 * another site. Browsers read `%2e%2e` as `..`.
 */
export function toPanelPath(next: string): string {
  return /^\/panel(?!.*(?:\.\.|\/\/|%2[eE]))(?:[/?][\w/?&=%.-]*)?$/.test(next) ? next : '/panel';
}
