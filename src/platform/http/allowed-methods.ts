import type { Route } from './route.ts';

/** Returns a function that lists the methods of a path, or nothing if the path does not exist. */
export function createAllowedMethods(rows: readonly Route[]): (url: string) => readonly string[] {
  const byPath = Map.groupBy(rows, ({ path }) => path);
  const patterns = [...byPath].map(([path, served]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
    methods: served.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }));
  return (url) => {
    const [path = ''] = url.split('?');
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).flatMap((found) => found.methods);
    return methods.length > 0 ? [...new Set(methods), 'OPTIONS'] : [];
  };
}
