import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { MediaFile, PackFile } from '../src/content/format/pack.ts';

const FLUENT_EMOJI = 'Fluent Emoji (flat), © Microsoft Corporation';

interface Drawings {
  readonly pictures?: readonly { readonly file: string; readonly draw: string }[];
}

/** Lists the files of a pack with their creators and licenses, as the rows of a table. */
export function listLicenses(packFolder: URL): string[][] {
  const packFile: PackFile = parse(readFileSync(new URL('pack.yaml', packFolder), 'utf8'));
  const mediaFile = new URL('media.yaml', packFolder);
  const { media }: MediaFile = existsSync(mediaFile) ? parse(readFileSync(mediaFile, 'utf8')) : { media: [] };
  const mediaBySourceAndLicense = Map.groupBy(media, ({ source, license }) => `${source}|${license}`);
  return [
    ['all texts, questions and answers', packFile.authors.join(', '), packFile.license],
    ...[...mediaBySourceAndLicense.entries()].map(([sourceAndLicense, files]) => [
      formatFiles(
        'media',
        files.map(({ file }) => file),
      ),
      ...sourceAndLicense.split('|'),
    ]),
    ...listPictureLicenses(packFolder),
  ].filter(([files]) => files !== '');
}

/**
 * Lists the pictures of a pack in three groups: icons of Fluent Emoji, characters, and scenes, which may contain such icons. The
 * characters and scenes are those in drawings.yaml.
 */
function listPictureLicenses(packFolder: URL): string[][] {
  const drawingsFile = new URL('drawings.yaml', packFolder);
  const { pictures = [] }: Drawings = existsSync(drawingsFile) ? parse(readFileSync(drawingsFile, 'utf8')) : {};
  const toFileName = ({ file }: { readonly file: string }) => `${file}.svg`;
  const characters = pictures.filter(({ draw }) => draw === 'character').map(toFileName);
  const scenes = pictures.filter(({ draw }) => draw !== 'character').map(toFileName);
  const drawnFiles = new Set([...characters, ...scenes]);
  const icons = listFiles(new URL('pictures/', packFolder)).filter((file) => !drawnFiles.has(file));
  return [
    [formatFiles('pictures', icons), FLUENT_EMOJI, 'MIT'],
    [formatFiles('pictures', characters), 'Drawn for this pack', 'CC-BY-4.0'],
    [formatFiles('pictures', scenes), `Drawn for this pack, with ${FLUENT_EMOJI}`, 'MIT'],
  ];
}

function formatFiles(folder: string, files: readonly string[]): string {
  const names = files.map((file) => `\`${file.replace(/\.svg$/, '')}\``).sort();
  return names.length === 0 ? '' : `\`${folder}/\` (${names.length}): ${names.join(', ')}`;
}

function listFiles(folder: URL): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
