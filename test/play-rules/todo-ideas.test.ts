import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { findTodoIdea, TODO_IDEAS } from '../../clients/play/src/rules/todo-ideas.ts';

for (const language of ['en', 'es', 'pl', 'uk']) {
  const messages = JSON.parse(readFileSync(`clients/play/locales/${language}/play.json`, 'utf8'));

  it(`each idea for a to-do finds its own picture (${language})`, () => {
    const found = TODO_IDEAS.map((idea) =>
      findTodoIdea(messages[`todo.idea.${idea}`], (candidate) => messages[`todo.words.${candidate}`]),
    );
    assert.deepEqual(found, [...TODO_IDEAS]);
  });
}

it('the picture of a to-do is that of a word, not of a part of one', () => {
  const getWords = (idea: string) => ({ book: 'book story', bed: 'bed' })[idea] ?? 'none';
  assert.equal(findTodoIdea('Read a bedtime STORY', getWords), 'book');
  assert.equal(findTodoIdea('Beds', getWords), 'bed');
  assert.equal(findTodoIdea('Climb', getWords), undefined);
  assert.equal(findTodoIdea('Notebooks', getWords), undefined);
});
