/** The path of a picture: its address may name another host, which the Content-Security-Policy blocks. */
export function picture(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
}
