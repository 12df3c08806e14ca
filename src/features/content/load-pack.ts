import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { LineCounter, parseDocument } from 'yaml';
import { SLOTS } from '../../core/look.ts';
import {
  AvatarFile,
  type AvatarItem,
  type Badge,
  BadgesFile,
  type Level,
  LevelsFile,
  type StarterLook,
} from './shapes.ts';

/** A picture that a pack brings, held in memory. */
export interface Picture {
  readonly name: string;
  readonly svg: Buffer;
  readonly version: string;
}

/** A pack, whole and checked, in memory. */
export interface Content {
  /** Level 1 first. */
  readonly levels: readonly Level[];
  readonly badges: ReadonlyMap<string, Badge>;
  readonly items: ReadonlyMap<string, AvatarItem>;
  readonly looks: readonly StarterLook[];
  readonly pictures: ReadonlyMap<string, Picture>;
  /** Changes with any avatar art: it is part of every picture's address. */
  readonly artRevision: string;
}

/** What is wrong with a pack: every mistake found, each with file and place. */
export class BadPack extends Error {
  constructor(mistakes: readonly string[]) {
    super(`The content pack has mistakes:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`);
  }
}

/** Reads a pack's folder whole; throws BadPack that names every mistake. */
export function loadPack(folder: string): Content {
  const mistakes: string[] = [];
  const avatarFile = join(folder, 'avatar.yaml');
  const { levels } = readYaml(join(folder, 'levels.yaml'), LevelsFile, mistakes) ?? { levels: [] };
  const { badges } = readYaml(join(folder, 'badges.yaml'), BadgesFile, mistakes) ?? { badges: [] };
  const { items, looks } = readYaml(avatarFile, AvatarFile, mistakes) ?? { items: [], looks: [] };
  const pictures = readPictures(join(folder, 'pictures'));

  for (const { icon } of [...levels, ...badges]) {
    if (!pictures.has(icon)) mistakes.push(`pictures/${icon}.svg is named but does not exist.`);
  }
  mistakes.push(...lookMistakes(items, looks).map((mistake) => `avatar.yaml: ${mistake}`));
  if (mistakes.length > 0) throw new BadPack(mistakes);
  return {
    levels,
    badges: byId(badges),
    items: byId(items),
    looks,
    pictures,
    artRevision: shortHash(readFileSync(avatarFile)),
  };
}

function readYaml<T extends TSchema>(file: string, shape: T, mistakes: string[]): Static<T> | undefined {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  for (const error of document.errors)
    mistakes.push(`${basename(file)}:${error.linePos?.[0].line ?? '?'}: ${error.message}`);
  if (document.errors.length > 0) return undefined;
  const value: unknown = document.toJS();
  const validate = new Ajv({ allErrors: true, strict: false, allowUnionTypes: true }).compile<Static<T>>(shape);
  if (validate(value)) return value;
  for (const { instancePath, message } of validate.errors ?? []) {
    const node = document.getIn(instancePath.split('/').slice(1).map(asIndex), true);
    const offset = typeof node === 'object' && node !== null && 'range' in node ? (node.range as [number])[0] : 0; // yaml's nodes carry their place
    mistakes.push(`${basename(file)}:${lines.linePos(offset).line}: ${instancePath || 'the file'} ${message}`);
  }
  return undefined;
}

function asIndex(part: string): string | number {
  return /^\d+$/.test(part) ? Number(part) : part;
}

function lookMistakes(items: readonly AvatarItem[], looks: readonly StarterLook[]): string[] {
  const known = byId(items);
  const twice = items.filter((item) => known.get(item.id) !== item).map((item) => `item ${item.id} stands twice.`);
  const wrong = looks.flatMap((look) =>
    SLOTS.flatMap((slot) => {
      const id = look[slot];
      if (id === null) return [];
      const item = known.get(id);
      if (item?.slot !== slot) return [`look ${look.id} wears ${id}, which is no ${slot}.`];
      return item.required_level === null
        ? []
        : [`look ${look.id} wears ${id}, which needs level ${item.required_level}.`];
    }),
  );
  return [...twice, ...wrong];
}

function readPictures(folder: string): Map<string, Picture> {
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.svg'))
      .map((file) => {
        const svg = readFileSync(join(folder, file));
        const name = basename(file, '.svg');
        return [name, { name, svg, version: shortHash(svg) }];
      }),
  );
}

function byId<T extends { id: string }>(things: readonly T[]): Map<string, T> {
  return new Map(things.map((thing) => [thing.id, thing]));
}

function shortHash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 10);
}
