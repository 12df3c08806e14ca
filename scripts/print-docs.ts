import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../src/platform/settings.ts';
import { DATA_KINDS, type DataKind, FILE_RETENTION, type Keep, TABLE_RETENTION } from '../src/schema/retention.ts';
import { listLicenses } from './licenses.ts';
import { formatTable } from './markdown.ts';

// Writes the table of settings in README.md, the tables of docs/privacy.md, and the table of licenses in the LICENSES.md of each pack:
//   npx node scripts/print-docs.ts           writes the files
//   npx node scripts/print-docs.ts --check   exits with code 1 when a file is out of date
const isCheckOnly = process.argv.includes('--check');

updateFile('README.md', (readme) =>
  readme.replace(
    /(<!-- settings -->\n).*(<!-- \/settings -->)/s,
    (_, start, end) => `${start}\n${formatSettings()}\n${end}`,
  ),
);
updateFile('docs/privacy.md', (page) =>
  page
    .replace(/(<!-- tables -->\n).*(<!-- \/tables -->)/s, (_, start, end) => `${start}\n${formatTables()}\n\n${end}`)
    .replace(/(<!-- files -->\n).*(<!-- \/files -->)/s, (_, start, end) => `${start}\n${formatFiles()}\n\n${end}`),
);
for (const pack of readdirSync(new URL('../content/packs/', import.meta.url))) {
  updateFile(`content/packs/${pack}/LICENSES.md`, (page) =>
    page.replace(
      /(<!-- files -->\n).*(<!-- \/files -->)/s,
      (_, start, end) => `${start}\n${formatLicenses(pack)}\n\n${end}`,
    ),
  );
}

function updateFile(name: string, format: (currentText: string) => string): void {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const currentText = readFileSync(path, 'utf8');
  const newText = format(currentText);
  if (newText === currentText) return;
  if (!isCheckOnly) {
    writeFileSync(path, newText);
    console.log(`${name} written`);
    return;
  }
  console.error(`${name} is out of date. Run "npx node scripts/print-docs.ts" and commit the result.`);
  process.exitCode = 1;
}

function formatSettings(): string {
  const rows = SETTINGS.map(([name, defaultValue, meaning]) => [
    `\`${name}\``,
    defaultValue && `\`${defaultValue}\``,
    meaning,
  ]);
  return `${formatTable(['Variable', 'Default', 'Meaning'], rows)}\n`;
}

function formatLicenses(pack: string): string {
  return formatTable(
    ['What', 'Made by', 'License'],
    listLicenses(new URL(`../content/packs/${pack}/`, import.meta.url)),
  );
}

function formatTables(): string {
  const rows = Object.entries(TABLE_RETENTION)
    .filter(([, { of }]) => of !== 'service')
    .map(([table, { of, columns, why, keep }]) => [`\`${table}\``, of, formatColumns(columns), why, formatKeep(keep)]);
  return formatTable(['Table', 'Of', 'Holds', 'Why', 'How long'], rows);
}

function formatColumns(columns: { readonly [K in DataKind]?: readonly string[] }): string {
  return (Object.entries(columns) as [DataKind, readonly string[]][])
    .map(([kind, names]) => `${DATA_KINDS[kind]}: ${names.map((name) => `\`${name}\``).join(', ')}`)
    .join('; ');
}

function formatKeep(keep: Keep): string {
  if (keep === 'profile') return 'as long as the profile';
  if ('until' in keep) return `until ${keep.until}`;
  const { column, days } = keep.expiry;
  return days === 0 ? `until \`${column}\`` : `${days} ${days === 1 ? 'day' : 'days'} after \`${column}\``;
}

function formatFiles(): string {
  const rows = Object.entries(FILE_RETENTION).map(([name, { holds, why, howLong }]) => [
    `\`${name}\``,
    holds,
    why,
    howLong,
  ]);
  return formatTable(['In DATA_DIR', 'Holds', 'Why', 'How long'], rows);
}
