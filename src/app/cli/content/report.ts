import { type Content, findTexts, type Task } from '../../../content/index.ts';

/** The worlds with their locations and tasks, one line each. */
export function contentTree({ worlds, locations, tasks }: Content): string[] {
  return [...worlds.values()].flatMap((world) => [
    `${world.id}  (${world.pack_id}, ${world.subject}, ${world.age_min}–${world.age_max}, ${world.languages.join(' ')})${prerequisitesOf(world)}`,
    ...world.location_ids.flatMap((id) => {
      const location = locations.get(id);
      if (!location) return [];
      return [
        `  ${id}  ${location.kind}${location.optional ? ', optional' : ''}${prerequisitesOf(location)}`,
        ...location.task_ids.flatMap((task) => tasks.get(task) ?? []).map(taskLine),
      ];
    }),
  ]);
}

/** The numbers of worlds, locations, tasks and items, by kind. */
export function contentStatistics({ worlds, locations, tasks }: Content): string[] {
  const items = [...tasks.values()].flatMap((task) => task.items);
  return [
    `worlds     ${worlds.size}`,
    `locations  ${locations.size}: ${countsByKind([...locations.values()].map(({ kind }) => kind))}`,
    `tasks      ${tasks.size}: ${countsByKind([...tasks.values()].map(({ kind }) => kind))}`,
    `difficulty ${countsByKind([...tasks.values()].map(({ difficulty }) => String(difficulty)))}`,
    `items      ${items.length}: ${countsByKind(items.map(({ kind }) => kind))}`,
  ];
}

/** How many of the texts and tasks of all packs are available in each language. */
export function languageCoverage({ worlds, locations, tasks, keys, media }: Content): string[] {
  const answers = [...keys.values()].map((key) => [...key.items.values()]);
  const texts = [
    ...findTexts([[...worlds.values()], [...locations.values()], [...tasks.values()], answers, [...media.values()]]),
  ];
  const languages = [...new Set([...worlds.values()].flatMap((world) => world.languages))];
  return languages.map((language) => {
    const available = texts.filter(({ text }) => Object.hasOwn(text, language)).length;
    const playable = [...tasks.values()].filter(({ title }) => Object.hasOwn(title, language)).length;
    const percent = Math.floor((100 * available) / texts.length);
    return `${language.padEnd(10)} ${percent}% of the texts (${available} of ${texts.length}), ${playable} of ${tasks.size} tasks`;
  });
}

function prerequisitesOf(entry: { prerequisite_ids: readonly string[]; required_level: number | null }): string {
  const level = entry.required_level === null ? [] : [`level ${entry.required_level}`];
  const needs = [...entry.prerequisite_ids, ...level];
  return needs.length === 0 ? '' : `, after ${needs.join(' and ')}`;
}

function taskLine({ id, kind, difficulty, estimated_minutes, items }: Task): string {
  const itemCount = items.length === 0 ? '' : `, ${items.length} ${items.length === 1 ? 'item' : 'items'}`;
  return `    ${id}  ${kind}, difficulty ${difficulty}, ${estimated_minutes} min${itemCount}`;
}

function countsByKind(values: readonly string[]): string {
  const kinds = [...new Set(values)].sort();
  return kinds.map((kind) => `${kind} ${values.filter((value) => value === kind).length}`).join(', ');
}
