/**
 * Names the browser and the operating system of a User-Agent ("Firefox, Windows"), so that people recognize their own
 * devices. Returns only names from the lists below, so no text from the client is stored. Returns undefined if no name matches.
 */
export function describeUserAgent(userAgent = ''): string | undefined {
  const names = [BROWSERS, OPERATING_SYSTEMS].flatMap(
    (list) => list.find(([token]) => userAgent.includes(token))?.[1] ?? [],
  );
  return names.length > 0 ? names.join(', ') : undefined;
}

/** The first match counts, because the User-Agent of most browsers also contains the names of others. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const OPERATING_SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;
