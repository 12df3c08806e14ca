import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';

// Compiles copies of the registry with a made-up kind, to show that the compiler reports what a new kind lacks.

const FIXTURE = join(import.meta.dirname, 'made-up-kind.fixture.ts');
const RULES = {
  gesture: `'type'`,
  checkKey: '() => {}',
  describeExpected: '() => numeric.describeExpected({ id: "", prompt: {}, kind: "numeric" })',
  parse: '() => undefined',
  grade: '() => 0',
  getCorrectResponse: '() => null',
  format: '() => ""',
  serialize: '() => ({ unit: null, negative: false })',
  preview: '(_item, view) => view.picture("", [])',
};

/** The source of a registry of one existing kind and the made-up kind `guess`. */
function writeRegistry({ kind = 'guess', rules = RULES, modules = 'numeric, guess' }): string {
  return `
    import { defineAnswerKey, defineQuestion, type QuestionKind } from './kind.ts';
    import type { QuestionModules } from './index.ts';
    import { numeric } from './numeric.ts';
    const schemas = {
      item: defineQuestion('${kind}', {}),
      key: defineAnswerKey('${kind}', {}),
      response: numeric.response,
      sent: numeric.sent,
    };
    const guess: QuestionKind<typeof schemas> = {
      ...schemas,
      ${Object.entries(rules)
        .map(([name, value]) => `${name}: ${value},`)
        .join('\n      ')}
    };
    export const registry: QuestionModules<'numeric' | 'guess'> = { ${modules} };
    export { guess };`;
}

const configPath = join(import.meta.dirname, '../../../tsconfig.json');
const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(configPath, ts.sys.readFile).config, ts.sys, '');
let previousProgram: ts.Program | undefined;

/** Returns the compile errors of a fixture. */
function compile(source: string): string[] {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, ...args) =>
    file === FIXTURE
      ? ts.createSourceFile(file, source, ts.ScriptTarget.ESNext)
      : (previousProgram?.getSourceFile(file) ?? getSourceFile(file, ...args));
  const { fileExists } = host;
  host.fileExists = (file) => file === FIXTURE || fileExists(file);
  const program = ts.createProgram({ rootNames: [FIXTURE], options: { ...options, noUnusedLocals: false }, host });
  previousProgram = program;
  const fixture = program.getSourceFile(FIXTURE);
  assert.ok(fixture);
  return program
    .getSemanticDiagnostics(fixture)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('a complete kind compiles', () => {
  assert.deepEqual(compile(writeRegistry({})), []);
});

test('a kind without one of the required rules does not compile', () => {
  for (const name of Object.keys(RULES)) {
    const { [name as keyof typeof RULES]: _, ...rules } = RULES;
    const errors = compile(writeRegistry({ rules: rules as typeof RULES }));
    assert.ok(
      errors.some((error) => error.includes(`'${name}' is missing`)),
      `${name}: ${errors.join('\n')}`,
    );
  }
});

test('a registry without the module of a kind, or with the module of another kind, does not compile', () => {
  assert.match(compile(writeRegistry({ modules: 'numeric' })).join(), /'guess' is missing/);
  assert.match(compile(writeRegistry({ kind: 'other' })).join(), /"other"' is not assignable to type '"guess"/);
});
