import assert from 'node:assert/strict';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createContentCommands } from '../../../src/app/cli/content/commands.ts';
import { captureOutput } from '../../support/service/console-output.ts';
import { runCommand, startService } from '../../support/service/process.ts';

const TASK_FILE = 'first-steps/worlds/number-garden/tasks/first-sums.yaml';

suite('content packs of the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-content-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('are reloaded on SIGHUP and by "content reload", unless one of them contains a mistake', async () => {
    const env = { DATA_DIR: join(folder, 'data'), CONTENT_DIR: copyPacks(folder) };
    const pondFile = join(env.CONTENT_DIR, 'first-steps/media/pond.svg');
    const service = await startService(env);
    const fetchPicture = async () => (await fetch(`${service.url}/media/pond.svg`)).text();
    const countMessages = (message: string) => service.getOutput().split(message).length - 1;
    const waitForMessages = async (message: string, count: number) => {
      for (let polls = 0; polls < 400 && countMessages(message) < count; polls += 1) await sleep(25);
      assert.equal(countMessages(message), count, service.getOutput());
    };
    try {
      const originalPicture = await fetchPicture();
      replaceInFile(pondFile, '#4C9FC4', '#112233');
      assert.equal(await fetchPicture(), originalPicture, 'packs are not reloaded without a signal');
      service.process.kill('SIGHUP');
      await waitForMessages('content packs reloaded', 1);
      assert.match(await fetchPicture(), /#112233/);

      replaceInFile(pondFile, '#112233', '#445566');
      replaceInFile(join(env.CONTENT_DIR, TASK_FILE), 'kind: fill_in', 'kind: fill_out');
      service.process.kill('SIGHUP');
      await waitForMessages('the previous content stays in use', 1);
      assert.match(service.getOutput(), /first-sums\.yaml:\d+: items\.3\.kind/);
      assert.match(await fetchPicture(), /#112233/, 'the previous content is served completely');
      const refused = runContentCommand(env, 'reload');
      assert.equal(refused.status, 1);
      assert.match(refused.stderr, /first-sums\.yaml:\d+: items\.3\.kind/);

      replaceInFile(join(env.CONTENT_DIR, TASK_FILE), 'kind: fill_out', 'kind: fill_in');
      assert.equal(runContentCommand(env, 'reload').status, 0);
      await waitForMessages('content packs reloaded', 2);
      assert.match(await fetchPicture(), /#445566/);
    } finally {
      service.process.kill('SIGTERM');
      assert.equal(await service.exited, 0);
    }

    replaceInFile(join(env.CONTENT_DIR, TASK_FILE), 'kind: fill_in', 'kind: fill_out');
    rmSync(pondFile);
    const again = await startService(env);
    try {
      assert.match(
        await (await fetch(`${again.url}/media/pond.svg`)).text(),
        /#445566/,
        'the last packs without errors',
      );
      assert.match(again.getOutput(), /"errors":\[.*first-sums\.yaml:\d+.*the last ones without errors are served/);
      const { stdout } = runCommand(['admin', 'doctor'], env);
      assert.match(stdout, /✗ packs: \d+ errors in .*\n.*Until they are corrected, the service serves the last packs/);
    } finally {
      again.process.kill('SIGTERM');
      assert.equal(await again.exited, 0);
    }
  });

  test('prevent the service from starting when they contain a mistake, and report file and line', async () => {
    const env = { DATA_DIR: join(folder, 'other'), CONTENT_DIR: copyPacks(folder) };
    replaceInFile(join(env.CONTENT_DIR, TASK_FILE), 'max_length', 'max_lenght');
    const service = await startService(env);
    assert.equal(await service.exited, 1);
    assert.match(service.getOutput(), /first-sums\.yaml:\d+: "max_lenght" is not a valid key/);
  });
});

suite('npm run content', () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-content-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('"check" prints its result, "list" the worlds with their locations and tasks, and "stats" the counts', async () => {
    const env = { CONTENT_DIR: copyPacks(folder) };
    const commands = createContentCommands(env);
    const print = async (command: 'list' | 'stats' | 'skills' | 'coverage' | 'misconceptions') =>
      (await captureOutput(async () => commands[command]())).join('\n');
    assert.match(runContentCommand(env, 'check').stdout, /^No errors in 2 packs, 3 worlds/);
    assert.match(await print('list'), /^number-garden .*\n {2}garden-gate .*\n {4}bundles-of-ten {2}lesson/);
    const stats = await print('stats');
    assert.match(stats, /^tasks +17: creative 3, lesson 3, quiz 8, real_world 3$/m);
    assert.match(stats, /^es +100% of the texts/m);
    assert.match(await print('skills'), /^mathematics: .*\n(?: .*\n)* +8 {2}times-tables, after multiplication$/m);
    const coverage = await print('coverage');
    assert.match(coverage, /^counting +\d+ +\d+ .* en es uk pl/m);
    assert.match(coverage, /^skills with 3 difficulties: \d+ of \d+$/m);
    assert.match(await print('misconceptions'), /^ +\d+. counts-the-start +addition subtraction/m);
  });

  test('"preview" writes the page of a task to a file or to standard output', async () => {
    const env = { CONTENT_DIR: copyPacks(folder) };
    const commands = createContentCommands(env);
    const preview = runContentCommand(env, 'preview', 'at-the-pond', '--language', 'es');
    assert.equal(preview.status, 0, preview.stderr);
    assert.match(preview.stdout, /^<!doctype html>.*<h1>En el estanque<\/h1>.*<\/html>\n$/s);
    const file = join(folder, 'pond.html');
    assert.deepEqual(await captureOutput(() => commands.preview('at-the-pond', file, 'es')), [file]);
    assert.equal(readFileSync(file, 'utf8'), preview.stdout);
    const unknownTask = runContentCommand(env, 'preview', 'at-the-lake');
    assert.deepEqual([unknownTask.status, unknownTask.stdout], [1, '']);
    assert.match(unknownTask.stderr, /no task "at-the-lake"/);
    await assert.rejects(commands.preview('at-the-pond', undefined, 'x;'), /"x;" is not a language tag/);
  });

  test('"new" creates packs, worlds and tasks of every kind, which pass the check when all texts are written', async () => {
    const env = { CONTENT_DIR: copyPacks(folder) };
    const { newWorld, newTask } = createContentCommands(env);
    const place = { pack: 'sea', world: 'harbor', location: 'harbor-start' };
    const newPack = runContentCommand(env, 'new', 'pack', 'sea');
    replaceInFile(join(env.CONTENT_DIR, 'sea/pack.yaml'), 'languages:', 'more_languages: [pl]\nlanguages:');
    const results = [
      newPack,
      runContentCommand(env, 'new', 'world', 'sea', 'harbor'),
      runContentCommand(env, 'new', 'task', ...Object.values(place), 'my-real-world', '--kind', 'real_world'),
    ];
    for (const { status, stderr } of results) assert.equal(status, 0, stderr);
    await captureOutput(async () => {
      newWorld('first-steps', 'island');
      for (const kind of ['quiz', 'lesson', 'creative']) newTask({ ...place, task: `my-${kind}`, kind });
    });
    const firstCheck = runContentCommand(env, 'check');
    assert.equal(firstCheck.status, 1);
    assert.match(firstCheck.stderr, /sea\/worlds\/harbor\/world\.yaml:\d+: title is not written yet in "en"/);
    assert.match(firstCheck.stderr, /title is not written yet in "pl"/, 'titles are in every language of the pack');
    assert.match(firstCheck.stderr, /sea\/pack\.yaml:\d+: authors\.0 is not written yet/);
    // In a language of `more_languages`, only titles are required.
    assert.doesNotMatch(
      firstCheck.stderr,
      /is missing in|sea\S+ \S*(?:prompt|instructions) is not written yet in "pl"/,
    );
    let textCount = 0;
    const createText = () => `: text ${textCount++}`; // different texts, because equal options are an error
    for (const file of globSync('{sea,first-steps}/**/*.yaml', { cwd: env.CONTENT_DIR })) {
      const path = join(env.CONTENT_DIR, file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(/: …$/gm, createText).replace(/- …$/gm, '- somebody'));
    }
    const secondCheck = runContentCommand(env, 'check');
    assert.equal(secondCheck.status, 0, secondCheck.stderr);
    assert.match(secondCheck.stdout, /3 packs, 5 worlds/);
    assert.throws(() => newWorld('sea', 'harbor'), /harbor/, 'nothing is overwritten');
    assert.throws(
      () => newTask({ ...place, location: 'no-such', task: 'x', kind: 'quiz' }),
      /has no location "no-such"/,
    );
  });
});

function copyPacks(folder: string): string {
  const copy = mkdtempSync(join(folder, 'packs-'));
  for (const pack of ['base', 'first-steps']) cpSync(`content/packs/${pack}`, join(copy, pack), { recursive: true });
  return copy;
}

function replaceInFile(file: string, oldText: string, newText: string): void {
  const text = readFileSync(file, 'utf8');
  assert.ok(text.includes(oldText), `${file} does not contain "${oldText}"`);
  writeFileSync(file, text.replace(oldText, newText));
}

function runContentCommand(env: Readonly<Record<string, string>>, ...args: string[]) {
  return runCommand(['content', ...args], env);
}
