import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadAllPacks } from '../support/content/packs.ts';
import { assertEquations, assertShowsNumber } from '../support/content/worked-solutions.ts';

/** The subjects whose steps show the number that is asked for. Elsewhere, it can be in words. */
const SUBJECTS_WITH_NUMBERS = ['mathematics', 'logic-and-coding'];
const { generators, skills, tasks, taskKeys, worlds } = loadAllPacks(); // generators.test.ts checks the solutions of generated items

test('each equation of the worked solutions of written items is true, and the steps show the number that is asked for', () => {
  let equationCount = 0;
  for (const { task_id, itemKeys } of taskKeys.values()) {
    const task = tasks.get(task_id);
    const subject = skills.get(task?.skills[0] ?? '')?.subject ?? '';
    for (const language of worlds.get(task?.world_id ?? '')?.languages ?? []) {
      for (const item of task?.items ?? []) {
        const key = itemKeys.get(item.id);
        if (item.kind === 'info' || !key?.solution || generators.get(task_id)?.has(item.id)) continue;
        const label = `${task_id}/${item.id} ${language}`;
        equationCount += assertEquations(key, [language], label);
        if (SUBJECTS_WITH_NUMBERS.includes(subject)) assertShowsNumber(item, key, language, label);
      }
    }
  }
  assert.ok(equationCount >= 900, `${equationCount} equations`);
});
