import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import type { Item, Task } from '../../../content/index.ts';
import type { Context } from '../../../platform/context.ts';
import { buildAttemptTask } from '../attempts/drawn-items.ts';
import { gradeItem } from './grade.ts';
import { ItemSchema, type SerializedItem, serializeItem, serializeItems, serializeMedia } from './item-serializers.ts';

const packs = loadAllPacks();
// The serializers read no other parts of the context.
const ctx = { content: { current: packs }, settings: { baseUrl: 'https://learn.example' } } as Context;
const tasks = [...packs.tasks.values()];
const seeds = Array.from({ length: 40 }, (_, i) => `attempt ${i}`);

/** An item as it is sent. */
function getSerializedItem(taskId: string, itemId: string, locale = 'en', seed = 'attempt'): SerializedItem {
  const item = serializeItems(ctx, getAttemptTask(taskId), { locale, seed }).find(({ id }) => id === itemId);
  assert.ok(item);
  return item;
}

function getTask(id: string): Task {
  const task = packs.tasks.get(id);
  assert.ok(task);
  return task;
}

const getAttemptTask = (id: string) => buildAttemptTask(packs, getTask(id), {}, 'en');

const toIds = (list: readonly { id: string }[] | undefined) => (list ?? []).map(({ id }) => id);

test('every item of every pack matches its response schema, without extra fields', () => {
  for (const task of tasks) {
    for (const item of serializeItems(ctx, getAttemptTask(task.id), { locale: 'en', seed: 'attempt' })) {
      assert.ok(Value.Check(ItemSchema, item), `${task.id}/${item.id}`);
      assert.deepEqual(Value.Clean(ItemSchema, structuredClone(item)), item, `${task.id}/${item.id}`);
    }
  }
});

test('each kind of item has its own fields, in the child’s language', () => {
  const numeric = getSerializedItem('market-sums', 'three-pears', 'es');
  assert.equal(numeric.prompt, 'Una pera cuesta 20 céntimos. ¿Cuánto cuestan tres peras?');
  assert.equal(numeric.unit, 'céntimos');
  assert.equal(numeric.hints_available, 2);
  assert.equal(getSerializedItem('first-sums', 'eight-in-letters').max_length, 20);
  assert.deepEqual(
    [getSerializedItem('market-sums', 'make-ten').select_min, getSerializedItem('market-sums', 'make-ten').select_max],
    [1, 4],
  );
  assert.deepEqual(getSerializedItem('tower-locks', 'even-or-odd', 'es-MX').categories, [
    { id: 'even', text: 'Par', image_url: null, speech: null, recording_url: null },
    { id: 'odd', text: 'Impar', image_url: null, speech: null, recording_url: null },
  ]);
  const info = getSerializedItem('bundles-of-ten', 'thirty-four', 'fr');
  assert.equal(info.prompt, 'What 34 tells you', 'the first language of the pack');
  assert.match(info.text ?? '', /^In 34/);
  assert.equal(info.points, 0);
});

test('a text is sent with its spoken form, and with a recording only in the language of the recording', () => {
  const item: Item = {
    ...(getTask('first-sums').items[0] as Item & { kind: 'single_choice' }),
    speech: { en: 'How much is seven plus five?', es: '¿Cuánto es siete más cinco?' },
    options: [
      { id: 'eleven', text: { en: '11', es: '11' }, recording: { es: 'pond' } },
      { id: 'twelve', text: { en: '12', es: '12' }, speech: { en: 'a dozen', es: 'una docena' } },
    ],
  };
  const serialize = (locale: string) => serializeItem(ctx, item, { locale, seed: 'attempt' });
  const findOption = (locale: string, id: string) => serialize(locale).options?.find((option) => option.id === id);
  assert.equal(serialize('es-MX').speech, '¿Cuánto es siete más cinco?');
  assert.equal(findOption('en', 'twelve')?.speech, 'a dozen');
  assert.match(findOption('es-MX', 'eleven')?.recording_url ?? '', /^https:\/\/learn\.example\/media\/pond/);
  assert.equal(findOption('en', 'eleven')?.recording_url, null);
  assert.equal(findOption('en', 'eleven')?.speech, null);
});

test('images have absolute URLs, dimensions and alternative text', () => {
  const { image } = getSerializedItem('tower-locks', 'find-the-triangle', 'es');
  assert.match(image?.url ?? '', /^https:\/\/learn\.example\/media\/three-shapes\.svg\?v=\S+$/);
  assert.ok(image && image.width > 0 && image.height > 0);
  assert.match(image.alt_text, /^Tres figuras/);
  const media = serializeMedia(ctx, 'plant-parts', 'en');
  assert.deepEqual(
    { ...media, url: '' },
    {
      id: 'plant-parts',
      url: '',
      mime: 'image/svg+xml',
      alt_text: 'A plant with a flower at the top, a stem with two leaves, and roots in the soil.',
      caption: 'The parts of a plant',
    },
  );
  assert.equal(serializeMedia(ctx, 'pond', 'en').caption, null);
  const [option] = getSerializedItem('first-sums', 'seven-and-five').options ?? [];
  assert.equal(option?.image_url, null);
});

test('the order of options is fixed within an attempt, differs between attempts and includes every option', () => {
  for (const [task, id, field] of [
    ['first-sums', 'seven-and-five', 'options'],
    ['market-sums', 'make-ten', 'options'],
    ['market-sums', 'sum-partners', 'right'],
    ['tower-locks', 'small-to-large', 'options'],
    ['tower-locks', 'even-or-odd', 'options'],
  ] as const) {
    const orders = seeds.map((seed) => toIds(getSerializedItem(task, id, 'en', seed)[field]).join());
    assert.deepEqual(
      orders,
      seeds.map((seed) => toIds(getSerializedItem(task, id, 'es', seed)[field]).join()),
    );
    assert.ok(new Set(orders).size >= 3, id);
    assert.equal(new Set(orders.map((order) => order.split(',').sort().join())).size, 1, id);
  }
  for (const seed of seeds) {
    assert.deepEqual(toIds(getSerializedItem('first-sums', 'even-eight', 'en', seed).options), ['so', 'not-so']);
    assert.deepEqual(toIds(getSerializedItem('market-sums', 'sum-partners', 'en', seed).left), ['a', 'b', 'c']);
  }
});

test('of three or more pairs, at most one lies straight across, and each option stays in the list', () => {
  const counts = new Set<number>();
  for (const task of tasks) {
    for (const item of task.items.filter((item) => item.kind === 'matching')) {
      const { pairs = {} } = (packs.taskKeys.get(task.id)?.itemKeys.get(item.id) ?? {}) as { pairs?: object };
      const targetById = new Map(Object.entries(pairs));
      for (const seed of seeds) {
        const { left, right } = getSerializedItem(task.id, item.id, 'en', seed);
        const straight = toIds(left).filter((id, i) => targetById.get(id) === right?.[i]?.id);
        assert.ok(straight.length <= 1 || left?.length === 2, `${task.id}/${item.id}`);
        assert.deepEqual(toIds(right).sort(), toIds(item.right).sort());
        counts.add(straight.length);
      }
    }
  }
  assert.deepEqual([...counts].sort(), [0, 1, 2], 'two pairs can lie straight across');
});

test('the options of different items of an attempt are shuffled differently', () => {
  const options = ['1', '2', '3', '4', '5', '6', '7', '8'].map((id) => ({ id, text: { en: id } }));
  const createItem = (id: string): Item => ({
    id,
    kind: 'single_choice',
    prompt: { en: '?' },
    options,
    media: [],
    points: 1,
    hints_available: 0,
  });
  const view = { locale: 'en', seed: 'attempt' };
  const orders = ['a', 'b', 'c'].map((id) => toIds(serializeItem(ctx, createItem(id), view).options).join());
  assert.equal(new Set(orders).size, 3);
});

test('sequencing options are never sent in the correct order or, without an answer key, in the order of the file', () => {
  let count = 0;
  for (const task of tasks) {
    for (const item of task.items.filter(({ kind }) => kind === 'sequencing')) {
      const key = packs.taskKeys.get(task.id)?.itemKeys.get(item.id);
      for (const seed of seeds) {
        const serialized = serializeItems(ctx, getAttemptTask(task.id), { locale: 'en', seed }).find(
          ({ id }) => id === item.id,
        );
        assert.equal(gradeItem(item, key, toIds(serialized?.options)).correct, false, `${task.id}/${item.id}`);
        const itemWithoutKey = serializeItem(ctx, item, { locale: 'en', seed });
        assert.notDeepEqual(
          toIds(itemWithoutKey.options),
          toIds('options' in item ? item.options : []),
          `the order of ${item.id} is that of the file`,
        );
        count += 1;
      }
    }
  }
  assert.ok(count >= 2 * seeds.length, `only ${count} orders were checked`);
});
