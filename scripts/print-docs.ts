import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../src/platform/settings.ts';
import { listLicenses } from './licenses.ts';
import { formatTable } from './markdown.ts';

// Writes the table of settings in README.md, and the table of licenses in the LICENSES.md of each pack:
//   npx node scripts/print-docs.ts           writes the files
//   npx node scripts/print-docs.ts --check   exits with code 1 when a file is out of date
const isCheckOnly = process.argv.includes('--check');

updateFile('README.md', (readme) =>
  readme.replace(
    /(<!-- settings -->\n).*(<!-- \/settings -->)/s,
    (_, start, end) => `${start}\n${formatSettings()}\n${end}`,
  ),
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
