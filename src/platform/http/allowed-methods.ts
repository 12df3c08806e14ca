import type { Route } from './route.ts';

/** Returns a function that lists the methods of the path in a URL. The list is empty if the path does not exist. */
export function createMethodLookup(routes: readonly Route[]): (url: string) => readonly string[] {
  const routesByPath = Map.groupBy(routes, ({ path }) => path);
  const patterns = [...routesByPath].map(([path, routesOfPath]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
    methods: routesOfPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }));
  return (url) => {
    const [path = ''] = url.split('?');
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).flatMap((entry) => entry.methods);
    return methods.length > 0 ? [...new Set(methods), 'OPTIONS'] : [];
  };
}
