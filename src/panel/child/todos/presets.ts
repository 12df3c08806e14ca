import { addDays, type Day } from '../../../core/time/days.ts';
import { WEEKDAYS } from '../../../features/todos/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { PanelMessages } from '../../endpoints.ts';

/** Common chores, with the reward and the recurrence that the form suggests. */
const PRESETS = {
  bed: { xp_reward: '5', freq: 'daily' },
  table: { xp_reward: '5', freq: 'daily' },
  reading: { xp_reward: '10', freq: 'daily' },
  bag: { xp_reward: '5', freq: 'weekly', by_weekday: ['mo', 'tu', 'we', 'th', 'fr'] },
  room: { xp_reward: '10', freq: 'weekly' },
  plants: { xp_reward: '5', freq: 'weekly' },
} as const;
const PRESET_NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[]; // Object.keys() returns string[]

/** Returns the values of the form for a preset that begins today or later; undefined if there is no such preset. */
export function findPreset(t: PanelMessages, presetName: string | undefined, today: Day) {
  const name = PRESET_NAMES.find((candidate) => candidate === presetName);
  if (!name) return undefined;
  const { by_weekday, ...values } = { by_weekday: [], ...PRESETS[name] };
  return {
    ...values,
    name,
    due_date: findFirstDay(by_weekday, today),
    by_weekday: [...by_weekday],
    title: t.child.todos.presets[name],
  };
}

/** The first day from `earliestDay` on that is one of the weekdays, or that day itself if there are none. */
export function findFirstDay(weekdays: readonly string[], earliestDay: Day): Day {
  const days = Array.from({ length: 7 }, (_, i) => addDays(earliestDay, i));
  const isOnWeekday = (day: Day) => weekdays.includes(WEEKDAYS[Temporal.PlainDate.from(day).dayOfWeek - 1] ?? '');
  return days.find(isOnWeekday) ?? earliestDay;
}

/** Renders a link for each preset, which opens the page with the preset in the form. */
export function renderPresets(t: PanelMessages, pagePath: string, current: string | undefined): Html {
  const links = PRESET_NAMES.map(
    (name) =>
      html`<li><a class="button outline" href="${pagePath}?preset=${name}"${name === current ? html` aria-current="true"` : ''}>${t.child.todos.presets[name]}</a></li>`,
  );
  return html`<ul class="presets" aria-label="${t.child.todos.assign.presets}">${links}</ul>`;
}
