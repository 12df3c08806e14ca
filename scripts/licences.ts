import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { MediaFile, PackFile } from '../src/content/format/pack.ts';

const FLUENT = 'Fluent Emoji (flat), © Microsoft Corporation';

interface Drawings {
  readonly pictures?: readonly { readonly file: string; readonly draw: string }[];
}

/** Lists the files of a pack with their creators and licences, as the rows of a table. */
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
    ...listPictureLicences(pack),
  ].filter(([files]) => files !== '');
}

/** Lists the pictures. They are icons of the set, unless drawings.yaml lists them as drawings, which may contain such icons. */
function listPictureLicences(pack: URL): string[][] {
  const list = new URL('drawings.yaml', pack);
  const { pictures = [] }: Drawings = existsSync(list) ? parse(readFileSync(list, 'utf8')) : {};
  const toFile = ({ file }: { readonly file: string }) => `${file}.svg`;
  const characters = pictures.filter(({ draw }) => draw === 'character').map(toFile);
  const scenes = pictures.filter(({ draw }) => draw !== 'character').map(toFile);
  const drawn = new Set([...characters, ...scenes]);
  const icons = listFiles(new URL('pictures/', pack)).filter((file) => !drawn.has(file));
  return [
    [formatName('pictures', icons), FLUENT, 'MIT'],
    [formatName('pictures', characters), 'Drawn for this pack', 'CC-BY-4.0'],
    [formatName('pictures', scenes), `Drawn for this pack, with ${FLUENT}`, 'MIT'],
  ];
}

function formatName(folder: string, files: readonly string[]): string {
  const names = files.map((file) => `\`${file.replace(/\.svg$/, '')}\``).sort();
  return names.length === 0 ? '' : `\`${folder}/\` (${names.length}): ${names.join(', ')}`;
}

function listFiles(folder: URL): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
