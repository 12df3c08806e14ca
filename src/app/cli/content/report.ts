import { type Content, describeItem, findTexts, type Generator, type Task } from '../../../content/index.ts';

/** Formats all worlds with their locations and tasks, with one line for each of them. */
export function formatContentTree({ worlds, locations, tasks }: Content): string[] {
  return [...worlds.values()].flatMap((world) => [
    `${world.id}  (${world.pack_id}, ${world.subject}, ${world.age_min}–${world.age_max}, ${world.languages.join(' ')})${formatPrerequisites(world)}`,
    ...world.location_ids.flatMap((id) => {
      const location = locations.get(id);
      if (!location) return [];
      return [
        `  ${id}  ${location.kind}${location.optional ? ', optional' : ''}${formatPrerequisites(location)}`,
        ...location.task_ids.flatMap((taskId) => tasks.get(taskId) ?? []).map(formatTaskLine),
      ];
    }),
  ]);
}

/** Formats how many worlds, locations, tasks and items there are, by kind, and how many tasks of each difficulty. */
export function formatStatistics({ worlds, locations, tasks }: Content): string[] {
  const items = [...tasks.values()].flatMap((task) => task.items);
  return [
    `worlds     ${worlds.size}`,
    `locations  ${locations.size}: ${formatCounts([...locations.values()].map(({ kind }) => kind))}`,
    `tasks      ${tasks.size}: ${formatCounts([...tasks.values()].map(({ kind }) => kind))}`,
    `difficulty ${formatCounts([...tasks.values()].map(({ difficulty }) => String(difficulty)))}`,
    `items      ${items.length}: ${formatCounts(items.map(({ kind }) => kind))}`,
  ];
}

/** How many random items of each generator are drawn to count the different ones. */
const SAMPLE_SIZE = 2000;

/** Formats the number of generators and, for each generator, the number of different items in a sample, by language. */
export function formatGeneratorStatistics({ generators, tasks, worlds }: Content): string[] {
  const lines = [...generators].flatMap(([taskId, entries]) => {
    const languages = worlds.get(tasks.get(taskId)?.world_id ?? '')?.languages ?? [];
    return [...entries].flatMap(([id, generator]) =>
      [undefined, ...generator.levels].map((level) => {
        const counts = countDistinctItems(generator, languages, level).map((count, i) => `${languages[i]} ${count}`);
        const name = `${taskId}/${id}${level === undefined ? '' : ` at ${level}`}`;
        return `  ${name.padEnd(44)} ${counts.join(', ')}`;
      }),
    );
  });
  return [`generators and levels ${lines.length}; different items in ${SAMPLE_SIZE} draws of each:`, ...lines];
}

/** Returns the number of different items in a sample, for each of the languages. */
function countDistinctItems(generator: Generator, languages: readonly string[], level: number | undefined): number[] {
  const descriptions = languages.map(() => new Set<string>());
  for (let i = 0; i < SAMPLE_SIZE; i += 1) {
    const draw = generator.draw(`statistics ${i}`, level);
    const generatedItem = generator.createItem(draw, languages);
    const svg = generator.renderPicture(draw, (name) => `<svg viewBox="0 0 1 1">${name}</svg>`);
    for (const [languageIndex, language] of languages.entries())
      descriptions[languageIndex]?.add(describeItem(generatedItem, svg, language));
  }
  return descriptions.map(({ size }) => size);
}

/** Formats how many of the texts and tasks of all packs are available in each language. */
export function formatLanguageCoverage({ worlds, locations, tasks, taskKeys, media }: Content): string[] {
  const answerKeys = [...taskKeys.values()].flatMap(({ itemKeys }) => [...itemKeys.values()]);
  const texts = [
    ...findTexts([[...worlds.values()], [...locations.values()], [...tasks.values()], answerKeys, [...media.values()]]),
  ];
  const languages = [...new Set([...worlds.values()].flatMap((world) => world.languages))];
  return languages.map((language) => {
    const availableCount = texts.filter(({ text }) => Object.hasOwn(text, language)).length;
    const translatedTaskCount = [...tasks.values()].filter(({ title }) => Object.hasOwn(title, language)).length;
    const percent = Math.floor((100 * availableCount) / texts.length);
    return `${language.padEnd(10)} ${percent}% of the texts (${availableCount} of ${texts.length}), ${translatedTaskCount} of ${tasks.size} tasks`;
  });
}

/** Formats the skills of each subject, from the youngest age on, with the skills that they require. */
export function formatSkillMap({ skills }: Content): string[] {
  return [...Map.groupBy(skills.values(), ({ subject }) => subject)].flatMap(([subject, group]) => [
    `${subject}: ${group.length} skills`,
    ...group
      .toSorted((a, b) => a.age - b.age)
      .map(({ id, age, requires }) => {
        const requirements = requires.length === 0 ? '' : `, after ${requires.join(' and ')}`;
        return `  ${String(age).padStart(2)}  ${id}${requirements}`;
      }),
  ]);
}

const DIFFICULTIES = [1, 2, 3, 4, 5] as const;
/** A skill needs items of this many difficulties, so that practice can follow the child. */
const WANTED_DIFFICULTIES = 3;

/**
 * Formats for each skill the number of items by difficulty, each level of a generator as an item, of which those for pre-readers and those of generators, the lessons and the
 * languages. Skills without a lesson or with items of fewer than three difficulties are marked.
 */
export function formatSkillCoverage(content: Content): string[] {
  const tasks = [...content.tasks.values()];
  const lines = [...content.skills.values()].map(({ id, name }) => {
    const ownTasks = tasks.filter(({ skills }) => skills.includes(id));
    const quizzes = ownTasks.filter(({ kind }) => kind === 'quiz');
    const countItems = (group: readonly Task[]) => group.flatMap(({ items }) => items).length;
    const levels = quizzes.flatMap((quiz) =>
      [...(content.generators.get(quiz.id)?.values() ?? [])].flatMap((generator) => generator.levels),
    );
    const counts = DIFFICULTIES.map(
      (difficulty) =>
        countItems(quizzes.filter((quiz) => quiz.difficulty === difficulty)) +
        levels.filter((level) => level === difficulty).length,
    );
    const lessonCount = ownTasks.filter(({ kind }) => kind === 'lesson').length;
    const difficultyCount = counts.filter((count) => count > 0).length;
    const generated = quizzes.flatMap((quiz) => [...(content.generators.get(quiz.id)?.keys() ?? [])]).length;
    const missing = [
      ...(difficultyCount < WANTED_DIFFICULTIES ? [`${WANTED_DIFFICULTIES - difficultyCount} more difficulties`] : []),
      ...(lessonCount === 0 ? ['a lesson'] : []),
    ];
    return {
      difficultyCount,
      lessonCount,
      line: [
        id.padEnd(20),
        counts.map((count) => String(count).padStart(4)).join(''),
        String(countItems(quizzes.filter(({ pre_reader }) => pre_reader))).padStart(6),
        String(generated).padStart(6),
        String(lessonCount).padStart(6),
        `  ${Object.keys(name).join(' ')}`,
        missing.length === 0 ? '' : `  missing: ${missing.join(', ')}`,
      ].join(''),
    };
  });
  return [
    `${'skill'.padEnd(20)}${DIFFICULTIES.map((difficulty) => `d${difficulty}`.padStart(4)).join('')}   pre  gen.  less.  languages`,
    ...lines.map(({ line }) => line),
    '',
    `skills with ${WANTED_DIFFICULTIES} difficulties: ${lines.filter(({ difficultyCount }) => difficultyCount >= WANTED_DIFFICULTIES).length} of ${lines.length}`,
    `skills with a lesson: ${lines.filter(({ lessonCount }) => lessonCount > 0).length} of ${lines.length}`,
    ...formatSolutionCoverage(content),
  ];
}

/** Formats how many items can show each misconception, the fewest first; "+" means that generators are among them. */
export function formatMisconceptions({ misconceptions, itemMisconceptions, generators }: Content): string[] {
  const shownBy = [...itemMisconceptions].flatMap(([taskId, items]) =>
    [...items].flatMap(([itemId, ids]) =>
      ids.map((id) => ({ id, isGenerated: generators.get(taskId)?.has(itemId) ?? false })),
    ),
  );
  return [...misconceptions.values()]
    .map(({ id, skills }) => ({ id, skills, items: shownBy.filter((shown) => shown.id === id) }))
    .sort((a, b) => a.items.length - b.items.length)
    .map(
      ({ id, skills, items }) =>
        `${String(items.length).padStart(4)}${items.some(({ isGenerated }) => isGenerated) ? '+' : ' '} ${id.padEnd(32)} ${skills.join(' ')}`,
    );
}

/** Formats how many generators and written questions of each subject have a worked solution. */
function formatSolutionCoverage({ tasks, taskKeys, generators, skills }: Content): string[] {
  const questions = [...tasks.values()]
    .filter(({ kind }) => kind === 'quiz')
    .flatMap(({ id, skills: [skill = ''] }) =>
      [...(taskKeys.get(id)?.itemKeys ?? [])].map(([itemId, { solution }]) => ({
        subject: skills.get(skill)?.subject ?? '',
        isGenerated: generators.get(id)?.has(itemId) === true,
        hasSolution: solution !== undefined,
      })),
    );
  const formatShare = (group: typeof questions) =>
    `${group.filter(({ hasSolution }) => hasSolution).length} of ${group.length}`;
  return [...Map.groupBy(questions, ({ subject }) => subject)].map(([subject, group]) => {
    const { generated = [], written = [] } = Object.groupBy(group, ({ isGenerated }) =>
      isGenerated ? 'generated' : 'written',
    );
    return `worked solutions in ${subject}: ${formatShare(generated)} generators, ${formatShare(written)} written questions`;
  });
}

function formatPrerequisites(place: { prerequisite_ids: readonly string[]; required_level: number | null }): string {
  const level = place.required_level === null ? [] : [`level ${place.required_level}`];
  const requirements = [...place.prerequisite_ids, ...level];
  return requirements.length === 0 ? '' : `, after ${requirements.join(' and ')}`;
}

function formatTaskLine({ id, kind, difficulty, estimated_minutes, items }: Task): string {
  const itemCount = items.length === 0 ? '' : `, ${items.length} ${items.length === 1 ? 'item' : 'items'}`;
  return `    ${id}  ${kind}, difficulty ${difficulty}, ${estimated_minutes} min${itemCount}`;
}

function formatCounts(values: readonly string[]): string {
  const distinctValues = [...new Set(values)].sort();
  return distinctValues
    .map((value) => `${value} ${values.filter((candidate) => candidate === value).length}`)
    .join(', ');
}
