import { localize } from '../../content/index.ts';
import { toLanguage } from '../../core/text/languages.ts';
import { toLocalDay } from '../../core/time/days.ts';
import {
  explainAnswer,
  findExercise,
  findHomeTask,
  findSkillOfQuestion,
  serializeItem,
} from '../../features/learning/index.ts';
import { getChildTimeZone } from '../../features/progress/index.ts';
import { getMessages } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import { type Html, html } from '../../platform/html.ts';
import { type ChildPageRequest, defineChildPage } from '../endpoints.ts';
import { OptionalField, TextField } from '../parts/forms/field.ts';
import { getQuestionElementId, getTogetherPath } from '../parts/paths.ts';
import { renderChildLayout } from './child-layout.ts';
import { renderExplanation } from './question.ts';
import { MAX_SHEET_NUMBER, parseSheetNumber, renderExercise, renderIntro, renderRightAnswer } from './sheet.ts';

/**
 * The question is in the child's language, as on a sheet. It needs no row of the child, so that the link of an email still works after
 * the child has answered it correctly.
 */
export const showTogether = defineChildPage({
  summary: 'Show a question unsolved, so that a family can try it together',
  query: { task: TextField, item: TextField, n: OptionalField },
  run: async (request, { query }) => {
    const { ctx, child, path, locale } = request;
    const content = ctx.content.current;
    const question = { task_id: query.task, item_id: query.item };
    const number = parseSheetNumber(query.n);
    const seed = `together ${child.id}`;
    const exercise = findExercise(content, question, { locale: child.language, seed, round: number });
    const skill = findSkillOfQuestion(content, question);
    if (!exercise) throw createNotFoundError();
    const { key, intro, isGenerated } = exercise;
    const t = request.t.child.together;
    const today = toLocalDay(ctx.now(), await getChildTimeZone(ctx, child.id));
    const explanation = explainAnswer(key, child.language);
    const another = getTogetherPath(path, question, (number % MAX_SHEET_NUMBER) + 1);
    const language = toLanguage(child.language);
    const main = html`<div class="together"><section class="card"><p class="intro">${t.ask}</p>
<div class="sheet exercise" lang="${language}">${intro.map((part) => renderIntro(serializeItem(ctx, part, { locale: child.language, seed: '' })))}${renderExercise(ctx, exercise, child.language)}</div>
<details class="other-way"><summary class="button secondary">${t.showAnswer}</summary><div class="answer" lang="${language}"><p><b>${renderRightAnswer(ctx, exercise, child.language)}</b></p>${explanation ? renderExplanation(getMessages(language).panel, explanation) : ''}</div></details>
<p class="actions">${isGenerated ? html`<a class="button outline small" href="${another}">${t.another}</a>` : ''}<a class="button outline small" href="${path}/answers#${getQuestionElementId(question)}">${request.t.child.lists.answers.childAnswer}</a></p></section>
${renderHomeTask(request, skill === undefined ? undefined : findHomeTask(content, skill, today, question))}</div>`;
    const name = content.skills.get(skill ?? '')?.name;
    const { tryTogether } = request.t.children.cards;
    const heading = name ? `${tryTogether}: ${localize(name, locale).text}` : tryTogether;
    return renderChildLayout(request, { tab: 'answers', heading, main });
  },
});

function renderHomeTask({ language, locale }: ChildPageRequest, task: ReturnType<typeof findHomeTask>): Html | string {
  if (!task) return '';
  const t = getMessages(language).emails.weeklySummary;
  const [title, instructions] = [localize(task.title, locale), localize(task.instructions, locale)];
  return html`<section class="card"><h2>${t.home}</h2><p><b lang="${title.language_served}">${t.homeTask({ title: title.text, minutes: task.estimated_minutes })}</b></p><p lang="${instructions.language_served}">${instructions.text}</p></section>`;
}
