import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import type { Content, Task } from '../../../content/index.ts';
import { renderPreview } from './preview.ts';

const content = loadAllPacks();

test('the preview of a task shows its texts, correct answers, hints and feedback', async () => {
  const page = await renderPreview(content, 'market-sums', 'es');
  for (const text of [
    'En el mercado',
    'Ayuda en los puestos.',
    'difficulty 2',
    'passed with 60%',
    '1. Una pera cuesta 20 céntimos.',
    '<p class="right">60 céntimos</p>',
    '<li class="right"> 2 euros</li>',
    '<li class="wrong"> 8 euros</li>',
    ' 4 + 4 →  8',
    ' 6 + 5 →  11',
    'Tres peras: 20 y 20 y 20.',
    'When right: Tres veces dos decenas son seis decenas: 60 céntimos.',
    'When wrong: Suma 20 tres veces.',
  ])
    assert.ok(page.includes(text), text);
  assert.match(page, /^<!doctype html>\n<html lang="es">/);
  assert.doesNotMatch(page, /class="note"/);
});

test('the preview marks the correct answer of every kind of item', async () => {
  const listCorrectTexts = async (task: string) =>
    [...(await renderPreview(content, task, 'en')).matchAll(/class="right">\s*([^<]*)/g)].map(([, text]) =>
      text?.trim(),
    );
  assert.deepEqual(await listCorrectTexts('first-sums'), [
    '12',
    'True',
    '15 apples',
    'eight',
    'ocho',
    'вісім',
    'osiem',
  ]);
  assert.deepEqual(await listCorrectTexts('tower-locks'), ['9', '19', '90', '91', '4', '10', '7', '13', '25 beads']);
  const textsOfMultipleChoice = (await listCorrectTexts('plants-and-animals')).slice(4, 7);
  assert.deepEqual(textsOfMultipleChoice, ['Light', 'Water', 'Air']);
  const pond = await renderPreview(content, 'at-the-pond');
  assert.ok(pond.includes('<i style="left:60%;top:50%;width:26%;height:34%"></i>'), 'the area on the picture');
  assert.match(
    await renderPreview(content, 'bundles-of-ten'),
    /In 34, the 3 stands for three tens/,
    'the text of an info item, which has no answer',
  );
});

test('every task has a preview in each of its languages, without external resources', async () => {
  for (const task of content.tasks.values()) {
    for (const language of Object.keys(task.title)) {
      const page = await renderPreview(content, task.id, language);
      assert.doesNotMatch(page, /undefined|\[object|<script|(src|href)="(?!data:)/, task.id);
      const generators = [...(content.generators.get(task.id)?.values() ?? [])];
      // The preview shows four more items of each generator and of each of its levels.
      const additionalItemCount = 4 * generators.flatMap(({ levels }) => [undefined, ...levels]).length;
      assert.equal(page.split('<section>').length - 1, task.items.length + additionalItemCount, task.id);
    }
  }
});

test('the preview of a world that is not translated has a note, and marks texts in the fallback language', async () => {
  const page = await renderPreview(content, 'first-sums', 'fr');
  assert.match(
    page,
    /class="note">This world is complete in en, es, uk, pl\. Texts that are not in fr are shown in en\./,
  );
  assert.match(page, /<h1><span lang="en">First sums<\/span><\/h1>/);
  assert.doesNotMatch(await renderPreview(content, 'first-sums', 'es-MX'), /class="note"|<span lang/);
});

test('the preview escapes HTML in all texts', async () => {
  const firstSums = content.tasks.get('first-sums') as Task; // a task of the pack `first-steps`
  const maliciousHtml = '</title><script>alert("1")</script><img src=x onerror=\'y\'>&amp;';
  const maliciousText = { en: maliciousHtml, es: maliciousHtml };
  const task: Task = {
    ...firstSums,
    title: maliciousText,
    instructions: maliciousText,
    items: firstSums.items.map((item) => ({
      ...item,
      prompt: maliciousText,
      ...('options' in item ? { options: item.options.map((option) => ({ ...option, text: maliciousText })) } : {}),
    })) as Task['items'],
  };
  const changed: Content = { ...content, tasks: new Map([[task.id, task]]) };
  const page = await renderPreview(changed, task.id, 'en');
  assert.ok(page.includes('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;'));
  assert.ok(page.includes('&amp;amp;'));
  assert.doesNotMatch(page, /<script|<img src=x|onerror='/);
});

test('a preview of an unknown task is refused', async () => {
  await assert.rejects(() => renderPreview(content, 'no-such-task'), /no task "no-such-task"/);
});
