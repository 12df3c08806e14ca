import { type Content, getSkill, type Misconception, type Task } from '../../../content/index.ts';
import { memoize } from '../../../core/memoize.ts';
import { addDays, countDaysBetween, type Day, getStartOfWeek } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { AttemptRow, ItemRecordRow } from '../../../schema/tables.ts';
import { computeAge, type RatedAnswers } from '../memory/ability.ts';
import { countDaysSince, MASTERY_LEVELS, type MasteryLevel, type Memory } from '../memory/memory.ts';
import { isNamed, isOvercome, parseMisconceptions } from '../memory/misconceptions.ts';
import type { MissedItem } from '../reports/learning-reports-store.ts';
import { listSkills, type SkillState } from '../skills/list-skills.ts';
import { belongsTo, findCause, findMisconceptionOfAnswer } from './misconception-of-answer.ts';

/** A question that a child has missed. */
export type MissedQuestion = Pick<
  MissedItem,
  'task_id' | 'item_id' | 'tries' | 'misses' | 'last_missed_response' | 'last_missed_draw' | 'last_missed_at'
>;

/** A question that a child has missed and has not answered correctly since. */
export type OpenQuestion = MissedQuestion & Pick<ItemRecordRow, 'tried_together_at'>;

/** A skill as a family sees it: what is hard right now is hard, however well the child knew it before. */
export interface SkillStanding extends SkillState {
  readonly memory: Memory;
  readonly standing: 'hard' | Exclude<MasteryLevel, 'new'>;
  /** Whether children usually learn it at a later age than the child's. */
  readonly isAhead: boolean;
  /** The last ten answers of the last four weeks to questions that ask for the skill, the newest last. */
  readonly answers: readonly RecentAnswer[];
}

/** What a skill needs, as the groups and headings of the panel say it. */
export type Need = 'needsPractice' | 'tooEarly' | 'gettingThere' | 'secure';

export interface RecentAnswer {
  readonly isRight: boolean;
  readonly at: Instant;
}

/** An attempt whose answers are graded. */
export type AnsweredAttempt = Pick<AttemptRow, 'task_id' | 'plan' | 'hints' | 'ratings' | 'completed_at'>;

/** What a family can do for a child right now. Every page and email about it shows the same advice. */
export interface Advice {
  /** The skills that the child has practiced, each once, in the order in which the worlds introduce them. */
  readonly skills: readonly SkillStanding[];
  /** What was missed repeatedly or belongs to what is hard: the question of the focus first, then those of the hardest skills. */
  readonly questions: readonly OpenQuestion[];
  /** What was missed once, or long ago: part of learning, unless it repeats. What weighs most is first. */
  readonly slips: readonly OpenQuestion[];
  /** What was tried together lately: nobody needs to do more about it, but only the child's next answers change what is hard. */
  readonly resting: readonly OpenQuestion[];
  /** The one skill to work on, with its hardest question; undefined if nothing is hard and nothing is due. */
  readonly focus: Focus | undefined;
  /** A skill that is going well. */
  readonly strength: SkillStanding | undefined;
  /** The skills that the child has not practiced yet, in the order in which the worlds introduce them. */
  readonly newSkills: readonly SkillState[];
  /** The misconceptions that answers show again and again: first one of the focus, then the one that was shown last. */
  readonly misconceptions: readonly Misconception[];
  /** The misconceptions that have gone in the last days, the last first, and that no question of what is hard shows. */
  readonly overcome: readonly Misconception[];
}

export interface Focus {
  readonly skill: SkillStanding;
  readonly question: OpenQuestion | undefined;
  /** All listed questions of the skill. */
  readonly questions: readonly OpenQuestion[];
  /** What trains the skill away from the screen; undefined if the packs contain nothing for it. */
  readonly homeTask: Task | undefined;
}

/** A question that was last missed longer ago says nothing about what is hard now. */
export const OPEN_QUESTION_DAYS = 56;
/** Answers are told for this number of days. */
export const ANSWER_DAYS = 28;
const MAX_ANSWERS = 10;
/** A question that was tried together is not suggested for this number of days, unless it is missed again. */
export const REST_DAYS = 3;
/** The number of days after which a miss counts half. */
const HALF_LIFE_DAYS = 7;
/** A skill is hard by what was missed within this number of days. */
const HARD_DAYS = 14;
/** Two slips happen to every child, so they make nothing hard. */
const HARD_MISSES = 3;
/** Rare misses among many tries weigh less than this; three misses of three tries weigh as much on the last of the `HARD_DAYS`. */
const HARD_WEIGHT = 0.75;
/** Fewer answers tell nothing about a skill that the child has not shown to know. */
export const TELLING_ANSWERS = 3;
/** A skill is hard if at least this share of its last ten answers was wrong: three of ten. */
const HARD_SHARE = 0.3;
/** A skill is hard by its answers alone if half of five or more were wrong, also when each question was answered correctly later. */
const MOSTLY_WRONG_SHARE = 0.5;
const MIN_MOSTLY_WRONG_ANSWERS = 5;
/** Who was right this number of times in a row has probably learned it. */
const LATEST_ANSWERS = 3;
/** What was missed repeatedly is shown first only for this number of days. */
const SHOWN_DAYS = 28;
/** Who has known a skill at this number of consecutive reviews since a miss has probably overcome it. */
const OVERCOME_REVIEWS = 2;
/** A family can work on a few things at a time, so no more skills are hard: those with the greatest weights. */
const MAX_HARD_SKILLS = 4;
/** A skill can be a strength only if it was reviewed within this number of days. */
const STRENGTH_DAYS = 14;

/**
 * Builds the advice for a child from its memories of skills and its open questions. A question belongs to the one skill that it asks
 * for. A skill is hard if its questions were missed recently, and three times or more, and three of its last ten answers were wrong, or if
 * half of five or more were wrong; not if the last three were right. The focus is the first hard skill whose questions were not all tried
 * together lately, or else what many answers say needs practice, or else what is too early to tell, or else the skill that is due first, by
 * tomorrow. What a misconception explains comes first, because a family can help there most, and what is usual only at a later age comes
 * last. The strength is the best known skill that was reviewed well in the last two weeks; among equally known skills, the one that was
 * reviewed last.
 */
export function buildAdvice(
  content: Content,
  { birthYear, memories, openQuestions, attempts, today }: AdviceSources,
): Advice {
  const age = computeAge(birthYear, today) ?? Number.POSITIVE_INFINITY;
  const isAhead = (skill: string) => (content.skills.get(skill)?.age ?? 0) > age;
  const weighted = openQuestions
    .flatMap((question) => {
      const skill = findSkillOfQuestion(content, question);
      return skill === undefined ? [] : [{ question, skill, ...weighQuestion(question, today) }];
    })
    .sort((a, b) => compareQuestions(a, b) || compareTexts(toKey(a.question), toKey(b.question)));
  const { isExplained, rankFit } = createFit(content, weighted);
  const answers = listAnswersBySkill(content, attempts);
  const hardSkills = listHardSkills(weighted, answers, { isExplained, isAhead, today });
  const [active, resting] = [weighted.filter(({ rests }) => !rests), weighted.filter(({ rests }) => rests)];
  const hardRanks = new Map(hardSkills.map((id, rank) => [id, rank] as const));
  const allSkills = listSkills(content, memories, today);
  const skills = allSkills.flatMap((skill): SkillStanding[] => {
    const { memory, mastery } = skill;
    if (!memory || mastery === 'new') return [];
    // A skill that was missed at the last review is not steady for its family, whatever it was before.
    const known = memory.in_row === 0 ? 'growing' : mastery;
    const standing = hardSkills.includes(skill.id) ? 'hard' : known;
    return [{ ...skill, memory, standing, isAhead: isAhead(skill.id), answers: answers.get(skill.id) ?? [] }];
  });
  const isOpen = (skill: string) => active.some((candidate) => candidate.skill === skill && candidate.isRecent);
  const hardest = hardSkills
    .filter((hardSkill) => isOpen(hardSkill) || !resting.some((candidate) => candidate.skill === hardSkill))
    .flatMap((hardSkill) => skills.find(({ id }) => id === hardSkill) ?? [])[0];
  const strength = skills
    .filter(
      ({ standing, memory }) =>
        standing !== 'hard' && memory.in_row > 0 && memory.reviewed_on >= addDays(today, -STRENGTH_DAYS),
    )
    .toSorted(
      (a, b) =>
        MASTERY_LEVELS.indexOf(b.mastery) - MASTERY_LEVELS.indexOf(a.mastery) ||
        compareTexts(b.memory.reviewed_on, a.memory.reviewed_on),
    )[0];
  const firstDue = skills
    .filter((skill) => skill !== strength && skill.standing !== 'hard' && skill.memory.due_on <= addDays(today, 1))
    .toSorted((a, b) => compareTexts(a.memory.due_on, b.memory.due_on) || a.memory.in_row - b.memory.in_row)[0];
  const explained = new Set(active.filter(isExplained).map((candidate) => candidate.skill));
  const unsure = skills
    .filter((doubtful) => doubtful.standing !== 'hard' && isUnsure(doubtful))
    .filter((doubtful) => {
      const recent = weighted.filter((candidate) => candidate.skill === doubtful.id && candidate.isRecent);
      // Enough answers tell what needs practice, also when each question has been answered correctly since.
      return recent.length > 0 ? recent.some(({ rests }) => !rests) : findNeed(doubtful) === 'needsPractice';
    })
    .toSorted(
      (a, b) =>
        compareNeed(a, b) ||
        Number(isOpen(b.id)) - Number(isOpen(a.id)) ||
        Number(explained.has(b.id)) - Number(explained.has(a.id)) ||
        compareByShare(a, b),
    )[0];
  const skill = hardest ?? unsure ?? firstDue;
  const ofSkill = active.filter((candidate) => candidate.skill === skill?.id);
  const question = ofSkill.toSorted((a, b) => rankFit(a) - rankFit(b))[0]?.question;
  const rank = (candidate: WeightedQuestion) =>
    candidate.question === question ? -1 : (hardRanks.get(candidate.skill) ?? MAX_HARD_SKILLS);
  const sorted = active.toSorted((a, b) => rank(a) - rank(b) || (hardRanks.has(a.skill) ? rankFit(a) - rankFit(b) : 0));
  const memoriesBySkill = new Map(skills.map(({ id, memory }) => [id, memory] as const));
  const isListed = (candidate: WeightedQuestion) =>
    candidate.question === question ||
    (candidate.isRecent && (isRepeated(candidate) || hardSkills.includes(candidate.skill))) ||
    (isRepeated(candidate) &&
      candidate.days <= SHOWN_DAYS &&
      !isOvercomeBy(memoriesBySkill.get(candidate.skill), candidate));
  const listed = sorted.filter(isListed);
  const focus = skill && {
    skill,
    question,
    questions: listed.filter((candidate) => candidate.skill === skill.id).map((candidate) => candidate.question),
    homeTask: findHomeTask(content, skill.id, today, question),
  };
  const newSkills = allSkills.filter(({ mastery }) => mastery === 'new');
  return {
    skills,
    questions: listed.map((candidate) => candidate.question),
    slips: active.filter((candidate) => !isListed(candidate)).map((candidate) => candidate.question),
    resting: resting.map((candidate) => candidate.question),
    focus,
    strength,
    newSkills,
    ...listMisconceptions(content, memories, skill, {
      today,
      otherHard: hardSkills.filter((id) => id !== skill?.id),
      unsolved: weighted.filter((candidate) => hardRanks.has(candidate.skill) || candidate.skill === skill?.id),
    }),
  };
}

interface AdviceSources {
  readonly birthYear: number | null;
  readonly memories: readonly Memory[];
  readonly openQuestions: readonly OpenQuestion[];
  /** The attempts of the last `ANSWER_DAYS`, the newest first. */
  readonly attempts: readonly AnsweredAttempt[];
  readonly today: Day;
}

/** The last answers by the skill that the question asks for. A right answer after a hint is right. */
function listAnswersBySkill(
  content: Content,
  attempts: readonly AnsweredAttempt[],
): ReadonlyMap<string, readonly RecentAnswer[]> {
  const answers = attempts.toReversed().flatMap(({ task_id, completed_at, ...columns }) => {
    const plan: readonly { id: string; task_id: string; item_id: string }[] = JSON.parse(columns.plan);
    const hints: Readonly<Record<string, number>> = JSON.parse(columns.hints);
    const rated: readonly RatedAnswers[] = JSON.parse(columns.ratings ?? '[]');
    return rated
      .flatMap((rating) => rating.answers)
      .flatMap(([id, , score]) => {
        const skill = findSkillOfQuestion(content, plan.find((entry) => entry.id === id) ?? { task_id, item_id: id });
        if (skill === undefined || completed_at === null) return [];
        return [{ skill, isRight: score === (hints[id] ? 0.5 : 1), at: completed_at }];
      });
  });
  const bySkill = Map.groupBy(answers, ({ skill }) => skill);
  return new Map([...bySkill].map(([skill, all]) => [skill, all.slice(-MAX_ANSWERS)]));
}

interface MisconceptionSources {
  readonly today: Day;
  /** The hard skills besides the one of the focus. */
  readonly otherHard: readonly string[];
  readonly unsolved: readonly WeightedQuestion[];
}

function listMisconceptions(
  content: Content,
  memories: readonly Memory[],
  focus: SkillStanding | undefined,
  { today, otherHard, unsolved }: MisconceptionSources,
): Pick<Advice, 'misconceptions' | 'overcome'> {
  const found = memories.flatMap((memory) =>
    Object.entries(parseMisconceptions(memory.misconceptions)).flatMap(([id, state]) => {
      const misconception = content.misconceptions.get(id);
      if (!misconception) return [];
      const day = state.gone_on ?? state.answers.findLast((answer) => answer !== null) ?? '';
      return [{ misconception, state, day, isOfFocus: focus !== undefined && misconception.skills.includes(focus.id) }];
    }),
  );
  const sorted = found.toSorted(
    (a, b) =>
      Number(b.isOfFocus) - Number(a.isOfFocus) ||
      compareTexts(b.day, a.day) ||
      compareTexts(a.misconception.id, b.misconception.id),
  );
  const select = (isSelected: typeof isNamed) => [
    ...new Set(sorted.filter(({ state }) => isSelected(state, today)).map(({ misconception }) => misconception)),
  ];
  const misconceptions = select(isNamed);
  // Praise for a skill that is hard stands only beside its advice.
  const gone = select(isOvercome).filter(
    (misconception) =>
      !misconceptions.includes(misconception) && !misconception.skills.some((id) => otherHard.includes(id)),
  );
  if (gone.length === 0) return { misconceptions, overcome: [] };
  const shown = new Set(unsolved.map(({ question }) => findMisconceptionOfAnswer(content, question)));
  return { misconceptions, overcome: gone.filter((misconception) => !shown.has(misconception)) };
}

interface WeightedQuestion {
  readonly question: OpenQuestion;
  /** The skill that the question asks for. */
  readonly skill: string;
  /** The number of misses, less the more often the child was right and the longer ago the last miss is. */
  readonly weight: number;
  /** The number of days since the last miss. */
  readonly days: number;
  /** Whether it says something about what is hard now. */
  readonly isRecent: boolean;
  readonly rests: boolean;
}

/** Returns undefined if the packs no longer contain the question. */
export function findSkillOfQuestion(
  content: Content,
  { task_id, item_id }: Pick<OpenQuestion, 'task_id' | 'item_id'>,
): string | undefined {
  const task = content.tasks.get(task_id);
  const item = task?.items.find(({ id }) => id === item_id);
  return item && task && getSkill(task, item);
}

/** Questions that were missed repeatedly come first. */
function compareQuestions(a: WeightedQuestion, b: WeightedQuestion): number {
  return Number(isRepeated(b)) - Number(isRepeated(a)) || b.weight - a.weight;
}

function isOvercomeBy(memory: Memory | undefined, { question }: WeightedQuestion): boolean {
  return (
    memory !== undefined &&
    memory.in_row >= OVERCOME_REVIEWS &&
    memory.reviewed_on > (question.last_missed_at ?? '').slice(0, 10)
  );
}

function isRepeated({ question }: WeightedQuestion): boolean {
  return question.misses > 1;
}

/** What a skill needs by its standing and its last answers. */
export function findNeed({ standing, memory, answers }: Pick<SkillStanding, 'standing' | 'memory' | 'answers'>): Need {
  if (standing === 'hard') return 'needsPractice';
  if (standing !== 'growing') return 'secure';
  if (answers.length < TELLING_ANSWERS) {
    const isRight = memory.in_row > 0 || (answers.length > 0 && getWrongShare(answers) === 0);
    return isRight ? 'gettingThere' : 'tooEarly';
  }
  return isOftenWrong(answers) ? 'needsPractice' : 'gettingThere';
}

/** Whether wrong answers leave open if the child knows a skill, or say that it does not. */
export function isUnsure(skill: SkillStanding): boolean {
  const need = findNeed(skill);
  return need === 'needsPractice' || (need === 'tooEarly' && getWrongShare(skill.answers) > 0);
}

/** What many answers say comes before what is too early to tell, and what is usual at the child's age before what is ahead of it. */
function compareNeed(a: SkillStanding, b: SkillStanding): number {
  return (
    Number(findNeed(b) === 'needsPractice') - Number(findNeed(a) === 'needsPractice') ||
    Number(a.isAhead) - Number(b.isAhead)
  );
}

/** The skill with the greatest share of wrong answers comes first. */
export function compareByShare(a: Pick<SkillStanding, 'answers'>, b: Pick<SkillStanding, 'answers'>): number {
  return getWrongShare(b.answers) - getWrongShare(a.answers) || b.answers.length - a.answers.length;
}

function getWrongShare(answers: readonly RecentAnswer[]): number {
  return answers.filter(({ isRight }) => !isRight).length / Math.max(1, answers.length);
}

/** One wrong answer is a slip, and who was right the last times has probably learned it since. */
function isOftenWrong(answers: readonly RecentAnswer[], share = HARD_SHARE): boolean {
  const wrong = answers.filter(({ isRight }) => !isRight);
  const isWrongLately = answers.slice(-LATEST_ANSWERS).some(({ isRight }) => !isRight);
  return isWrongLately && wrong.length > 1 && wrong.length >= share * answers.length;
}

type QuestionTest = (candidate: WeightedQuestion) => boolean;

/** Finds out which of the questions fit the cause of what is hard. */
function createFit(content: Content, weighted: readonly WeightedQuestion[]) {
  const findMisconception = memoize(({ question }: WeightedQuestion) => findMisconceptionOfAnswer(content, question));
  const findCauseOf = memoize((skill: string) => {
    const ofSkill = weighted.filter((other) => other.skill === skill && (other.isRecent || other.rests));
    const questions = ofSkill.map(({ question }) => question);
    return findCause(content, skill, questions)?.misconception;
  });
  return {
    /** Whether the last wrong answer to a recent question shows a misconception of its skill. */
    isExplained: (candidate: WeightedQuestion) => {
      const shown = candidate.isRecent && !candidate.rests ? findMisconception(candidate) : undefined;
      return shown !== undefined && belongsTo(content, shown, candidate.skill);
    },
    /** First what shows the cause, and last what shows a misconception of another skill. */
    rankFit: (candidate: WeightedQuestion) => {
      const shown = candidate.isRecent ? findMisconception(candidate) : undefined;
      if (shown === undefined) return 1;
      if (shown === findCauseOf(candidate.skill)) return 0;
      return belongsTo(content, shown, candidate.skill) ? 1 : 2;
    },
  };
}

interface HardTests {
  readonly isExplained: QuestionTest;
  readonly isAhead: (skill: string) => boolean;
  readonly today: Day;
}

/**
 * The skills that are hard: those whose questions or last answers weigh most, in the order in which a family can help: first what a
 * misconception explains, what is usual at the child's age before what is ahead of it, what was missed last, and the greatest share of wrong
 * answers.
 */
function listHardSkills(
  weighted: readonly WeightedQuestion[],
  answers: ReadonlyMap<string, readonly RecentAnswer[]>,
  { isExplained, isAhead, today }: HardTests,
): string[] {
  const recent = Map.groupBy(
    weighted.filter(({ isRecent }) => isRecent),
    ({ skill }) => skill,
  );
  return [...new Set([...recent.keys(), ...answers.keys()])]
    .map((skill) => {
      const told = answers.get(skill) ?? [];
      const questions = recent.get(skill) ?? [];
      const wrong = told.filter(({ isRight }) => !isRight);
      const wrongDays = countDaysSinceLast(wrong, today);
      const misses = questions.reduce((sum, { question }) => sum + question.misses, 0);
      const weight = questions.reduce((sum, candidate) => sum + candidate.weight, 0);
      const isByQuestions = misses >= HARD_MISSES && weight >= HARD_WEIGHT && (told.length === 0 || isOftenWrong(told));
      const isByAnswers =
        told.length >= MIN_MOSTLY_WRONG_ANSWERS && wrongDays <= HARD_DAYS && isOftenWrong(told, MOSTLY_WRONG_SHARE);
      return {
        skill,
        answers: told,
        isHard: isByQuestions || isByAnswers,
        weight: Math.max(weight, weigh(wrong.length, told.length, wrongDays)),
        isExplained: questions.some(isExplained),
        days: Math.min(wrongDays, ...questions.map(({ days }) => days)),
      };
    })
    .filter(({ isHard }) => isHard)
    .sort((a, b) => b.weight - a.weight || compareTexts(a.skill, b.skill))
    .slice(0, MAX_HARD_SKILLS)
    .toSorted(
      (a, b) =>
        Number(b.isExplained) - Number(a.isExplained) ||
        Number(isAhead(a.skill)) - Number(isAhead(b.skill)) ||
        a.days - b.days ||
        compareByShare(a, b),
    )
    .map(({ skill }) => skill);
}

/**
 * Finds a task for at home that trains a skill as a question asks for it: the task is about as hard as the quiz of the question, and
 * needs no skill that children usually learn much later. Another one comes each week, until the first one comes again.
 */
export function findHomeTask(
  content: Content,
  skill: string,
  today: Day,
  question?: Pick<OpenQuestion, 'task_id'>,
): Task | undefined {
  const difficulty = content.tasks.get(question?.task_id ?? '')?.difficulty;
  const tasks = [...content.tasks.values()]
    .filter(({ kind, skills }) => kind === 'real_world' && skills.includes(skill))
    .filter((task) => isForAgeOf(content, task, skill))
    .filter((task) => difficulty === undefined || Math.abs(task.difficulty - difficulty) <= MAX_DIFFICULTY_DIFFERENCE)
    .sort((a, b) => a.skills.indexOf(skill) - b.skills.indexOf(skill) || compareTexts(a.id, b.id));
  const weekCount = countDaysBetween(WEEK_ZERO, getStartOfWeek(today)) / 7;
  return tasks[weekCount % Math.max(1, tasks.length)];
}

const MAX_DIFFICULTY_DIFFERENCE = 1;

/** Whether a task needs no skill that children usually learn much later than this one. */
export function isForAgeOf(content: Content, { skills }: Task, skill: string): boolean {
  const getAge = (id: string) => content.skills.get(id)?.age ?? 0;
  return skills.every((id) => getAge(id) <= getAge(skill) + MAX_YEARS_OLDER);
}

const MAX_YEARS_OLDER = 1;

/** A Monday. */
const WEEK_ZERO: Day = '2024-01-01';

/** The misses, less the more often the child was right and the longer ago the last miss is. */
function weigh(misses: number, tries: number, days: number): number {
  return misses === 0 ? 0 : misses * (misses / tries) * 0.5 ** (days / HALF_LIFE_DAYS);
}

function countDaysSinceLast(answers: readonly RecentAnswer[], today: Day): number {
  const last = answers.at(-1);
  return last ? countDaysSince(last.at.slice(0, 10), today) : OPEN_QUESTION_DAYS;
}

function weighQuestion(question: OpenQuestion, today: Day) {
  const { misses, tries, last_missed_at } = question;
  const days = last_missed_at === null ? OPEN_QUESTION_DAYS : countDaysSince(last_missed_at.slice(0, 10), today);
  return { weight: weigh(misses, tries, days), days, isRecent: days <= HARD_DAYS, rests: isResting(question, today) };
}

function isResting({ tried_together_at: triedAt, last_missed_at: missedAt }: OpenQuestion, today: Day): boolean {
  return triedAt !== null && (missedAt ?? '') <= triedAt && countDaysSince(triedAt.slice(0, 10), today) < REST_DAYS;
}

function toKey({ task_id, item_id }: OpenQuestion): string {
  return `${task_id}/${item_id}`;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
