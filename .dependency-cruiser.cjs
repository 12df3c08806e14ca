// The layers of docs/architecture.md, lowest first: imports go down only, and never in a cycle.
const layers = ['core', 'schema', 'locales', 'content', 'platform', 'features', 'panel', 'app'];

/** The levels within src/features, lowest first: a feature may import only from a lower level. */
const levels = [
  ['content-media'],
  ['accounts'],
  ['notifications', 'progress'],
  ['access', 'todos', 'onboarding'],
  ['planets'],
  ['avatar', 'learning', 'rankings', 'reports'],
  ['guardianship'],
  ['notification-delivery', 'weekly-summary'],
  ['data-rights'],
];

const upward = layers
  .slice(0, -1)
  .map((layer, i) => ({
    name: `${layer}-imports-down-only`,
    severity: 'error',
    from: { path: `^src/${layer}/` },
    to: { path: `^src/(${layers.slice(i + 1).join('|')})/` },
  }));

const sideways = levels.map((names, i) => ({
  name: `level-${i}-imports-lower-levels-only`,
  severity: 'error',
  from: { path: `^src/features/(${names.join('|')})/` },
  to: { path: `^src/features/(?!$1/)(${levels.slice(i).flat().join('|')})/` },
}));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...upward,
    ...sideways,
    {
      name: 'every-feature-has-a-level',
      severity: 'error',
      from: {},
      to: { path: '^src/features/', pathNot: `^src/features/(${levels.flat().join('|')})/` },
    },
    {
      name: 'features-through-index',
      comment: 'Other features import a feature only through its index.ts.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/(?!$1/)[^/]+/(?!index\\.ts$)' },
    },
    {
      name: 'upper-layers-through-index',
      comment:
        'The panel and the app import a feature only through its index.ts, except that the surface table imports routes.',
      severity: 'error',
      from: { path: '^src/(panel|app)/', pathNot: '^src/app/surface\\.ts$' },
      to: { path: '^src/features/[^/]+/(?!index\\.ts$)' },
    },
    {
      name: 'surface-imports-routes-only',
      severity: 'error',
      from: { path: '^src/app/surface\\.ts$' },
      to: { path: '^src/features/', pathNot: 'routes\\.ts$' },
    },
    {
      name: 'content-through-index',
      severity: 'error',
      from: { path: '^src/(platform|features|panel|app)/' },
      to: { path: '^src/content/(?!index\\.ts$)' },
    },
    {
      name: 'domain-without-http',
      comment: 'Only the routes of a feature import HTTP code.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: 'routes\\.ts$|\\.test\\.ts$' },
      to: { path: '^(src/platform/http/|node_modules/fastify/)' },
    },
    {
      name: 'sql-only-in-stores',
      comment: 'Only the stores of a feature contain SQL.',
      severity: 'error',
      from: { path: '^src/(features|panel|app)/', pathNot: 'store\\.ts$' },
      to: { path: '^node_modules/kysely' },
    },
    {
      name: 'features-without-environment',
      comment:
        'Features read settings from the context. This rule finds imports only, not the global variable process.',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^(process|node:process)$' },
    },
    {
      name: 'clients-use-http-only',
      comment: 'A client uses only the documented API, because other people install it without the service.',
      severity: 'error',
      from: { path: '^clients/' },
      to: { path: '^(src|test|scripts|bench)/' },
    },
    {
      name: 'service-without-clients',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^clients/' },
    },
    {
      name: 'tests-stay-out',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench|scripts)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
