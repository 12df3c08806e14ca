/**
 * The path of a URL of the service. The URL itself may have a different host than the page, so the
 * Content-Security-Policy would block it.
 */
export function toLocalPath(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
}
