import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTexts } from '../../src/content/format/multilingual-text.ts';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// The starter pack has enough content for two months for a child of any age from 5 to 12.

const content = loadAllPacks();
const worlds = [...content.worlds.values()].filter(({ pack_id }) => pack_id === 'starter');
const listOfStarterPack = <T extends { world_id: string }>(entries: ReadonlyMap<string, T>) =>
  [...entries.values()].filter(({ world_id }) => worlds.some(({ id }) => id === world_id));
const locations = listOfStarterPack(content.locations);
const tasks = listOfStarterPack(content.tasks);
const items = tasks.flatMap((task) => task.items);

test('the starter pack has 6 worlds and at least 150 tasks, 600 questions, 20 creative and 20 real-world tasks', () => {
  assert.equal(worlds.length, 6);
  assert.ok(tasks.length >= 150, `${tasks.length} tasks`);
  assert.ok(items.filter(({ kind }) => kind !== 'info').length >= 600);
  for (const kind of ['creative', 'real_world']) {
    const kindTasks = tasks.filter((task) => task.kind === kind);
    assert.ok(kindTasks.length >= 20, `${kindTasks.length} tasks of the kind ${kind}`);
  }
});

test('the starter pack uses all ten kinds of items, and at least nine in each world', () => {
  const listKinds = (worldId: string) =>
    new Set(tasks.filter(isInWorld(worldId)).flatMap((task) => task.items.map(({ kind }) => kind)));
  assert.equal(new Set(items.map(({ kind }) => kind)).size, 10);
  for (const { id } of worlds) assert.ok(listKinds(id).size >= 9, id);
});

test('every question has at least two hints and feedback for correct and wrong answers', () => {
  for (const { id, world_id } of tasks) {
    for (const [itemId, { hints, feedback }] of content.taskKeys.get(id)?.itemKeys ?? []) {
      assert.ok(hints.length >= 2 && feedback.right && feedback.wrong, `${world_id}/${id}/${itemId}`);
    }
  }
});

test('at least four worlds fit every age from 5 to 12, and each becomes more difficult toward its end', () => {
  for (let age = 5; age <= 12; age += 1) {
    const fittingWorlds = worlds.filter(({ age_min, age_max }) => age_min <= age && age <= age_max);
    assert.ok(fittingWorlds.length >= 4, `${fittingWorlds.length} at the age of ${age}`);
  }
  for (const { id, location_ids } of worlds) {
    const [firstDifficulty = 0, lastDifficulty = 0] = [location_ids[0], location_ids.at(-1)].map(
      computeAverageDifficulty,
    );
    assert.ok(
      firstDifficulty < 2 && lastDifficulty > firstDifficulty + 0.5,
      `${id}: from ${firstDifficulty} to ${lastDifficulty}`,
    );
  }
});

test('children who cannot read yet can do every task of difficulty 1, and a quiz in each world', () => {
  const easyTasks = tasks.filter(({ difficulty }) => difficulty === 1);
  for (const { id, pre_reader } of easyTasks) assert.ok(pre_reader, id);
  const worldsWithQuiz = new Set(easyTasks.filter(({ kind }) => kind === 'quiz').map(({ world_id }) => world_id));
  assert.equal(worldsWithQuiz.size, worlds.length);
});

test('all texts are in English and Spanish, and titles and at least four worlds are in all languages', () => {
  for (const { text, path } of findTexts([worlds, locations, tasks])) {
    const requiredLanguages = path.at(-1) === 'title' ? LANGUAGES : (['en', 'es'] as const);
    for (const language of requiredLanguages) assert.ok(text[language], path.join('/'));
  }
  const completeWorlds = worlds.filter(({ languages }) => LANGUAGES.every((language) => languages.includes(language)));
  assert.ok(completeWorlds.length >= 4, completeWorlds.map(({ id }) => id).join());
});
test('a picture states the license of icons if and only if it contains icons', () => {
  for (const { file, license, source, bytes } of content.media.values()) {
    // The ids of icons in drawings begin with `i-`. Covers contain icons, too.
    const hasIcons = bytes.includes('id="i-') || file.endsWith('-cover.svg');
    assert.equal(/MIT/.test(license), hasIcons, `${file}: ${license}`);
    assert.equal(/Fluent Emoji/.test(source), hasIcons, file);
  }
});

function isInWorld(worldId: string) {
  return ({ world_id }: { world_id: string }) => world_id === worldId;
}

/** The average difficulty of a location's tasks, from 1 to 5. */
function computeAverageDifficulty(locationId: string | undefined): number {
  const locationTasks = tasks.filter(({ location_id }) => location_id === locationId);
  return locationTasks.reduce((sum, { difficulty }) => sum + difficulty, 0) / locationTasks.length;
}
