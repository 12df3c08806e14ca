import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { LANGUAGES, type Language } from '../src/core/text/languages.ts';

// npm run messages: writes src/locales/messages.ts, the types of the English catalogue. Compares the catalogues of all languages
// with the English one and reports missing, unexpected and unused keys, different placeholders, and wrong plural categories. With
// --check, writes nothing and reports if src/locales/messages.ts is out of date.

const root = join(import.meta.dirname, '../src');
const clients = join(import.meta.dirname, '../clients');
/** The first part of the keys of the child's app. Its catalogues and types are in clients/play. */
const PLAY_PREFIX = 'play';
const typesFile = join(root, 'locales/messages.ts');
type PlaceholderKind = 'number' | 'choice' | 'date' | 'any';
const PLACEHOLDER_KINDS: Partial<Record<TYPE, PlaceholderKind>> = { [TYPE.select]: 'choice', [TYPE.date]: 'date' };
type Placeholders = Map<string, PlaceholderKind>;

const HEADER = `// Printed by \`npm run messages\` from the English catalogue. Do not edit.
import type { LocalizedText } from '../core/text/languages.ts';

type Value = string | number | LocalizedText;

`;

const errors: string[] = [];
const english = readCatalogue('en');

for (const language of LANGUAGES) {
  const catalogue = readCatalogue(language);
  for (const key of english.keys()) if (!catalogue.has(key)) errors.push(`${language}: ${key} is missing`);
  for (const [key, message] of catalogue) checkMessage(language, key, message);
}
checkKeysAreUsed();

const typesText = `${HEADER}export interface Messages ${formatType(buildTree(), 'one')}\n\nexport interface Localized ${formatType(buildTree(), 'all')}\n`;
if (!process.argv.includes('--check')) writeFileSync(typesFile, typesText);
else if (readFileSync(typesFile, 'utf8') !== typesText)
  errors.push('src/locales/messages.ts is out of date: npm run messages');

if (errors.length > 0) {
  console.error(errors.join('\n'));
  process.exit(1);
}
console.log(`${english.size} messages in ${LANGUAGES.length} languages`);

/** Reads all messages of a language, by key, such as `access.wrongPin`. */
function readCatalogue(language: Language): Map<string, string> {
  const messages = new Map<string, string>();
  const folder = join(root, 'locales', language);
  for (const file of globSync('**/*.json', { cwd: folder }).sort()) {
    const prefix = file.slice(0, -'.json'.length).split(/[\\/]/).map(toCamelCase);
    collectMessages(JSON.parse(readFileSync(join(folder, file), 'utf8')), prefix, messages);
  }
  const appFile = join(clients, 'play/locales', language, 'play.json');
  collectMessages(JSON.parse(readFileSync(appFile, 'utf8')), [PLAY_PREFIX], messages);
  return messages;
}

function collectMessages(node: unknown, path: string[], messages: Map<string, string>): void {
  if (typeof node === 'string') messages.set(path.join('.'), node);
  else for (const [key, value] of Object.entries(node as object)) collectMessages(value, [...path, key], messages);
}

function toCamelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function checkMessage(language: Language, key: string, message: string): void {
  const reference = english.get(key);
  if (reference === undefined) {
    errors.push(`${language}: ${key} is not in the English catalogue`);
    return;
  }
  try {
    const elements = parse(message, { ignoreTag: true });
    const [found, expected] = [findPlaceholders(elements), findPlaceholders(parse(reference, { ignoreTag: true }))];
    const isDifferent = [...found.keys()].sort().join() !== [...expected.keys()].sort().join();
    if (isDifferent)
      errors.push(`${language}: ${key} has {${[...found.keys()]}}, English has {${[...expected.keys()]}}`);
    checkPlurals(language, key, elements);
  } catch (error) {
    errors.push(`${language}: ${key} cannot be parsed: ${error instanceof Error ? error.message : error}`);
  }
}

function findPlaceholders(elements: readonly MessageFormatElement[], found: Placeholders = new Map()): Placeholders {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) continue;
    const isNumber = element.type === TYPE.number || element.type === TYPE.plural;
    const kind = isNumber ? 'number' : (PLACEHOLDER_KINDS[element.type] ?? 'any');
    if (found.get(element.value) !== 'number') found.set(element.value, kind);
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) findPlaceholders(value, found);
  }
  return found;
}

function checkPlurals(language: Language, key: string, elements: readonly MessageFormatElement[]): void {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const element of elements) {
    if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
    for (const { value } of Object.values(element.options)) checkPlurals(language, key, value);
    if (element.type === TYPE.select) continue;
    const usedCategories = Object.keys(element.options).filter((name) => !name.startsWith('='));
    const wrongCategories = [
      ...categories.filter((category) => !usedCategories.includes(category)),
      ...usedCategories.filter((category) => !categories.includes(category as Intl.LDMLPluralRule)),
    ];
    if (wrongCategories.length > 0)
      errors.push(
        `${language}: ${key} has missing or unknown plural categories (${wrongCategories}); the language has ${categories}`,
      );
  }
}

/**
 * Reports keys that the code does not use. A key counts as used if the code contains the last part of the key, or if it selects
 * that part at run time: then the code contains the part before it, followed by an index, or passes on that part as a whole.
 */
function checkKeysAreUsed(): void {
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.startsWith('locales'));
  const paths = files.map((file) => join(root, file));
  const appPaths = globSync('play/src/**/*.{ts,tsx}', { cwd: clients }).map((file) => join(clients, file));
  const code = [...paths, ...appPaths].map((path) => readFileSync(path, 'utf8')).join('\n');
  const identifiers = new Set(code.match(/[\w-]+/g));
  for (const key of english.keys()) {
    const names = key.split('.').filter((name) => !/^\d+$/.test(name));
    const [last = '', parent = ''] = names.reverse();
    if (!identifiers.has(last) && !new RegExp(`\\b${parent}\\b\\)?[[;,)]`).test(code))
      errors.push(`en: ${key} is not used`);
  }
}

type Tree = { [key: string]: Tree | string };
function buildTree(): Tree {
  const tree: Tree = {};
  for (const [key, message] of english) {
    if (!key.startsWith(`${PLAY_PREFIX}.`)) setMessage(tree, key.split('.'), message);
  }
  return tree;
}

function setMessage(node: Tree, [name = '', ...remainingPath]: readonly string[], message: string): void {
  if (remainingPath.length === 0) {
    node[name] = message;
    return;
  }
  node[name] ??= {};
  setMessage(node[name] as Tree, remainingPath, message); // only the last part of a key has a message, so this is a tree
}

/** Formats the type of messages that are in one language or in all languages. */
function formatType(node: Tree | string, languages: 'one' | 'all', indent = ''): string {
  const result = languages === 'one' ? 'string' : 'LocalizedText';
  if (typeof node === 'string') {
    const values = [...findPlaceholders(parse(node, { ignoreTag: true }))];
    const fields = values.map(([name, kind]) => `readonly ${name}: ${getValueType(kind, languages)}`);
    return values.length === 0 ? result : `(values: { ${fields.join('; ')} }) => ${result}`;
  }
  const keys = Object.keys(node);
  if (keys.every((key) => /^\d+$/.test(key)))
    return `ReadonlyArray<${formatType(Object.values(node)[0] ?? '', languages, indent)}>`;
  const lines = keys.map((key) => {
    const name = /^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`;
    return `${indent}  readonly ${name}: ${formatType(node[key] ?? '', languages, `${indent}  `)};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function getValueType(kind: PlaceholderKind, languages: 'one' | 'all'): string {
  if (kind === 'number') return 'number';
  if (kind === 'date') return 'Date';
  return kind === 'choice' ? 'string' : languages === 'one' ? 'string | number' : 'Value';
}
