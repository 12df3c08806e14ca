import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { findTexts } from '../../src/content/format/multilingual-text.ts';
import { SCHEMAS } from '../../src/content/format/schemas.ts';
import type { Task } from '../../src/content/loading/content.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// The packs that come with the service are valid, and first-steps contains every kind of task and item.

const PACKS_FOLDER = join(import.meta.dirname, '../../content/packs');
const content = loadAllPacks();
const tasks = [...content.tasks.values()];
const items = tasks.flatMap((task) => task.items);
const firstStepsWorlds = [...content.worlds.values()].filter(({ pack_id }) => pack_id === 'first-steps');
const firstStepsTasks = tasks.filter(({ world_id }) => firstStepsWorlds.some(({ id }) => id === world_id));

test('the first-steps pack has three short worlds with every kind of task, shown first', () => {
  assert.equal(firstStepsWorlds.length, 3);
  for (const world of firstStepsWorlds) {
    assert.ok(world.location_ids.length >= 3 && world.location_ids.length <= 4, world.id);
    const kinds = new Set(tasks.filter((task) => task.world_id === world.id).map((task) => task.kind));
    assert.deepEqual(kinds, new Set(['lesson', 'quiz', 'creative', 'real_world']), world.id);
    assert.deepEqual(world.languages, ['en', 'es', 'uk', 'pl']);
  }
  assert.deepEqual(
    firstStepsWorlds.map(({ order_index }) => order_index),
    [0, 1, 2],
    'these worlds come before the worlds of other packs',
  );
});

test('every kind of item appears at least twice in first-steps, and graded items of all packs have two hints', () => {
  const kinds = ['single_choice', 'true_false', 'multiple_choice', 'fill_in', 'numeric'];
  for (const kind of [...kinds, 'matching', 'sequencing', 'categorize', 'hotspot', 'info']) {
    const itemsOfKind = firstStepsTasks.flatMap((task) => task.items).filter((item) => item.kind === kind);
    assert.ok(itemsOfKind.length >= 2, kind);
  }
  for (const { kind, id, hints_available, points } of items) {
    assert.equal(hints_available, kind === 'info' ? 0 : 2, id);
    assert.ok(kind === 'info' ? points === 0 : points >= 1, id);
  }
});

test('locations and tasks have the order and parents that their world declares', () => {
  for (const world of content.worlds.values()) {
    for (const [index, id] of world.location_ids.entries()) {
      const location = content.locations.get(id);
      assert.deepEqual([location?.world_id, location?.order_index], [world.id, index]);
      for (const [taskIndex, taskId] of (location?.task_ids ?? []).entries()) {
        const { location_id, world_id, order_index } = content.tasks.get(taskId) as Task; // validated by loadPacks
        assert.deepEqual([location_id, world_id, order_index], [id, world.id, taskIndex]);
      }
    }
  }
});

test('the public part of a task contains no answers, hints or feedback', () => {
  const publicJson = JSON.stringify(tasks);
  for (const name of [
    'answer',
    'accepted',
    'tolerance',
    'answers',
    'areas',
    'hints',
    'feedback',
    'pairs',
    'groups',
    'order',
  ]) {
    assert.ok(!publicJson.includes(`"${name}":`), name);
  }
  const publicTexts = new Set([...findTexts(tasks)].flatMap(({ text }) => Object.values(text)));
  for (const { itemKeys } of content.taskKeys.values()) {
    for (const { hints, feedback } of itemKeys.values()) {
      for (const text of [...hints, feedback.right, feedback.wrong].flatMap((texts) => Object.values(texts))) {
        assert.ok(!publicTexts.has(text), text);
      }
    }
  }
});

test('every graded item has an answer key, and no other item has one', () => {
  for (const task of tasks) {
    const gradedItemIds = task.items.filter(({ kind }) => kind !== 'info').map(({ id }) => id);
    assert.deepEqual([...(content.taskKeys.get(task.id)?.itemKeys.keys() ?? [])].sort(), gradedItemIds.sort());
    assert.equal(content.taskKeys.get(task.id)?.content_version, task.content_version);
  }
});

test('every YAML file of a pack refers to its JSON schema', () => {
  const schemaPaths = new Set<string>();
  for (const file of globSync('**/*.yaml', { cwd: PACKS_FOLDER, exclude: ['*/drawings.yaml'] })) {
    const [, relativePath = ''] =
      /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(join(PACKS_FOLDER, file), 'utf8')) ?? [];
    const schemaName = /^(\w+)\.schema\.json$/.exec(relativePath.split('/').at(-1) ?? '')?.[1] ?? '';
    assert.ok(schemaName in SCHEMAS, `${file}: ${relativePath}`);
    schemaPaths.add(join(PACKS_FOLDER, dirname(file), relativePath));
    assert.equal(schemaName, getSchemaName(file), file);
  }
  for (const path of schemaPaths) assert.doesNotThrow(() => parse(readFileSync(path, 'utf8')), path);
});

/** The name of the schema that a file must have because of its path. */
function getSchemaName(file: string): string {
  const folder = dirname(file).split('/').at(-1);
  if (folder === 'tasks') return 'task';
  return folder === 'answers' ? 'answers' : (/(\w+)\.yaml$/.exec(file)?.[1] ?? '');
}
