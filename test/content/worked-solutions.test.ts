import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadAllPacks } from '../support/content/packs.ts';
import { assertSteps } from '../support/content/worked-solutions.ts';

const { generators, tasks, taskKeys, worlds } = loadAllPacks(); // generators.test.ts checks the solutions of generated items

test('each equation of the worked solutions of written items is true, and the steps show the number that is asked for', () => {
  let equationCount = 0;
  for (const { task_id, itemKeys } of taskKeys.values()) {
    const task = tasks.get(task_id);
    for (const language of worlds.get(task?.world_id ?? '')?.languages ?? []) {
      for (const item of task?.items ?? []) {
        const key = itemKeys.get(item.id);
        if (item.kind === 'info' || !key?.solution || generators.get(task_id)?.has(item.id)) continue;
        equationCount += assertSteps(item, key, language, `${task_id}/${item.id} ${language}`);
      }
    }
  }
  assert.ok(equationCount >= 750, `${equationCount} equations`);
});
