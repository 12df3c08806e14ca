import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import { getSkill } from '../../../content/index.ts';
import { addDays } from '../../../core/time/days.ts';
import type { Memory } from '../memory/memory.ts';
import { type Advice, type AnsweredAttempt, buildAdvice, findHomeTask, findNeed, type OpenQuestion } from './advice.ts';
import { belongsTo } from './misconception-of-answer.ts';
import {
  findHomeActivity,
  findShownMisconception,
  listQuestionsShowing,
  listRepeatedMisconceptions,
} from './shown-misconception.ts';

const TODAY = '2026-03-20';
const content = loadAllPacks();

function build(
  memories: readonly Memory[],
  openQuestions: readonly OpenQuestion[],
  attempts: readonly AnsweredAttempt[] = [],
  birthYear: number | null = null,
): Advice {
  return buildAdvice(content, { birthYear, memories, openQuestions, attempts, today: TODAY });
}

/** A memory of a skill that was reviewed yesterday with a good result and is due in a month. */
function remember(subject: string, overrides: Partial<Memory> = {}): Memory {
  const schedule = { reviewed_on: addDays(TODAY, -1), due_on: addDays(TODAY, 30), proven_days: 5, in_row: 2 };
  return { subject, stability: 1, difficulty: 5, ability: 0, asked: 9, ...schedule, ...overrides };
}

/** An open question of the quiz `past-ten`, which asks for addition. */
function miss(misses: number, daysAgo: number, overrides: Partial<OpenQuestion> = {}): OpenQuestion {
  const item = content.tasks.get('past-ten')?.items[0];
  const key = { task_id: 'past-ten', item_id: item?.id ?? '', tries: misses, misses };
  const last_missed_at = `${addDays(TODAY, -daysAgo)}T10:00:00.000Z`;
  const answer = { last_missed_response: null, last_missed_draw: null, last_missed_at, tried_together_at: null };
  return { ...key, ...answer, ...overrides };
}

const OTHER_QUIZ =
  [...content.tasks.values()].find(({ kind, skills }) => kind === 'quiz' && !skills.includes('addition')) ??
  assert.fail();

const listItems = (taskId: string) => content.tasks.get(taskId)?.items.filter(({ kind }) => kind !== 'info') ?? [];
/** The questions of `past-ten` that ask for a skill. */
const listAsking = (skill: string) => listItems('past-ten').filter((item) => 'skill' in item && item.skill === skill);
const getStandings = ({ skills }: Advice) =>
  Object.fromEntries(skills.map(({ id, standing }) => [id, standing] as const));
const getIds = ({ focus, strength }: Advice) => [focus?.skill.id, focus?.question?.misses, strength?.id];

test('a skill whose question was missed four of four times is hard, however well the child knew it', () => {
  const memories = [remember('addition'), remember('counting'), remember('animals', { proven_days: 0 })];
  const advice = build(memories, [miss(4, 2)]);
  assert.deepEqual(getStandings(advice), { addition: 'hard', counting: 'steady', animals: 'growing' });
  assert.equal(advice.focus?.skill.standing, 'hard');
  assert.equal(advice.focus?.question?.misses, 4);
  assert.equal(advice.strength?.id, 'counting', 'what is hard is no strength');
});

test('a skill is hard by at least three recent misses that weigh enough', () => {
  const [first, second, third] = listAsking('addition').map(({ id }) => id);
  const slip = (item_id: string | undefined, daysAgo: number, tries = 1) =>
    miss(1, daysAgo, { item_id: item_id ?? '', tries });
  for (const [questions, standing] of [
    [[miss(1, 0)], 'steady'],
    [[miss(2, 0)], 'steady'],
    [[slip(first, 0), slip(second, 0)], 'steady'],
    [[miss(3, 14)], 'hard'],
    [[miss(3, 15)], 'steady'],
    [[miss(3, 1, { tries: 30 })], 'steady'],
    [[slip(first, 1), slip(second, 3), slip(third, 5)], 'hard'],
    [[slip(first, 1, 4), slip(second, 3, 4), slip(third, 5, 4)], 'steady'],
    [[slip(first, 1), slip(second, 3), slip(third, 20)], 'steady'],
  ] as const) {
    const { skills, focus } = build([remember('addition')], questions);
    assert.equal(skills[0]?.standing, standing, JSON.stringify(questions));
    assert.equal(focus?.questions.length, standing === 'hard' ? questions.length : undefined);
  }
});

test('fewer than three wrong answers of the last ten, or three right ones since, make nothing hard, and the last ten answers are told', () => {
  const { task_id, item_id, ...question } = miss(3, 1);
  const answer = (scores: readonly number[], hints = {}): AnsweredAttempt => ({
    task_id: 'practice-2026-03-19',
    plan: JSON.stringify([{ id: 'a', task_id, item_id }]),
    hints: JSON.stringify(hints),
    ratings: JSON.stringify([{ answers: scores.map((score) => ['a', 50, score]) }]),
    completed_at: `${TODAY}T08:00:00.000Z`,
  });
  for (const [attempts, standing, row] of [
    [[answer([0, 1, 1])], 'steady', '✗✓✓'],
    [[answer([1, 0]), answer([0.5])], 'hard', '✗✓✗'],
    [[answer([0.5], { a: 1 }), answer([0])], 'steady', '✗✓'],
    [[answer(Array(9).fill(1)), answer([0, 0])], 'steady', `✗${'✓'.repeat(9)}`],
    [[answer([0, 0, ...Array(8).fill(1)])], 'steady', `✗✗${'✓'.repeat(8)}`],
    [[answer([0, 0, 0, ...Array(7).fill(1)])], 'steady', `✗✗✗${'✓'.repeat(7)}`],
    [[answer([0, 0, ...Array(6).fill(1), 0, 1])], 'hard', `✗✗${'✓'.repeat(6)}✗✓`],
  ] as const) {
    const [skill] = build([remember('addition')], [{ ...question, task_id, item_id }], attempts).skills;
    assert.equal(skill?.answers.map(({ isRight }) => (isRight ? '✓' : '✗')).join(''), row);
    assert.equal(skill.standing, standing, row);
  }
});

test('a skill stays hard after its questions were tried together, but nobody needs to do more about it', () => {
  const [first, second] = listAsking('addition').map(({ id }) => miss(3, 2, { item_id: id }));
  assert.ok(first && second);
  const try_ = (question: OpenQuestion, daysAgo: number): OpenQuestion => ({
    ...question,
    tried_together_at: `${addDays(TODAY, -daysAgo)}T12:00:00.000Z`,
  });
  for (const [questions, active, resting] of [
    [[try_(first, 0)], 0, 1],
    [[try_(first, 2)], 0, 1],
    [[try_(first, 3)], 1, 0],
    [[try_(first, 0), second], 1, 1],
  ] as const) {
    const advice = build([remember('addition')], questions);
    assert.deepEqual(getStandings(advice), { addition: 'hard' });
    assert.deepEqual([advice.questions.length, advice.resting.length], [active, resting]);
    assert.equal(advice.focus?.skill.id, active > 0 ? 'addition' : undefined);
    assert.ok(!advice.focus?.questions.includes(questions[0]) || resting === 0);
  }
});

test('a skill that was missed at the last review is growing', () => {
  const memories = [remember('addition', { proven_days: 20, in_row: 0 }), remember('counting', { in_row: 1 })];
  assert.deepEqual(getStandings(build(memories, [])), { addition: 'growing', counting: 'steady' });
});

test('the misconception that most of the wrong answers show is told, and no other', () => {
  const [misconception, skill, ...answers] = listAnswersWithMisconception();
  const [first, second] = answers;
  assert.ok(misconception && first && second);
  const plain = miss(1, 0, { task_id: first.task_id, item_id: first.item_id, last_missed_response: '"none"' });
  const find = (...questions: OpenQuestion[]) => {
    const { misconception: found, ...counts } =
      findShownMisconception(content, { questions, resting: [] }, skill) ?? {};
    return [found?.id, counts];
  };
  assert.deepEqual(find(first), [misconception, { count: 1, questionCount: 1 }]);
  assert.deepEqual(find(plain, first, second), [misconception, { count: 2, questionCount: 3 }]);
  assert.deepEqual(find(plain), [undefined, {}]);
  const older = { ...second, last_missed_at: addDays(TODAY, -9) };
  assert.equal(find(plain, older, first)[0], misconception);
  const elsewhere = { questions: [first, second], resting: [] };
  assert.equal(findShownMisconception(content, elsewhere, 'another-skill'), undefined);
  assert.deepEqual(find(), [undefined, {}]);
  const named = content.misconceptions.get(misconception) ?? assert.fail();
  const open = { questions: [plain, first], slips: [second], resting: [] };
  assert.deepEqual(listQuestionsShowing(content, open, named), [first, second]);
});

test('what a misconception explains comes first, then what is usual at the age of the child', () => {
  const [misconception, skill, explained] = listAnswersWithMisconception();
  assert.ok(explained);
  const named = { ...miss(3, 9), ...explained, misses: 3, tries: 4, last_missed_at: miss(3, 9).last_missed_at };
  const memories = [remember('addition'), remember(skill), remember('binary')];
  const binary = [...content.tasks.values()].find(({ kind, skills }) => kind === 'quiz' && skills[0] === 'binary');
  const item_id = binary?.items.find((item) => getSkill(binary, item) === 'binary' && item.kind !== 'info')?.id ?? '';
  const ahead = miss(6, 0, { task_id: binary?.id ?? '', item_id });
  const list = (questions: readonly OpenQuestion[], birthYear: number | null) =>
    build(memories, questions, [], birthYear).questions.map(({ task_id }) => task_id);
  assert.notEqual(skill, 'addition');
  assert.equal(list([miss(4, 1), ahead, named], null)[0], named.task_id, misconception);
  assert.deepEqual(list([miss(4, 1), ahead], null), [ahead.task_id, 'past-ten'], 'the last miss first');
  assert.deepEqual(list([miss(4, 1), ahead], Number(TODAY.slice(0, 4)) - 7), ['past-ten', ahead.task_id]);
});

test('what a question of a hard skill still shows is not praised as overcome, and needs two questions to keep coming back', () => {
  const [id, skill, first, second] = listAnswersWithMisconception();
  assert.ok(first && second);
  const hard = { misses: 3, tries: 3 };
  const advise = (state: object, ...questions: OpenQuestion[]) => {
    const misconceptions = JSON.stringify({ [id]: state });
    return build([remember(skill, { in_row: 0 }), remember('@mathematics', { misconceptions })], questions);
  };
  const gone = { answers: [], gone_on: TODAY };
  const listOvercome = (...questions: OpenQuestion[]) => advise(gone, ...questions).overcome.map((told) => told.id);
  assert.deepEqual(listOvercome(), [id]);
  assert.deepEqual(listOvercome({ ...first, ...hard }), []);
  assert.deepEqual(listOvercome({ ...first, ...hard, tried_together_at: `${TODAY}T12:00:00.000Z` }), []);
  const named = { answers: [TODAY, TODAY, TODAY], named_on: TODAY };
  const listRepeated = (...questions: OpenQuestion[]) =>
    listRepeatedMisconceptions(content, advise(named, ...questions), undefined).map((told) => told.id);
  assert.deepEqual(listRepeated(first), []);
  assert.deepEqual(listRepeated(first, second), [id]);
  assert.deepEqual(listRepeated(first, { ...second, tried_together_at: `${TODAY}T12:00:00.000Z` }), []);
});

test('a misconception belongs to the skills of its own school subject', () => {
  const average = content.misconceptions.get('forgets-to-share-the-sum') ?? assert.fail();
  assert.ok(average.skills.includes('experiments'));
  assert.deepEqual(
    ['average', 'data', 'experiments', 'addition'].map((skill) => belongsTo(content, average, skill)),
    [true, true, false, false],
  );
});

test('each skill has something that a family can do at home, in all languages', () => {
  const advice = { questions: [], resting: [], misconceptions: [], strength: undefined };
  for (const id of content.skills.keys()) {
    const idea = findHomeActivity(content, id, advice) ?? findHomeTask(content, id, TODAY)?.instructions ?? {};
    assert.deepEqual(Object.keys(idea).toSorted(), ['en', 'es', 'pl', 'uk'], id);
  }
});

/** A misconception, and wrong answers to choices that show it. */
function listAnswersWithMisconception(): [string, string, ...OpenQuestion[]] {
  for (const [id, { skills }] of content.misconceptions) {
    const [skill = ''] = skills;
    const shown = [...content.tasks.values()].flatMap((task) =>
      task.items.flatMap((item) => {
        const key = content.taskKeys.get(task.id)?.itemKeys.get(item.id);
        if (key?.kind !== 'single_choice' || getSkill(task, item) !== skill) return [];
        const mistakes = (key.mistakes ?? []).filter(({ misconception }) => misconception !== undefined);
        const [mistake] = mistakes;
        if (mistake?.misconception !== id || mistakes.length !== 1 || listItemAnswers(item) < 3) return [];
        return [
          miss(1, 0, { task_id: task.id, item_id: item.id, last_missed_response: JSON.stringify(mistake.answer) }),
        ];
      }),
    );
    if (shown.length > 1) return [id, skill, ...shown];
  }
  return assert.fail();
}

const listItemAnswers = (item: object) => ('options' in item && Array.isArray(item.options) ? item.options.length : 0);

test('what was missed long ago, or is overcome, is no longer listed first', () => {
  for (const [daysAgo, in_row, isListed] of [
    [14, 2, true],
    [15, 2, false],
    [15, 1, true],
    [28, 0, true],
    [29, 0, false],
  ] as const) {
    const advice = build([remember('addition', { in_row })], [miss(2, daysAgo)]);
    assert.deepEqual(
      [advice.questions.length, advice.slips.length],
      isListed ? [1, 0] : [0, 1],
      `${daysAgo} ${in_row}`,
    );
  }
});

test('slips that make a skill hard are listed, and at most four skills are hard', () => {
  const slips = listAsking('addition')
    .slice(0, 3)
    .map(({ id }) => miss(1, 12, { item_id: id }));
  const advice = build([remember('addition')], slips);
  assert.deepEqual(getIds(advice), ['addition', 1, undefined]);
  assert.deepEqual([advice.questions.length, advice.slips.length], [3, 0]);

  const quizzes = [...content.tasks.values()].filter(({ kind }) => kind === 'quiz');
  const bySkill = new Map(quizzes.map((quiz) => [quiz.skills[0] ?? '', quiz] as const));
  const everywhere = [...bySkill.values()].map(({ id, items }) =>
    miss(5, 1, { task_id: id, item_id: items[0]?.id ?? '' }),
  );
  const { skills } = build(
    [...bySkill.keys()].map((id) => remember(id)),
    everywhere,
  );
  assert.ok(bySkill.size > 20);
  assert.equal(skills.filter(({ standing }) => standing === 'hard').length, 4);
});

test('a question belongs to the skill that it asks for', () => {
  const [item] = listAsking('subtraction');
  const question = miss(3, 1, { item_id: item?.id ?? '' });
  const memories = [remember('addition'), remember('subtraction')];
  assert.deepEqual(getStandings(build(memories, [question])), { addition: 'steady', subtraction: 'hard' });
});

test('recent repetition orders questions, and questions that the packs no longer contain are left out', () => {
  const [first, second] = listAsking('addition');
  const [other] = listItems(OTHER_QUIZ.id);
  const questions = [
    miss(1, 0, { task_id: OTHER_QUIZ.id, item_id: other?.id ?? '' }),
    miss(3, 21, { item_id: first?.id ?? '' }),
    miss(2, 1, { item_id: second?.id ?? '' }),
    miss(9, 0, { item_id: 'removed' }),
    miss(9, 0, { task_id: 'removed' }),
  ];
  const advice = build([], questions);
  assert.deepEqual(
    advice.questions.map(({ misses }) => misses),
    [2, 3],
  );
  assert.deepEqual(
    advice.slips.map(({ item_id }) => item_id),
    [other?.id],
  );
});

test('the focus is the skill with the greatest recent weight, and its question is listed first', () => {
  const [first, second] = listAsking('addition').map(({ id }) => miss(2, 2, { item_id: id }));
  const other = miss(3, 10, { task_id: OTHER_QUIZ.id, item_id: OTHER_QUIZ.items[0]?.id ?? '' });
  assert.ok(first && second);
  const memories = [remember('addition'), remember(OTHER_QUIZ.skills[0] ?? '')];
  const { focus, questions, skills } = build(memories, [other, first, second]);
  assert.deepEqual(new Set(skills.map(({ standing }) => standing)), new Set(['hard']));
  assert.equal(focus?.skill.id, 'addition');
  assert.ok([first, second].includes(focus.question ?? other));
  assert.deepEqual([questions[0], questions[2]], [focus.question, other]);
});

test('the last answers say what a skill needs', () => {
  const tell = (marks: string) => [...marks].map((mark) => ({ isRight: mark === '✓', at: `${TODAY}T08:00:00.000Z` }));
  for (const [standing, in_row, marks, need] of [
    ['hard', 0, '✗✗✗', 'needsPractice'],
    ['growing', 0, '✗✗', 'tooEarly'],
    ['growing', 0, '', 'tooEarly'],
    ['growing', 0, '✓✓', 'gettingThere'],
    ['growing', 1, '✗✓', 'gettingThere'],
    ['growing', 0, '✗✓✓', 'gettingThere'],
    ['growing', 1, '✗✗✗✓✓✓✓✓✓✓', 'gettingThere'],
    ['growing', 1, '✗✗✗✓✓✓✓✗✓✓', 'needsPractice'],
    ['growing', 0, '✓✓✓✓✓✓✓✓✓✗', 'gettingThere'],
    ['steady', 1, '✗✗✗✓✓', 'secure'],
  ] as const)
    assert.equal(findNeed({ standing, memory: remember('addition', { in_row }), answers: tell(marks) }), need, marks);
});

test('if nothing is hard, the focus is what the child missed lately, before what is due', () => {
  const { task_id, item_id, ...question } = miss(2, 1);
  const attempt: AnsweredAttempt = {
    task_id,
    plan: '[]',
    hints: '{}',
    ratings: JSON.stringify([{ answers: [0, 0].map((score) => [item_id, 50, score]) }]),
    completed_at: `${TODAY}T08:00:00.000Z`,
  };
  const memories = [remember('addition', { in_row: 0 }), remember('money', { due_on: TODAY }), remember('counting')];
  const open = [{ ...question, task_id, item_id }];
  assert.deepEqual(getIds(build(memories, open, [attempt])), ['addition', 2, 'counting']);
  assert.deepEqual(getIds(build(memories, [], [attempt]))[0], 'money', 'without a question, it says less');
});

test('what many answers say needs practice comes before what is too early to tell, also without an open question', () => {
  const asking = (skill: string) => {
    const quiz = [...content.tasks.values()].find(({ kind, skills }) => kind === 'quiz' && skills[0] === skill);
    const item = quiz?.items.find((item) => quiz && getSkill(quiz, item) === skill);
    return { task_id: quiz?.id ?? '', item_id: item?.id ?? '' };
  };
  const answer = (skill: string, scores: readonly number[]): AnsweredAttempt => {
    const { task_id, item_id } = asking(skill);
    const ratings = JSON.stringify([{ answers: scores.map((score) => [item_id, 50, score]) }]);
    return { task_id, plan: '[]', hints: '{}', ratings, completed_at: `${TODAY}T08:00:00.000Z` };
  };
  const memories = ['area', 'money'].map((skill) => remember(skill, { in_row: 0 }));
  const open = [miss(1, 0, asking('money'))];
  const attempts = [answer('area', [0, 0, 1, 0, 1]), answer('money', [0])];
  assert.deepEqual(getIds(build(memories, open, attempts)), ['area', undefined, undefined]);
  const resting = miss(1, 0, { ...asking('area'), tried_together_at: `${TODAY}T11:00:00.000Z` });
  assert.equal(build(memories, [...open, resting], attempts).focus?.skill.id, 'money', 'what was tried together rests');
  assert.deepEqual(getStandings(build(memories, open, attempts)), { area: 'hard', money: 'growing' });
  const few = [answer('area', [0, 0, 1, 0]), answer('money', [1, 0, 1, 0])];
  assert.deepEqual(getStandings(build(memories, open, few)), { area: 'growing', money: 'growing' });
  assert.equal(
    build(memories, open, few).focus?.skill.id,
    'money',
    'a question that is still open says more than a share',
  );
});

test('if nothing is hard, the focus is the skill that is due first, and the strength is the best known one of two weeks', () => {
  const memories = [
    remember('animals', { proven_days: 20, in_row: 3, reviewed_on: addDays(TODAY, -15) }),
    remember('addition', { reviewed_on: addDays(TODAY, -2) }),
    remember('counting'),
    remember('money', { due_on: addDays(TODAY, -2), proven_days: 0 }),
    remember('shapes', { due_on: addDays(TODAY, -4), proven_days: 0 }),
  ];
  assert.deepEqual(getIds(build(memories, [])), ['shapes', undefined, 'counting']);
  const missedToday = [remember('money', { reviewed_on: TODAY, due_on: addDays(TODAY, 1), in_row: 0 })];
  assert.deepEqual(getIds(build(missedToday, [])), ['money', undefined, undefined]);
  assert.deepEqual(getIds(build([], [])), [undefined, undefined, undefined]);
});

test('the question of the focus is listed first, though another one was missed more often', () => {
  const memory = remember('addition', { due_on: TODAY, in_row: 0 });
  const other = miss(9, 1, { task_id: OTHER_QUIZ.id, item_id: OTHER_QUIZ.items[0]?.id ?? '' });
  const { focus, questions } = build([memory], [other, miss(1, 2)]);
  assert.deepEqual([focus?.question?.misses, ...questions.map(({ misses }) => misses)], [1, 1, 9]);
});

test('a task for at home fits the skill and the difficulty of the question, and another one comes each week', () => {
  const listWeeks = (skill: string, task_id?: string) => {
    const ids = Array.from({ length: 9 }, (_, week) =>
      findHomeTask(content, skill, addDays(TODAY, 7 * week), task_id === undefined ? undefined : { task_id }),
    ).map((task) => task?.id);
    return [...new Set(ids)].toSorted();
  };
  const quizzes = [...content.tasks.values()].filter(
    ({ kind, skills }) => kind === 'quiz' && skills.includes('counting'),
  );
  const easy = quizzes.find(({ difficulty }) => difficulty === 1);
  assert.deepEqual(
    listWeeks('counting', easy?.id),
    ['count-your-home', 'duck-count-the-table', 'set-the-table'],
    'a shop with prices needs money, which children learn later than counting',
  );
  assert.ok(listWeeks('money').includes('life-home-shop'));
  const hard = [...content.tasks.values()].find(({ kind, difficulty }) => kind === 'quiz' && difficulty === 5);
  assert.deepEqual(listWeeks('counting', hard?.id), [undefined], 'laying the table is too easy for a hard question');
  assert.deepEqual(listWeeks('primes'), [undefined]);
});

test('misconceptions are told by name, first one of the focus and then the one that was shown last, until they are gone', () => {
  const named = (day: string) => ({ answers: [day, day, day], named_on: day });
  const states = {
    'forgets-the-minus': named(addDays(TODAY, -1)),
    'counts-the-start': named(addDays(TODAY, -3)),
    'swaps-digits': { answers: [TODAY] },
    'counts-marks': named(addDays(TODAY, -57)),
    removed: named(TODAY),
    'counts-coins': { answers: [], gone_on: addDays(TODAY, -7) },
    'doubles-for-half': { answers: [], gone_on: addDays(TODAY, -8) },
  };
  const subject = remember('@mathematics', { misconceptions: JSON.stringify(states) });
  const advise = (memories: Memory[]) => {
    const { misconceptions, overcome } = build(memories, []);
    return [misconceptions, overcome].map((list) => list.map(({ id }) => id));
  };
  assert.deepEqual(advise([subject]), [['forgets-the-minus', 'counts-the-start'], ['counts-coins']]);
  const due = remember('addition', { due_on: TODAY, in_row: 0, proven_days: 0 });
  assert.deepEqual(advise([subject, due])[0], ['counts-the-start', 'forgets-the-minus']);
  const inOtherSubject = remember('@science', { misconceptions: JSON.stringify({ 'counts-coins': named(TODAY) }) });
  assert.deepEqual(advise([subject, inOtherSubject])[1], [], 'what is still shown elsewhere is not overcome');
});
