/** Only the panel's own pages: a link that somebody made up leads nowhere else. */
export function ownPath(next: string | undefined): string {
  return next !== undefined && /^\/panel(?!.*(?:\.\.|\/\/))(?:[/?][\w/?&=%.-]*)?$/.test(next) ? next : '/panel';
}
