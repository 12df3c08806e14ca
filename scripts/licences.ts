import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { MediaFile, PackFile } from '../src/content/format/pack.ts';

const FLUENT = 'Fluent Emoji (flat), © Microsoft Corporation';

/** The files of a pack with their creators and licences, as the rows of a table. */
export function listLicences(pack: URL): string[][] {
  const packFile: PackFile = parse(readFileSync(new URL('pack.yaml', pack), 'utf8'));
  const list = new URL('media.yaml', pack);
  const { media }: MediaFile = existsSync(list) ? parse(readFileSync(list, 'utf8')) : { media: [] };
  const bySource = Map.groupBy(media, ({ source, license }) => `${source}|${license}`);
  return [
    ['all texts, questions and answers', packFile.authors.join(', '), packFile.license],
    ...[...bySource.entries()].map(([source, files]) => [
      formatName(
        'media',
        files.map(({ file }) => file),
      ),
      ...source.split('|'),
    ]),
    [formatName('pictures', listFiles(new URL('pictures/', pack))), FLUENT, 'MIT'],
  ].filter(([files]) => files !== '');
}

function formatName(folder: string, files: readonly string[]): string {
  const names = files.map((file) => `\`${file.replace(/\.svg$/, '')}\``).sort();
  return names.length === 0 ? '' : `\`${folder}/\` (${names.length}): ${names.join(', ')}`;
}

function listFiles(folder: URL): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
