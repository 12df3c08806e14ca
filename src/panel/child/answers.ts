import { type Static, Type } from 'typebox';
import { localize } from '../../content/index.ts';
import { Nullable, NullableTimestamp } from '../../core/json-schema.ts';
import { languageFor } from '../../core/languages.ts';
import { correctResponse, formatAnswer, listMissedItems, type MissedItem } from '../../features/learning/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { html } from '../../platform/html.ts';
import { emptyState } from '../parts/empty.ts';
import { formatMoment } from '../parts/format.ts';
import { type ChildList, childTable } from './child-list.ts';

const MissedShape = Type.Object({
  task_id: Type.String(),
  item_id: Type.String(),
  title: Type.String({ description: 'of the task' }),
  question: Type.String(),
  answer: Nullable(Type.String({ description: "the child's last wrong answer, in words; null when its pack is gone" })),
  right_answer: Nullable(Type.String({ description: 'in words; null when its pack is gone' })),
  tries: Type.Integer({ minimum: 1 }),
  misses: Type.Integer({ minimum: 1, description: 'tries that were not wholly right' }),
  known_now: Type.Boolean({ description: 'the last try was right' }),
  last_missed_at: NullableTimestamp,
});

export const answersList: ChildList<typeof MissedShape> = {
  name: 'answers',
  summary: 'The questions that a child found hard, with its answer and the right one',
  description: 'The most missed first.',
  item: MissedShape,
  async load(ctx, { language: locale }, { id }, offset) {
    const { rows, total } = await listMissedItems(ctx.db, id, offset);
    return { rows: rows.map((row) => answerResponse(ctx, row, locale)), total };
  },
  view(_ctx, { locale, zone }) {
    const language = languageFor(locale);
    const { answers } = messages(language).panel.childLists;
    return {
      kind: 'cards',
      empty: emptyState(answers.none, answers.noneMore),
      row: (row) => html`<article class="question">
<h2 class="what">${row.question}</h2>
<p class="hint">${row.title}${row.last_missed_at ? ` · ${formatMoment(language, row.last_missed_at, zone)}` : ''}</p>
${
  row.answer === null
    ? html`<p>${answers.gone}</p>`
    : html`<dl class="given"><div><dt>${answers.given}</dt><dd>${row.answer}</dd></div><div class="right"><dt>${answers.right}</dt><dd>${row.right_answer}</dd></div></dl>`
}
<p class="marks"><span class="mark">${answers.missed({ misses: row.misses, tries: row.tries })}</span>${row.known_now ? html`<span class="mark good">${answers.knownNow}</span>` : ''}</p>
</article>`,
    };
  },
};

export const listAnswers = childTable(answersList);

function answerResponse({ content }: Context, row: MissedItem, locale: string): Static<typeof MissedShape> {
  const { tasks, keys } = content.current;
  const task = tasks.get(row.task_id);
  const item = task?.items.find(({ id }) => id === row.item_id);
  const key = keys.get(row.task_id)?.items.get(row.item_id);
  const { task_id, item_id, tries, misses, last_missed_at } = row;
  return {
    task_id,
    item_id,
    title: task ? localize(task.title, locale).text : task_id,
    question: item ? localize(item.prompt, locale).text : item_id,
    answer: item ? formatAnswer(item, JSON.parse(row.last_missed_response ?? 'null'), locale) : null,
    right_answer: item ? formatAnswer(item, correctResponse(item, key, locale), locale) : null,
    tries,
    misses,
    known_now: row.last_score === 1,
    last_missed_at,
  };
}
