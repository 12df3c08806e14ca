import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { loadAllPacks } from '../../support/content/packs.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { describeWithApp } from '../../support/test-app.ts';

interface ItemResponse {
  readonly id: string;
  readonly prompt: string;
  readonly speech: string | null;
  readonly options: readonly {
    readonly id: string;
    readonly speech: string | null;
    readonly image_url: string | null;
  }[];
}

describeWithApp('Tasks for children who cannot read yet', (app) => {
  before(() => {
    app.ctx.content.current = loadAllPacks();
  });

  it('have a spoken form of texts with mathematical signs, in the language of the child', async () => {
    const child = createLearningClient(app, await app.registerChild());
    await child.call('PATCH', '/app/users/me', { language: 'pl' });
    const task = await child.getTask('first-wheel-sums');
    assert.equal(task.pre_reader, true);
    const items: readonly ItemResponse[] = task.items;
    const findItem = (id: string) => items.find((item) => item.id === id);
    assert.equal(findItem('six-and-two')?.prompt, '6 + 2 = ?');
    assert.equal(findItem('six-and-two')?.speech, 'Ile to jest 6 plus 2?');
    assert.equal(findItem('birds')?.speech, null, 'the text itself can be read aloud');
    const option = findItem('more-than-five')?.options.find(({ id }) => id === 'n5-plus-1');
    assert.equal(option?.speech, '5 dodać 1');
    assert.match(option?.image_url ?? '', /\/media\/numbers-frame-5-1\.svg/);
    const { data: location } = (await child.call('GET', `/app/locations/${task.location_id}`)).body;
    const listedTask = location.tasks.find(({ id }: { id: string }) => id === 'first-wheel-sums');
    assert.equal(listedTask?.pre_reader, true, 'in the list of tasks, too');
    assert.equal((await child.getTask('past-ten')).pre_reader, false);
  });

  it('have a spoken form of the prompt of a generated item', async () => {
    const child = createLearningClient(app, await app.registerChild());
    const { items }: { items: readonly ItemResponse[] } = await child.getTask('endless-sums');
    const [sum] = items;
    const [, a, b] = /^(\d+) \+ (\d+) = \?$/.exec(sum?.prompt ?? '') ?? [];
    assert.equal(sum?.speech, `How much is ${a} plus ${b}?`);
    assert.equal(sum?.options.length, 3);
  });
});
