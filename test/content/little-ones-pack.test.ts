import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// The little-ones pack has quizzes for children from 4 to 6 who cannot read yet.

const { worlds, tasks, generators, pictures } = loadAllPacks();
const ownWorlds = [...worlds.values()].filter(({ pack_id }) => pack_id === 'little-ones');
const ownTasks = [...tasks.values()].filter(({ world_id }) => ownWorlds.some(({ id }) => id === world_id));
const quizzes = ownTasks.filter(({ kind }) => kind === 'quiz');

test('the little-ones pack has at least 168 quizzes, all for children who cannot read yet', () => {
  assert.ok(ownTasks.every(({ pre_reader }) => pre_reader));
  assert.ok(quizzes.length >= 168, `${quizzes.length} quizzes`);
  for (const { age_min, age_max, languages } of ownWorlds)
    assert.deepEqual([age_min, age_max, languages], [4, 6, [...LANGUAGES]]);
});

test('each of its quizzes has five to seven questions and at most three difficulties are used', () => {
  for (const { id, items, difficulty } of quizzes) {
    const questions = items.filter(({ kind }) => kind !== 'info');
    assert.ok(questions.length >= 5 && questions.length <= 7, id);
    assert.ok(difficulty <= 3, id);
  }
});

test('a quiz with figures to trace has no other questions, so that a client that cannot draw leaves whole quizzes out', () => {
  const traced = quizzes.filter(({ items }) => items.some(({ kind }) => kind === 'trace'));
  assert.ok(traced.length >= 5);
  for (const { id, items } of traced)
    assert.ok(
      items.every(({ kind }) => kind === 'trace'),
      id,
    );
});

test('every task for children who cannot read has a picture, its own or one of its questions, for its tile', () => {
  const preReaderTasks = [...tasks.values()].filter(({ pre_reader }) => pre_reader);
  assert.ok(preReaderTasks.length > ownTasks.length);
  for (const { id, media, items } of preReaderTasks) {
    const isDrawn = [...(generators.get(id)?.values() ?? [])].some((generator) =>
      generator.renderPicture(generator.draw('tile'), (name) => pictures.get(name)?.svg.toString()),
    );
    const hasPicture = [...media, ...items.flatMap((item) => item.media)].length > 0;
    assert.ok(isDrawn || hasPicture || /"image":"/.test(JSON.stringify(items)), id);
  }
});

test('pictures of its generated items contain only icons of the packs', () => {
  for (const { id } of quizzes) {
    for (const generator of generators.get(id)?.values() ?? []) {
      for (let i = 0; i < 20; i += 1)
        generator.renderPicture(generator.draw(`icons ${i}`), (name) => pictures.get(name)?.svg.toString());
    }
  }
});
