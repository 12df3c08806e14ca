/** Worlds, their locations and the tasks of those, a line each. */
import { type Content, findTexts, type Task } from '../../../content/index.ts';
export function contentTree({ worlds, locations, tasks }: Content): string[] {
  return [...worlds.values()].flatMap((world) => [
    `${world.id}  (${world.pack_id}, ${world.subject}, ${world.age_min}–${world.age_max}, ${world.languages.join(' ')})${waits(world)}`,
    ...world.location_ids.flatMap((id) => {
      const location = locations.get(id);
      if (!location) return [];
      return [
        `  ${id}  ${location.kind}${location.optional ? ', optional' : ''}${waits(location)}`,
        ...location.task_ids.flatMap((task) => tasks.get(task) ?? []).map(taskLine),
      ];
    }),
  ]);
}

/** How much there is of what. */
export function contentStatistics({ worlds, locations, tasks }: Content): string[] {
  const items = [...tasks.values()].flatMap((task) => task.items);
  return [
    `worlds     ${worlds.size}`,
    `locations  ${locations.size}: ${counted([...locations.values()].map(({ kind }) => kind))}`,
    `tasks      ${tasks.size}: ${counted([...tasks.values()].map(({ kind }) => kind))}`,
    `difficulty ${counted([...tasks.values()].map(({ difficulty }) => String(difficulty)))}`,
    `items      ${items.length}: ${counted(items.map(({ kind }) => kind))}`,
  ];
}

/** Of the texts and tasks of all packs, how many there are in each language. */
export function languageCoverage({ worlds, locations, tasks, keys, media }: Content): string[] {
  const answers = [...keys.values()].map((key) => [...key.items.values()]);
  const texts = [
    ...findTexts([[...worlds.values()], [...locations.values()], [...tasks.values()], answers, [...media.values()]]),
  ];
  const languages = [...new Set([...worlds.values()].flatMap((world) => world.languages))];
  return languages.map((language) => {
    const there = texts.filter(({ text }) => Object.hasOwn(text, language)).length;
    const playable = [...tasks.values()].filter(({ title }) => Object.hasOwn(title, language)).length;
    const percent = Math.floor((100 * there) / texts.length);
    return `${language.padEnd(10)} ${percent}% of the texts (${there} of ${texts.length}), ${playable} of ${tasks.size} tasks`;
  });
}

function waits(place: { prerequisite_ids: readonly string[]; required_level: number | null }): string {
  const level = place.required_level === null ? [] : [`level ${place.required_level}`];
  const needs = [...place.prerequisite_ids, ...level];
  return needs.length === 0 ? '' : `, after ${needs.join(' and ')}`;
}

function taskLine({ id, kind, difficulty, estimated_minutes, items }: Task): string {
  const asked = items.length === 0 ? '' : `, ${items.length} ${items.length === 1 ? 'item' : 'items'}`;
  return `    ${id}  ${kind}, difficulty ${difficulty}, ${estimated_minutes} min${asked}`;
}

function counted(words: readonly string[]): string {
  const kinds = [...new Set(words)].sort();
  return kinds.map((kind) => `${kind} ${words.filter((word) => word === kind).length}`).join(', ');
}
