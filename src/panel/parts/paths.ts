/** Allows only the panel's own pages, so that a forged link cannot redirect elsewhere. */
export function ownPath(next: string | undefined): string {
  return next !== undefined && /^\/panel(?!.*(?:\.\.|\/\/))(?:[/?][\w/?&=%.-]*)?$/.test(next) ? next : '/panel';
}
