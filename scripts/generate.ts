import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { surface } from '../src/app/surface.ts';
import { formatSchema, SCHEMAS } from '../src/content/format/schemas.ts';
import { formatApiReference } from './markdown.ts';

// npm run prepare, which npm ci also runs: generates the files that .gitignore lists. Nothing that runs needs them, so npm ci
// continues when this fails, and does not generate them without the development dependencies.
const root = join(import.meta.dirname, '..');

if (existsSync(join(root, 'node_modules/openapi-typescript'))) {
  const { createClientTypes } = await import('./client-types.ts');
  writeFileSync(join(root, 'clients/typescript/src/api.ts'), await createClientTypes(surface));
  writeFileSync(join(root, 'docs/api.md'), formatApiReference(surface));
  mkdirSync(join(root, 'content/schemas'), { recursive: true });
  for (const kind of Object.keys(SCHEMAS))
    writeFileSync(join(root, 'content/schemas', `${kind}.schema.json`), formatSchema(kind));
  await import('./messages.ts'); // last, because it ends the process when a catalog is wrong
}
