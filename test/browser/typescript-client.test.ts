import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { openTab, useBrowser } from '../support/browser/browser.ts';
import { createPicture } from '../support/files/media.ts';
import { CREATIVE_TASK_ID } from '../support/learning/submissions.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const getBrowser = useBrowser();
const repositoryFolder = join(import.meta.dirname, '../..');
const clientFolder = join(repositoryFolder, 'clients/typescript');
const testFolder = join(repositoryFolder, 'node_modules/.client-test'); // in the repository, so that Node finds the client's dependency
const installedPackage = join(testFolder, 'node_modules/family-learning-client');
let app: TestApp;

// SQLite only: the client does not depend on the database.
describe('the package of the TypeScript client', () => {
  before(async () => {
    rmSync(testFolder, { recursive: true, force: true });
    mkdirSync(installedPackage, { recursive: true });
    copyFileSync(join(clientFolder, 'package.json'), join(installedPackage, 'package.json'));
    runTsc('-p', join(clientFolder, 'tsconfig.build.json'), '--outDir', join(installedPackage, 'dist'));
    app = await startTestApp('sqlite');
  });
  after(async () => {
    await app.close();
    rmSync(testFolder, { recursive: true, force: true });
  });

  it('plays a task with the example of its README in strict TypeScript', async () => {
    const [example = ''] = readFileSync(join(clientFolder, 'README.md'), 'utf8').split('```ts\n').slice(1);
    const exampleCode = example.split('```')[0]?.replace('http://localhost:3000', app.url) ?? '';
    writeFileSync(join(testFolder, 'package.json'), '{"type": "module"}');
    writeFileSync(join(testFolder, 'example.ts'), exampleCode);
    const options = [
      '--ignoreConfig',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--lib',
      'es2022,dom',
      '--outDir',
      testFolder,
    ];
    runTsc(join(testFolder, 'example.ts'), ...options);
    const { stdout } = await promisify(execFile)(process.execPath, [join(testFolder, 'example.js')]);
    assert.match(stdout, /^[0-3] stars, \d+ XP\n$/);
  });

  it('uploads a drawing from a browser and reports its progress', async () => {
    const { token } = await app.registerChild();
    const { page, context, errors } = await openTab(getBrowser(), app.url);
    await page.route('**/client-page/**', (route) => {
      const name = basename(new URL(route.request().url()).pathname);
      if (name === 'index.html') return route.fulfill({ contentType: 'text/html', body: PAGE_HTML });
      const clientFile = join(installedPackage, 'dist', name);
      const path = existsSync(clientFile)
        ? clientFile
        : join(repositoryFolder, 'node_modules/openapi-fetch/dist', name);
      return route.fulfill({ path, contentType: 'text/javascript' });
    });
    await page.goto('/client-page/index.html');
    const input = { baseUrl: app.url, token, taskId: CREATIVE_TASK_ID, drawing: [...(await createPicture('png'))] };
    const { fileCount, progress } = await page.evaluate<UploadResult>(`(${UPLOAD_FUNCTION})(${JSON.stringify(input)})`);
    assert.equal(fileCount, 1);
    assert.equal(progress.at(-1), 1);
    assert.deepEqual(errors, []);
    await context.close();
  });
});

interface UploadResult {
  readonly fileCount: number;
  /** The shares of the bytes that had been sent, from 0 to 1. */
  readonly progress: readonly number[];
}

const PAGE_HTML = '<script type="importmap">{"imports": {"openapi-fetch": "/client-page/index.mjs"}}</script>';

/** Runs in the browser: uploads a drawing with the client. */
const UPLOAD_FUNCTION = `async ({ baseUrl, token, taskId, drawing }) => {
  const { createClient } = await import('/client-page/index.js');
  const progress = [];
  const submission = await createClient({ baseUrl, token }).post('/app/tasks/{id}/submit-creative', {
    path: { id: taskId },
    body: { files: [new File([new Uint8Array(drawing)], 'drawing.png', { type: 'image/png' })] },
    onProgress: ({ sentBytes, totalBytes }) => progress.push(sentBytes / totalBytes),
  });
  return { fileCount: submission.media.length, progress };
}`;

function runTsc(...args: string[]): void {
  const { status, stdout } = spawnSync('tsc', args, { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
}
