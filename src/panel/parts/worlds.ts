import { type Language, speaks } from '../../core/languages.ts';
import { type Location, pictureUrl, textIn, type World } from '../../features/content/index.ts';
import { type Learner, standingInLocation, standingInWorld } from '../../features/learning/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { pathOf } from '../lists/list.ts';
import { CHILD_PAGE_WORDS } from '../pages/child-words.ts';

/** How far a child has come in each world that it has begun and its places, what is under way first; the others by name. */
export function worldsView(ctx: Context, learner: Learner, tag: string): Html {
  const words = CHILD_PAGE_WORDS[speaks(tag)];
  const all = [...learner.content.worlds.values()];
  const standings = new Map(all.map((world) => [world, standingInWorld(learner, world)]));
  const underWay = all.filter((world) => standings.get(world)?.status === 'in_progress');
  const finished = all.filter((world) => standings.get(world)?.status === 'completed');
  const begun = [...underWay, ...finished];
  const others = all.filter((world) => !begun.includes(world));
  return html`${begun.length === 0 ? html`<p class="hint">${words.noWorlds}</p>` : ''}
${begun.map((world, i) => worldView(ctx, learner, world, tag, i === 0 && underWay.length > 0))}
${others.length > 0 ? html`<details class="others-worlds"><summary>${words.others(others.length)}</summary><ul>${others.map((world) => html`<li>${picture(ctx, world.theme.icon, 24)}${textIn(world.title, tag).text}</li>`)}</ul></details>` : ''}`;
}

function worldView(ctx: Context, learner: Learner, world: World, tag: string, isOpen: boolean): Html {
  const language = speaks(tag);
  const { tasks_completed, tasks_total, progress_percent } = standingInWorld(learner, world);
  const places = world.location_ids.flatMap((id) => learner.content.locations.get(id) ?? []);
  return html`<details class="world"${isOpen ? html` open` : ''}>
<summary>${picture(ctx, world.theme.icon, 40)}<span class="grow"><b>${textIn(world.title, tag).text}</b>
<span class="hint">${CHILD_PAGE_WORDS[language].progress(tasks_completed, tasks_total)}</span>${meter(progress_percent)}</span></summary>
<ul>${places.map((place) => placeView(learner, place, tag))}</ul>
</details>`;
}

function placeView(learner: Learner, place: Location, tag: string): Html {
  const standing = standingInLocation(learner, place);
  return html`<li><span class="grow">${textIn(place.title, tag).text}</span><span class="mark${standing.status === 'completed' ? ' good' : ''}">${wordFor(speaks(tag), standing)}</span></li>`;
}

function wordFor(language: Language, standing: ReturnType<typeof standingInLocation>): string {
  const words = CHILD_PAGE_WORDS[language];
  if (standing.status === 'locked') return words.locked;
  if (standing.status === 'completed') return words.done;
  return standing.status === 'available' ? words.notBegun : `${standing.tasks_completed}/${standing.tasks_total}`;
}

function meter(percent: number): Html {
  return html`<svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="ground" width="100" height="4"/><rect class="now" width="${percent}" height="4"/></svg>`;
}

function picture(ctx: Context, name: string, size: number): Html {
  return html`<img src="${pathOf(ctx.settings.baseUrl, pictureUrl(ctx, name))}" alt="" width="${size}" height="${size}" loading="lazy">`;
}
