import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { measureRequests } from './measure-requests.ts';

// npm run measure [-- --list]: prints figures about the source code and about single requests as a Markdown table, and checks none
// of them. With --list, it also lists the functions with too many parameters or type parameters or without a Context, the files that
// should not import HTTP, the import cycles, and the files of the requests.

const MIN_DUPLICATE_LINES = 6;
const MAX_PARAMETERS = 4;
/** Through these types, functions read and change data. `Context` extends `Handle`, and `TxContext` is a `Context`. */
const DATA_ACCESS_KINDS = [['Context', 'TxContext', 'Handle'], ['Reader'], ['Tx'], ['UnitOfWork']];

interface FunctionSize {
  readonly location: string;
  readonly lineCount: number;
  readonly parameterCount: number;
  /** The name of the type of the first parameter; empty if there is none. */
  readonly firstType: string;
}

const root = join(import.meta.dirname, '..');
const paths = globSync('src/**/*.ts', { cwd: root }).sort();
const sourcePaths = paths.filter((path) => !path.endsWith('.test.ts'));
const sources = new Map(sourcePaths.map((path) => [path, parse(path)]));
const functions = [...sources.values()].flatMap(listFunctions);
const folders = Map.groupBy(sourcePaths, (path) => dirname(path));
const largestFolder = [...folders].sort(([, a], [, b]) => b.length - a.length)[0];

const genericDeclarations = [...sources.values()].flatMap(listGenericDeclarations);
const accessKinds = DATA_ACCESS_KINDS.map((types) =>
  types.map((type) => [type, functions.filter(({ firstType }) => firstType === type).length] as const),
);
const usedAccessKinds = accessKinds.filter((types) => types.some(([, count]) => count !== 0));
const generatedPaths = listGeneratedPaths();
const { files, statements } = await measureRequests();

const rows: [string, string][] = [
  ['lines of src, without tests and CSS', String(countLinesOf(listSourcePaths('src')))],
  [
    '… and without generated types',
    String(countLinesOf(listSourcePaths('src').filter((path) => !generatedPaths.includes(path)))),
  ],
  ['lines of src/platform/http, without tests', String(countLinesOf(listSourcePaths('src/platform/http')))],
  ['lines of bench', String(countLinesOf(listSourcePaths('bench')))],
  [
    'lines of test and unit tests',
    String(countLinesOf(globSync(['test/**/*.ts', '{src,clients}/**/*.test.ts'], { cwd: root }))),
  ],
  ['tracked generated lines', String(countLinesOf(generatedPaths.filter(isTracked)))],
  [
    'files of one request: me / complete / approvals',
    Object.values(files)
      .map((paths) => paths.length)
      .join(' / '),
  ],
  ['statements of the approvals page: submissions / with to-dos', Object.values(statements).join(' / ')],
  [
    'kinds of first parameters for data access',
    `${usedAccessKinds.length} (${usedAccessKinds
      .flat()
      .map((used) => used.join(' '))
      .join(', ')})`,
  ],
  [`functions and types with more than ${MAX_PARAMETERS} type parameters`, String(genericDeclarations.length)],
  ['files, without tests', String(sourcePaths.length)],
  ['lines per file: median / p90 / max', formatPercentiles([...sources.values()].map(countLines))],
  ['functions', String(functions.length)],
  ['lines per function: median / p90 / max', formatPercentiles(functions.map(({ lineCount }) => lineCount))],
  [
    `functions with more than ${MAX_PARAMETERS} parameters`,
    String(functions.filter(({ parameterCount }) => parameterCount > MAX_PARAMETERS).length),
  ],
  ['import cycles', String(listImportCycles().length)],
  ['files in the largest folder', `${largestFolder?.[1].length} (${largestFolder?.[0]})`],
  ['files of features, except routes, that import HTTP', String(listHttpImporters().length)],
  [`duplicates of ${MIN_DUPLICATE_LINES} lines or more`, String(countDuplicates())],
];

console.log('| measure | value |\n|---|---|');
for (const [name, value] of rows) console.log(`| ${name} | ${value} |`);
if (process.argv.includes('--list')) {
  for (const { location, parameterCount } of functions.filter((measured) => measured.parameterCount > MAX_PARAMETERS))
    console.log(`${parameterCount} parameters: ${location}`);
  for (const location of genericDeclarations) console.log(`more than ${MAX_PARAMETERS} type parameters: ${location}`);
  for (const { location, firstType } of functions)
    if (DATA_ACCESS_KINDS.flat().includes(firstType) && !firstType.endsWith('Context'))
      console.log(`first parameter ${firstType}: ${location}`);
  for (const path of listHttpImporters()) console.log(`imports HTTP: ${path}`);
  for (const cycle of listImportCycles()) console.log(`cycle: ${cycle}`);
  for (const [request, paths] of Object.entries(files)) console.log(`${request}: ${paths.toSorted().join(' ')}`);
}
process.exit(); // the tests that measureRequests imports would wait

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
}

function countLines(source: ts.SourceFile): number {
  return source.getLineStarts().length - 1;
}

/** Lists all functions with a body, including nested functions. The line count includes the signature. */
function listFunctions(source: ts.SourceFile): FunctionSize[] {
  const found: FunctionSize[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const start = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const end = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      found.push({
        location: `${source.fileName}:${start + 1}`,
        lineCount: end - start + 1,
        parameterCount: node.parameters.length,
        firstType: getTypeName(node.parameters[0]?.type),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function getTypeName(type: ts.TypeNode | undefined): string {
  return type && ts.isTypeReferenceNode(type) ? type.typeName.getText() : '';
}

function listGenericDeclarations(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const { typeParameters = [] } = node as Partial<ts.FunctionLikeDeclaration | ts.InterfaceDeclaration>;
    if (typeParameters.length > MAX_PARAMETERS)
      found.push(`${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function listSourcePaths(folder: string): string[] {
  return globSync(`${folder}/**/*.{ts,js}`, { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
}

function countLinesOf(filePaths: readonly string[]): number {
  return filePaths.reduce((sum, path) => sum + readFileSync(join(root, path), 'utf8').split('\n').length - 1, 0);
}

/** Lists the files that say in their first lines that they are generated. */
function listGeneratedPaths(): string[] {
  return globSync(['{src,clients}/**/*.ts', 'docs/*.md'], { cwd: root, exclude: ['**/node_modules'] }).filter((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n', 5)
      .some((line) => /^(\/\/ )?Generated (by|from) /.test(line)),
  );
}

function isTracked(path: string): boolean {
  return execFileSync('git', ['ls-files', path], { cwd: root, encoding: 'utf8' }) !== '';
}

function listImports(source: ts.SourceFile): string[] {
  return source.statements
    .filter((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
    .map(({ moduleSpecifier }) => (moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''))
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(source.fileName), name)));
}

/** Lists the imports that close a cycle, each as "from -> to". */
function listImportCycles(): string[] {
  const states = new Map<string, 'visiting' | 'done'>();
  const cycles: string[] = [];
  const visit = (path: string): void => {
    states.set(path, 'visiting');
    const source = sources.get(path);
    for (const importedPath of source ? listImports(source) : []) {
      if (states.get(importedPath) === 'visiting') cycles.push(`${path} -> ${importedPath}`);
      else if (!states.has(importedPath) && sources.has(importedPath)) visit(importedPath);
    }
    states.set(path, 'done');
  };
  for (const path of sourcePaths) if (!states.has(path)) visit(path);
  return cycles;
}

function listHttpImporters(): string[] {
  return [...sources]
    .filter(([path]) => path.startsWith('src/features/') && !/routes\.ts$/.test(path))
    .filter(([, source]) => listImports(source).some((importedPath) => importedPath.startsWith('src/platform/http/')))
    .map(([path]) => path);
}

/** Counts sequences of lines that occur in two files, ignoring imports, comments and lines of up to three characters. */
function countDuplicates(): number {
  const pathBySequence = new Map<string, string>();
  let duplicateCount = 0;
  for (const [path, source] of sources) {
    const lines = source.text.split('\n').map((line) => line.trim());
    const code = lines.filter((line) => line.length > 3 && !/^(import|export \{|\/\/|\*|\/\*)/.test(line));
    for (let i = 0; i + MIN_DUPLICATE_LINES <= code.length; i++) {
      const sequence = code.slice(i, i + MIN_DUPLICATE_LINES).join('\n');
      if (pathBySequence.has(sequence) && pathBySequence.get(sequence) !== path) {
        duplicateCount++;
        i += MIN_DUPLICATE_LINES - 1; // so that the next sequence does not overlap with this one
      } else pathBySequence.set(sequence, path);
    }
  }
  return duplicateCount;
}

function formatPercentiles(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const getPercentile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return `${getPercentile(0.5)} / ${getPercentile(0.9)} / ${sorted.at(-1)}`;
}
