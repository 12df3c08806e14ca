import { localize } from '../../content/index.ts';
import { type Language, toLanguage } from '../../core/text/languages.ts';
import { type Day, toLocalDay } from '../../core/time/days.ts';
import { recordQuestionTried } from '../../features/guardianship/index.ts';
import {
  type Advice,
  explainAnswer,
  findExercise,
  findHomeActivity,
  findHomeTask,
  findMissedItem,
  findSkillOfQuestion,
  loadAdvice,
  type SheetExercise,
  serializeItem,
} from '../../features/learning/index.ts';
import { getChildTimeZone } from '../../features/progress/index.ts';
import { getMessages } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { addUndoableFlash } from '../approvals/undo.ts';
import { type ChildPageRequest, defineChildForm, defineChildPage } from '../endpoints.ts';
import { renderActivityText, renderHomeTask } from '../parts/advice.ts';
import { OptionalField, TextField } from '../parts/forms/field.ts';
import { renderButtonForm } from '../parts/forms/form.ts';
import { getTogetherPath, toPanelPath } from '../parts/paths.ts';
import { renderExplanation, renderQuestion } from '../parts/question.ts';
import { renderChildLayout } from './child-layout.ts';
import { MAX_SHEET_NUMBER, parseSheetNumber, renderExercise, renderIntro, renderRightAnswer } from './sheet.ts';

/**
 * The question is in the child's language, as on a sheet, and in the parent's, if it is another one. It needs no row of the child, so that
 * the link of an email still works after the child has answered it correctly.
 */
export const showTogether = defineChildPage({
  summary: 'Show a question unsolved, so that a family can try it together',
  query: { task: TextField, item: TextField, n: OptionalField, back: OptionalField },
  run: async (request, { query }) => {
    const { ctx, child, path, locale } = request;
    const content = ctx.content.current;
    const question = { task_id: query.task, item_id: query.item };
    const number = parseSheetNumber(query.n);
    const find = (locale: string) =>
      findExercise(content, question, { locale, seed: `together ${child.id}`, round: number - 1 });
    const exercise = find(child.language);
    const skill = findSkillOfQuestion(content, question);
    if (!exercise || skill === undefined) throw createNotFoundError();
    const t = request.t.child.together;
    const language = toLanguage(child.language);
    const translated = language === request.language ? undefined : find(locale);
    const today = toLocalDay(ctx.now(), await getChildTimeZone(ctx, child.id));
    const isAnother = number > 1 || content.generators.get(query.task)?.has(query.item);
    const advice = await loadAdvice(ctx, child, today);
    const { back } = query;
    const another = getTogetherPath(path, question, { number: (number % MAX_SHEET_NUMBER) + 1, back });
    const main = html`<div class="together"><section class="card"><div><p class="intro">${t.ask}</p>
${isAnother ? html`<p class="hint">${t.alike}</p>` : ''}
<div class="sheet exercise" lang="${language}">${renderUnsolved(request, exercise, child.language)}</div>
${translated ? html`<details class="translation"><summary>${t.inYourLanguage}</summary><div class="sheet exercise">${renderUnsolved(request, translated, locale)}</div></details>` : ''}
${renderAtHome(request, { question, skill, today, advice })}</div>
<div><details class="other-way"><summary class="button secondary">${t.showAnswer}</summary>${renderAnswer(request, exercise, language, child.language)}${translated ? renderAnswer(request, translated, request.language, locale) : ''}${renderChildAnswer(request, advice, question)}
${renderOutcome(request, question, back)}</details>
${exercise.hasAnother ? html`<p class="actions compact"><a class="button outline small" href="${another}">${t.another}</a></p>` : ''}</div></section></div>`;
    const name = content.skills.get(skill)?.name;
    const { tryTogether } = request.t.children.cards;
    const heading = name ? `${tryTogether}: ${localize(name, locale).text}` : tryTogether;
    return renderChildLayout(request, { tab: 'answers', heading, main });
  },
});

export const submitTogether = defineChildForm({
  summary: 'Record that the child knew a question when the family tried it together',
  needsPresence: true,
  body: { task_id: TextField, item_id: TextField, back: OptionalField },
  errorCodes: ['CONFLICT'],
  run: async ({ ctx, parent, child, path }, { body }) => {
    const today = toLocalDay(ctx.now(), await getChildTimeZone(ctx, child.id));
    const { task_id, item_id, back } = body;
    const key = await recordQuestionTried(ctx, parent, child.id, { task_id, item_id }, { wasKnown: true, today });
    return new Redirect(addUndoableFlash(toPanelPath(back || `${path}/answers`), 'together', [`question ${key}`]));
  },
});

function renderUnsolved({ ctx }: ChildPageRequest, exercise: SheetExercise, locale: string): Html {
  return html`${exercise.intro.map((part) => renderIntro(serializeItem(ctx, part, { locale, seed: '' })))}${renderExercise(ctx, exercise, locale, 'screen')}`;
}

function renderAnswer({ ctx }: ChildPageRequest, exercise: SheetExercise, language: Language, locale: string): Html {
  const t = getMessages(language).panel;
  const explanation = explainAnswer(exercise.key, locale);
  return html`<div class="answer" lang="${language}"><div class="right-answer"><b>${t.child.lists.answers.rightAnswer}:</b> ${renderRightAnswer(ctx, exercise, locale)}</div>${explanation ? renderExplanation(t, explanation) : ''}</div>`;
}

/** Renders what the child was asked and answered, folded, while the question is still open. */
function renderChildAnswer(
  request: ChildPageRequest,
  { questions, slips }: Advice,
  asked: TriedQuestion,
): Html | string {
  const { ctx, locale, t } = request;
  const question = [...questions, ...slips].find(
    ({ task_id, item_id }) => task_id === asked.task_id && item_id === asked.item_id,
  );
  const found = question && findMissedItem(ctx.content.current, question, locale);
  if (!found) return '';
  const response: unknown = JSON.parse(question.last_missed_response ?? 'null');
  return html`<details class="translation"><summary>${t.child.lists.answers.childAnswer}</summary><p><b>${localize(found.item.prompt, locale).text}</b></p>${renderQuestion(request, found, response)}</details>`;
}

interface TriedQuestion {
  readonly task_id: string;
  readonly item_id: string;
}

function renderOutcome(
  request: ChildPageRequest,
  { task_id, item_id }: TriedQuestion,
  back: string | undefined,
): Html | string {
  if (request.deletion) return '';
  const t = request.t.child.together;
  const fields = { task_id, item_id, ...(back && { back }) };
  return html`<section><h2>${t.howWasIt}</h2><div class="actions">${renderButtonForm(request, `${request.path}/together`, t.known, { variant: 'secondary small', fields })}${renderButtonForm(request, `${request.path}/practise-again`, t.stillHard, { variant: 'secondary small', fields })}</div><p class="hint">${t.outcomeHint}</p></section>`;
}

interface HomeProps {
  readonly question: TriedQuestion;
  readonly skill: string;
  readonly today: Day;
  readonly advice: Advice;
}

/** Renders what trains the skill away from the screen: what helps against a misconception, or else a task of the packs, if there is one. */
function renderAtHome(request: ChildPageRequest, { question, skill, today, advice }: HomeProps): Html | string {
  const content = request.ctx.content.current;
  const activity = findHomeActivity(content, skill, advice);
  const task = activity ? undefined : findHomeTask(content, skill, today, question);
  if (!activity && !task) return '';
  return html`<details class="translation"><summary>${request.t.children.cards.home}</summary>${activity ? renderActivityText(request, activity) : ''}${task ? renderHomeTask(request, task) : ''}</details>`;
}
