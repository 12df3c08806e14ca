import { localize, renderStrokes } from '../../content/index.ts';
import { toLanguage } from '../../core/text/languages.ts';
import { toLocalDay } from '../../core/time/days.ts';
import {
  chooseSheetExercises,
  computeAge,
  formatAnswer,
  getCorrectResponse,
  isUnsure,
  loadAdvice,
  loadLearner,
  type SheetExercise,
  serializeAnswerPicture,
  serializeItem,
} from '../../features/learning/index.ts';
import { getChildTimeZone } from '../../features/progress/index.ts';
import { getMessages } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import { type Html, html } from '../../platform/html.ts';
import { type ChildPageRequest, defineChildPage } from '../endpoints.ts';
import { OptionalField, TextField } from '../parts/forms/field.ts';
import { getSheetPath } from '../parts/paths.ts';
import { renderAnswerPicture, renderChoice, renderQuestionMedia } from '../parts/question.ts';
import { renderChildLayout } from './child-layout.ts';

/** The number of different sheets for a skill. After the last one, the first one comes again. */
export const MAX_SHEET_NUMBER = 99;

const MAX_EXERCISES = 10;
/** A younger child has a shorter sheet. */
const LONG_SHEET_AGE = 8;
const MAX_YOUNG_EXERCISES = 6;

/** A sheet is in the child's language. The same child, skill and number give the same exercises, so that it can be printed again. */
export const showSheet = defineChildPage({
  summary: 'Show a sheet of exercises for a skill, to be printed',
  query: { skill: TextField, n: OptionalField },
  run: async (request, { query }) => {
    const { ctx, child, path } = request;
    const name = ctx.content.current.skills.get(query.skill)?.name;
    if (!name) throw createNotFoundError();
    const sheetNumber = parseSheetNumber(query.n);
    const today = toLocalDay(ctx.now(), await getChildTimeZone(ctx, child.id));
    const { questions, slips, skills, newSkills } = await loadAdvice(ctx, child, today);
    const isSkill = ({ id }: { readonly id: string }) => id === query.skill;
    const standing = skills.find(isSkill);
    const level = (standing ?? newSkills.find(isSkill))?.level ?? 1;
    const { learner } = await loadLearner(ctx, child.id);
    const isYoung = (computeAge(child.birth_year, today) ?? LONG_SHEET_AGE) < LONG_SHEET_AGE;
    const exercises = chooseSheetExercises(learner, query.skill, {
      locale: child.language,
      seed: `${child.id} ${query.skill} ${sheetNumber}`,
      level: standing && isUnsure(standing) ? Math.max(1, level - 1) : level, // what is hard is practiced a step below
      questions: sheetNumber === 1 ? [...questions, ...slips] : [],
      max: isYoung ? MAX_YOUNG_EXERCISES : MAX_EXERCISES,
    });
    const t = request.t.child.sheet;
    const skill = localize(name, request.locale).text;
    const another = getSheetPath(path, query.skill, (sheetNumber % MAX_SHEET_NUMBER) + 1);
    const main =
      exercises.length === 0
        ? html`<p>${t.none}</p>`
        : html`<div class="sheet-actions"><p class="hint">${t.hint}</p><p class="actions"><button class="button needs-script" type="button" data-print>${t.print}</button><a class="button outline" href="${another}">${t.another}</a></p></div>
${renderSheet(request, localize(name, child.language).text, exercises)}`;
    return renderChildLayout(request, { tab: 'answers', heading: t.title({ skill }), main });
  },
});

/** What is not the number of a sheet counts as the first one. */
export function parseSheetNumber(text = '1'): number {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= MAX_SHEET_NUMBER ? number : 1;
}

function renderSheet({ ctx, child }: ChildPageRequest, skill: string, exercises: readonly SheetExercise[]): Html {
  const locale = child.language;
  const language = toLanguage(locale);
  const t = getMessages(language).panel.child.sheet;
  const shownIntros = new Set<string>();
  const items = exercises.map((exercise) => {
    const intro = exercise.intro.filter(({ id }) => !shownIntros.has(`${exercise.task.id}/${id}`));
    for (const { id } of intro) shownIntros.add(`${exercise.task.id}/${id}`);
    return html`<li class="exercise">${intro.map((item) => renderIntro(serializeItem(ctx, item, { locale, seed: '' })))}${renderExercise(ctx, exercise, locale)}</li>`;
  });
  const answers = exercises.map((exercise) => html`<li>${renderRightAnswer(ctx, exercise, locale)}</li>`);
  return html`<div class="sheet" lang="${language}"><h2 class="skill-name">${skill}</h2><p class="sheet-fields"><span>${t.name}: <bdi>${child.display_name}</bdi></span><span>${t.date}: <i></i></span></p>
<ol class="exercises">${items}</ol>
<section class="sheet-answers"><h2>${t.answers}</h2><ol>${answers}</ol></section></div>`;
}

export function renderIntro({ prompt, text }: ReturnType<typeof serializeItem>): Html {
  return html`<div class="exercise-intro"><p><b>${prompt}</b></p><p>${text ?? ''}</p></div>`;
}

export function renderExercise(
  ctx: ChildPageRequest['ctx'],
  { item, key }: SheetExercise,
  locale: string,
  medium: 'paper' | 'screen' = 'paper',
): Html {
  const sent = serializeItem(ctx, item, { locale, seed: 'sheet' }, key);
  return html`<p class="prompt">${sent.prompt}</p>${renderQuestionMedia(ctx, sent, 'eager')}${renderAnswerSpace(ctx, { item, key, sent, locale, medium })}`;
}

interface AnswerSpace {
  readonly item: SheetExercise['item'];
  readonly key: SheetExercise['key'];
  readonly sent: ReturnType<typeof serializeItem>;
  readonly locale: string;
  /** On the screen, a family can mark a choice; nothing is sent. The page shows which one is right once the answer is open. */
  readonly medium: 'paper' | 'screen';
}

/** Renders the choices with boxes to tick, lists to connect or sort, or lines to write on. */
function renderAnswerSpace(ctx: ChildPageRequest['ctx'], { item, key, sent, locale, medium }: AnswerSpace): Html {
  const t = getMessages(toLanguage(locale)).panel.child.sheet;
  const isRight = (id: string) => [getCorrectResponse(item, key, locale)].flat().includes(id);
  const renderList = (className: string, choices: NonNullable<typeof sent.options>) =>
    html`<ul class="${className}">${choices.map((choice) => html`<li>${renderChoice(ctx, choice, 'eager')}</li>`)}</ul>`;
  switch (item.kind) {
    case 'single_choice':
    case 'true_false':
    case 'multiple_choice': {
      const all = item.kind === 'multiple_choice' ? html`<p class="hint">${t.tickAll}</p>` : '';
      if (medium === 'paper') return html`${all}${renderList('paper-boxes', sent.options ?? [])}`;
      const type = item.kind === 'multiple_choice' ? 'checkbox' : 'radio';
      return html`${all}<ul class="screen-choices">${(sent.options ?? []).map((choice) => html`<li class="${isRight(choice.id) ? 'right' : 'wrong'}"><label><input type="${type}" name="choice">${renderChoice(ctx, choice, 'eager')}</label></li>`)}</ul>`;
    }
    case 'sequencing': {
      const choices = sent.options ?? [];
      return html`<p>${t.order({ n: choices.length })}</p>${renderList('paper-boxes', choices)}`;
    }
    case 'matching':
      return html`<div class="paper-columns">${renderList('paper-left', sent.left ?? [])}${renderList('paper-right', sent.right ?? [])}</div>`;
    case 'categorize':
      return html`${renderList('paper-words', sent.options ?? [])}<div class="paper-groups">${(sent.categories ?? []).map((category) => html`<div>${renderChoice(ctx, category, 'eager')}</div>`)}</div>`;
    case 'hotspot': {
      const picture = serializeAnswerPicture(ctx, { item, key: undefined }, null, locale);
      return picture ? html`<p>${t.point}</p>${renderAnswerPicture(ctx, picture)}` : html``;
    }
    case 'trace':
      return renderStrokes(sent.strokes ?? []);
    default:
      return html`<p class="paper-line"><i></i> ${sent.unit ?? ''}</p>`;
  }
}

export function renderRightAnswer(ctx: ChildPageRequest['ctx'], { item, key }: SheetExercise, locale: string): Html {
  const picture = serializeAnswerPicture(ctx, { item, key }, null, locale);
  if (picture) return renderAnswerPicture(ctx, picture);
  const right = getCorrectResponse(item, key, locale);
  const lines = listAnswerLines(item, serializeItem(ctx, item, { locale, seed: 'sheet' }, key), right);
  if (lines.length === 0) return html`${formatAnswer(item, right, locale)}`;
  return html`<ul class="answer-lines">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

/** What belongs together, or all right choices; empty for other kinds of questions. */
function listAnswerLines(
  { kind }: SheetExercise['item'],
  { options = [], left = [], right: targets = [], categories = [] }: ReturnType<typeof serializeItem>,
  answer: unknown,
): string[] {
  const assigned = Object(answer);
  if (kind === 'matching')
    return left.map(({ id, text }) => `${text} → ${targets.find((target) => target.id === assigned[id])?.text ?? ''}`);
  if (kind === 'categorize')
    return categories.map(({ id, text }) => {
      const members = options.filter((option) => assigned[option.id] === id);
      return `${text}: ${members.map((option) => option.text?.replace(/\.$/, '')).join('; ')}`; // also of sentences
    });
  if (kind === 'multiple_choice' && Array.isArray(answer))
    return options.filter(({ id }) => answer.includes(id)).map(({ text }) => text);
  return [];
}
