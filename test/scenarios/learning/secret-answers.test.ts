import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { describeWithApp, NEW_CHILD } from '../../support/test-app.ts';

/** Field names of answer keys in the packs, which must not be sent before grading. */
const SECRET_FIELD_NAMES = [
  'answer',
  'accepted',
  'tolerance',
  'pairs',
  'order',
  'groups',
  'areas',
  'hints',
  'feedback',
  'key',
];

describeWithApp('Before grading', (app) => {
  it('no response contains answers, hints or feedback', async () => {
    const { current } = app.ctx.content;
    const child = createLearningClient(app, await app.registerChild({ body: { ...NEW_CHILD, language: 'es' } }));
    const responses: unknown[] = [];
    const request = async (method: string, path: string, body?: unknown) => {
      const response = await child.call(method, path, body);
      if (response.status < 300) responses.push(response.body);
      return response;
    };
    await request('GET', '/app/worlds?limit=100');
    for (const id of current.worlds.keys()) await request('GET', `/app/worlds/${id}`);
    for (const id of current.worlds.keys()) await request('GET', `/app/worlds/${id}/locations`);
    for (const id of current.locations.keys()) await request('GET', `/app/locations/${id}`);
    for (const id of current.tasks.keys()) {
      await request('GET', `/app/tasks/${id}`); // also for locked tasks
      await request('POST', `/app/tasks/${id}/start`);
      await request('PATCH', `/app/tasks/${id}/attempt`, { answers: [] });
      await request('GET', `/app/tasks/${id}`);
      const completion = await request('POST', `/app/tasks/${id}/complete`, { answers: [] });
      if (completion.status !== 200) continue; // locked tasks and creative tasks
      if (completion.body.data.passed)
        responses.pop(); // passed without answers, because no item needs an answer
      else for (const item of completion.body.data.items) delete item.feedback; // graded responses may contain feedback
    }

    const fields = [...walkFields(responses)];
    const fieldNames = new Set(fields.map(([name]) => name));
    assert.deepEqual(
      SECRET_FIELD_NAMES.filter((name) => fieldNames.has(name)),
      [],
    );
    const texts = new Set(fields.map(([, text]) => text));
    const secretTexts = [...current.taskKeys.values()].flatMap(({ itemKeys }) =>
      [...itemKeys.values()].flatMap(listSecretTexts),
    );
    assert.ok(secretTexts.length > 200 && texts.size > 200, 'the answer keys and the responses contain texts');
    assert.deepEqual(
      secretTexts.filter((text) => texts.has(text)),
      [],
    );
  });

  it('sequencing options are never sent in the correct order', async () => {
    const { current } = app.ctx.content;
    const sequences = [...current.taskKeys.values()].flatMap(({ task_id, itemKeys }) =>
      [...itemKeys.values()].flatMap((key) =>
        key.kind === 'sequencing' ? [{ task_id, id: key.id, order: key.order }] : [],
      ),
    );
    assert.ok(sequences.length > 0);
    for (let i = 0; i < 20; i += 1) {
      const child = createLearningClient(app, await app.registerChild());
      for (const { task_id, id, order } of sequences) {
        const { items } = await child.getTask(task_id);
        const options = items.find((item: { id: string }) => item.id === id).options;
        assert.notDeepEqual(
          options.map((option: { id: string }) => option.id),
          order,
        );
      }
    }
  });
});

/** Yields each field name, and each value with the name of its field. */
function* walkFields(value: unknown, name = ''): Generator<[name: string, text: string]> {
  if (typeof value !== 'object' || value === null) {
    yield [name, String(value)];
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield [key, ''];
    yield* walkFields(inner, Array.isArray(value) ? name : key);
  }
}

/** Texts of several words in an answer key: hints, feedback and accepted answers in every language. */
function listSecretTexts(value: unknown): string[] {
  if (typeof value === 'string') return /\s/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listSecretTexts);
}
