// The floors of docs/architecture.md: imports go down only, never in a circle, and into a feature only by its door.
const floors = ['core', 'schema', 'locales', 'content', 'platform', 'features', 'panel', 'app'];

/** Storeys within src/features, lowest first: a feature may import only from a lower storey. */
const storeys = [
  ['content-media'],
  ['accounts'],
  ['progress'],
  ['access', 'todos', 'onboarding'],
  ['planets'],
  ['avatar', 'learning', 'rankings'],
  ['guardianship'],
  ['digest'],
  ['data-rights'],
];

const upward = floors.slice(0, -1).map((floor, i) => ({
  name: `${floor}-imports-down-only`,
  severity: 'error',
  from: { path: `^src/${floor}/` },
  to: { path: `^src/(${floors.slice(i + 1).join('|')})/` },
}));

const sideways = storeys.map((names, i) => ({
  name: `storey-${i}-imports-lower-storeys-only`,
  severity: 'error',
  from: { path: `^src/features/(${names.join('|')})/` },
  to: { path: `^src/features/(?!$1/)(${storeys.slice(i).flat().join('|')})/` },
}));

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    ...upward,
    ...sideways,
    {
      name: 'every-feature-has-a-storey',
      severity: 'error',
      from: {},
      to: { path: '^src/features/', pathNot: `^src/features/(${storeys.flat().join('|')})/` },
    },
    {
      name: 'features-by-their-door',
      comment: 'Another feature, the panel and the app see a feature only through its index.ts.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/(?!$1/)[^/]+/(?!index\\.ts$)' },
    },
    {
      name: 'upper-floors-by-the-door',
      comment: 'The surface table names the endpoints where they are.',
      severity: 'error',
      from: { path: '^src/(panel|app)/', pathNot: '^src/app/surface\\.ts$' },
      to: { path: '^src/features/[^/]+/(?!index\\.ts$)' },
    },
    {
      name: 'surface-names-endpoints-only',
      severity: 'error',
      from: { path: '^src/app/surface\\.ts$' },
      to: { path: '^src/features/', pathNot: 'routes\\.ts$' },
    },
    {
      name: 'content-by-its-door',
      severity: 'error',
      from: { path: '^src/(platform|features|panel|app)/' },
      to: { path: '^src/content/(?!index\\.ts$)' },
    },
    {
      name: 'domain-without-http',
      comment: 'Only the routes of a feature know HTTP. What use cases share with them is in core and platform.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: 'routes\\.ts$|\\.test\\.ts$' },
      to: { path: '^(src/platform/http/|node_modules/fastify/)' },
    },
    {
      name: 'sql-only-in-stores',
      comment: 'A feature speaks SQL only in its store.',
      severity: 'error',
      from: { path: '^src/(features|panel|app)/', pathNot: 'store\\.ts$' },
      to: { path: '^node_modules/kysely' },
    },
    {
      name: 'environment-in-one-file',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^(process|node:process)$' },
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
