import assert from 'node:assert/strict';
import { runJobs } from '../../../src/app/scheduled-jobs.ts';
import { surface } from '../../../src/app/surface.ts';
import { GUIDE, listPhraseGroups } from '../../../src/features/learning/index.ts';
import { carryOutTodoChanges } from '../../../src/features/todos/index.ts';
import { createFormBrowser } from '../browser/form-browser.ts';
import { registerTodoFamily } from '../family/todos.ts';
import { createMp3 } from '../files/media.ts';
import { createFilePart, fetchFile, submitPicture } from '../learning/submissions.ts';
import type { TestApp } from '../test-app.ts';
import { createExampleRecorder } from './example-recorder.ts';
import { simulateFirstDays } from './first-days.ts';

/** Calls every operation of the API, reads the family and the global leaderboards, opens the panel's pages, and runs all jobs. */
export async function useWholeService(app: TestApp): Promise<void> {
  await simulateFirstDays(app, createExampleRecorder(app).call);
  await useLeaderboardsAndPanel(app);
  await runJobs(app.ctx);
  await carryOutTodoChanges(app.ctx);
}

async function useLeaderboardsAndPanel(app: TestApp): Promise<void> {
  const { child, parent, assign } = await registerTodoFamily(app);
  const todoId = await assign();
  for (const query of ['', '?scope=global&period=week', '?scope=global&period=month', '?scope=global&period=all'])
    assert.equal((await app.call('GET', `/app/rankings${query}`, child)).status, 200);
  const { media } = await submitPicture(app, child);
  await fetchFile(app, media[0].url, { authorization: `Bearer ${child.token}` });
  const cookie = await app.openPanelSession(parent.token);
  const [phrase] = (await listPhraseGroups(app.ctx.content.current, 'en')).flatMap(({ phrases }) => phrases);
  const fields = { language: 'en', phrase: phrase?.key ?? '' };
  const sound = createFilePart(createMp3(), 'voice.mp3', 'audio/mpeg');
  await createFormBrowser(app, cookie).submitParts(`/panel/recordings/${GUIDE}`, fields, [sound]);
  const { body: recordings } = await app.call('GET', '/app/recordings', child);
  await fetchFile(app, recordings.data[0].url, { authorization: `Bearer ${child.token}` });
  const [skill] = app.ctx.content.current.skills.keys();
  const key = [...app.ctx.content.current.taskKeys].find(([, { itemKeys }]) => itemKeys.size > 0);
  for (const { method, path, auth } of surface) {
    if (method !== 'GET' || auth !== 'session') continue;
    if (path.endsWith('/unlink')) continue; // needs the id of a guardian in its query
    const url = path.replace(':id', path.startsWith('/panel/todos/') ? todoId : child.id).replace(':group', 'guide');
    const query = path.endsWith('/sheet')
      ? `?skill=${skill}`
      : path.endsWith('/together')
        ? `?${new URLSearchParams({ task: key?.[0] ?? '', item: [...(key?.[1].itemKeys.keys() ?? [])][0] ?? '' })}`
        : '';
    const { status, text } = await app.call('GET', `${url}${query}`, { cookie });
    assert.ok(status < 400, `${path}: ${status} ${text.slice(0, 200)}`);
  }
}
