/**
 * The path of a URL of the service. The URL may have another host than the page, which the Content-Security-Policy would
 * block.
 */
export function toLocalPath(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
}
