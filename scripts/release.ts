import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// npm run release -- pack: packs the sources as they are into build/, for a try.
// npm run release -- <version>: checks a clean tree with this version and its part of CHANGELOG.md, packs it, and writes the SBOM beside it.
// The tarball contains JavaScript, because Node runs no TypeScript in node_modules, and neither tests, benchmarks nor the sources of pictures.

const root = join(import.meta.dirname, '..');
const folder = join(root, 'build/package');
const run = (command: string, args: readonly string[], cwd = root) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 28 });

const [argument = ''] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
if (argument !== 'pack') checkRelease(argument);
console.log(`Created build/${pack()}.`);
if (argument !== 'pack') {
  writeFileSync(join(root, `build/sbom-${argument}.json`), run('npm', ['run', '--silent', 'sbom']));
  console.log(`Created build/sbom-${argument}.json. Now: git tag v${argument} && git push origin v${argument}`);
}

function checkRelease(version: string): void {
  const fail = (message: string) => {
    console.error(message);
    process.exit(1);
  };
  if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Give the version: npm run release -- 1.2.3');
  if (version !== manifest.version) fail(`Set the version first: npm version --no-git-tag-version ${version}`);
  if (run('git', ['status', '--porcelain']) !== '') fail('Commit all changes first.');
  if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version}`))
    fail(`CHANGELOG.md has no part "## ${version}".`);
  execFileSync('npm', ['run', 'check'], { cwd: root, stdio: 'inherit' });
}

/** Returns the name of the tarball. */
function pack(): string {
  rmSync(join(root, 'build'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync('tsc', ['-p', 'tsconfig.release.json'], { cwd: root, stdio: 'inherit' });
  for (const path of listFiles()) cpSync(join(root, path), join(folder, path), { recursive: true });
  cpSync(join(root, 'deploy/family-learning'), join(folder, 'family-learning'));
  writeManifest();
  writeShrinkwrap();
  return run('npm', ['pack', '--silent', '--pack-destination', '..'], folder).trim();
}

/** The files that are copied as they are: those of git, and those that `npm run prepare` generates. */
function listFiles(): string[] {
  const tracked = run('git', ['ls-files', '-z', 'src', 'content', 'clients', 'docs', 'deploy', '*.md', 'LICENSE']);
  const isPacked = (path: string) =>
    !/\.test\.tsx?$/.test(path) &&
    !(path.startsWith('src/') && path.endsWith('.ts')) &&
    path !== 'src/app/start.js' &&
    !/^docs\/.*\.(png|svg)$|\/drawings\.yaml$/.test(path);
  return [...tracked.split('\0').filter((path) => path !== '' && isPacked(path)), 'docs/api.md', 'content/schemas'];
}

function writeManifest(): void {
  const { devDependencies, scripts, private: _, dependencies, ...kept } = manifest;
  const { preflight, ...packed } = dependencies;
  const commit = run('git', ['rev-parse', '--short=12', 'HEAD']).trim();
  const bin = { 'family-learning': 'family-learning' };
  writeJson('package.json', { ...kept, commit, bin, dependencies: packed });
}

/** npm installs exactly these versions of all dependencies, as with package-lock.json. */
function writeShrinkwrap(): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { devDependencies, dependencies, ...kept } = lock.packages[''];
  const { preflight, ...packed } = dependencies;
  const entries = Object.entries<{ dev?: boolean; devOptional?: boolean }>(lock.packages);
  const isUsed = ([path, { dev }]: (typeof entries)[number]) => path !== '' && !dev && !path.includes('preflight');
  const packages = { '': { ...kept, dependencies: packed }, ...Object.fromEntries(entries.filter(isUsed)) };
  writeJson('npm-shrinkwrap.json', { ...lock, packages });
}

function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${JSON.stringify(value, null, 2)}\n`);
}
