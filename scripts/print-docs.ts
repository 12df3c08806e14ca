import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block, Chapter } from '../src/app/reference/document.ts';
import { anchorOf, LEAD, reference, TITLE } from '../src/app/reference/reference.ts';
import { surface } from '../src/app/surface.ts';
import { printSchema, SCHEMAS } from '../src/content/format/schemas.ts';
import { SETTINGS } from '../src/platform/settings.ts';
import { licencesIn } from './licences.ts';

// Writes docs/api.md from the surface table, the JSON Schemas of content packs from their shapes, and between their markers
// the settings into README.md and what each pack consists of, and whose it is, into its LICENSES.md:
//   npx node scripts/print-docs.ts           writes
//   npx node scripts/print-docs.ts --check   exits 1 when a file on disk is not what would be written
const onlyChecks = process.argv.includes('--check');

keep('docs/api.md', () => apiReference(reference(surface, '{base_url}')));
keep('README.md', (readme) =>
  readme.replace(/(<!-- settings -->\n).*(<!-- \/settings -->)/s, (_, start, end) => `${start}\n${settings()}\n${end}`),
);
for (const pack of readdirSync(new URL('../content/packs/', import.meta.url))) {
  keep(`content/packs/${pack}/LICENSES.md`, (page) =>
    page.replace(/(<!-- files -->\n).*(<!-- \/files -->)/s, (_, start, end) => `${start}\n${licences(pack)}\n\n${end}`),
  );
}
for (const kind of Object.keys(SCHEMAS)) keep(`content/schemas/${kind}.schema.json`, () => printSchema(kind));

function keep(name: string, print: (present: string) => string): void {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const present = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const printed = print(present);
  if (printed === present) return;
  if (!onlyChecks) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, printed);
    console.log(`${name} written`);
    return;
  }
  console.error(`${name} is not what the code says: run "npx node scripts/print-docs.ts" and commit what it writes.`);
  process.exitCode = 1;
}

function apiReference(chapters: readonly Chapter[]): string {
  return [
    `# ${TITLE}`,
    LEAD,
    'Printed by `npx node scripts/print-docs.ts` from `src/app/surface.ts`; a running service shows the same on `/docs`.',
    chapters.map(entry).join('\n'),
    ...chapters.map(chapter),
  ]
    .join('\n\n')
    .concat('\n');
}

function entry({ title, sections }: Chapter): string {
  const link = (name: string) => `- [${name}](#${anchorOf(name)})`;
  return [link(title), ...sections.map((section) => `  ${link(section.title)}`)].join('\n');
}

function chapter({ title, blocks, sections }: Chapter): string {
  const within = sections.map((section) => [`### ${section.title}`, ...section.blocks.map(block)].join('\n\n'));
  return [`## ${title}`, ...blocks.map(block), ...within].join('\n\n');
}

function block(content: Block): string {
  if (content.kind === 'text') return content.text;
  if (content.kind === 'code') return `\`\`\`${content.text.startsWith('{') ? 'json' : 'sh'}\n${content.text}\n\`\`\``;
  if (content.kind === 'definitions')
    return content.definitions.map(([name, text]) => `- **${name}**: ${text}`).join('\n');
  return `**${content.caption}**\n\n${table(content.head, content.rows)}`;
}

function settings(): string {
  const rows = SETTINGS.map(([name, usual, meaning]) => [`\`${name}\``, usual && `\`${usual}\``, meaning]);
  return `${table(['Variable', 'Default', 'Meaning'], rows)}\n`;
}

function licences(pack: string): string {
  return table(['What', 'Made by', 'Licence'], licencesIn(new URL(`../content/packs/${pack}/`, import.meta.url)));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(tableRow).join('\n');
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
