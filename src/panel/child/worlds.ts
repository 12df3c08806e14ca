import { type Location, localize, type World } from '../../content/index.ts';
import { type Language, languageFor } from '../../core/languages.ts';
import { pictureUrl } from '../../features/content-media/index.ts';
import { type Learner, locationProgress, worldProgress } from '../../features/learning/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { relativePath } from '../parts/paged-list.ts';

/** A child's progress in each world that it has started, current ones first; the other worlds by name. */
export function worldsView(ctx: Context, learner: Learner, locale: string): Html {
  const t = messages(languageFor(locale)).panel.child;
  const all = [...learner.content.worlds.values()];
  const standings = new Map(all.map((world) => [world, worldProgress(learner, world)]));
  const underWay = all.filter((world) => standings.get(world)?.status === 'in_progress');
  const finished = all.filter((world) => standings.get(world)?.status === 'completed');
  const begun = [...underWay, ...finished];
  const others = all.filter((world) => !begun.includes(world));
  return html`${begun.length === 0 ? html`<p class="hint">${t.noWorlds}</p>` : ''}
${begun.map((world, i) => worldView(ctx, learner, world, locale, i === 0 && underWay.length > 0))}
${others.length > 0 ? html`<details class="others-worlds"><summary>${t.others({ n: others.length })}</summary><ul>${others.map((world) => html`<li>${picture(ctx, world.theme.icon, 24)}${localize(world.title, locale).text}</li>`)}</ul></details>` : ''}`;
}

function worldView(ctx: Context, learner: Learner, world: World, locale: string, isOpen: boolean): Html {
  const language = languageFor(locale);
  const { tasks_completed, tasks_total, progress_percent } = worldProgress(learner, world);
  const places = world.location_ids.flatMap((id) => learner.content.locations.get(id) ?? []);
  return html`<details class="world"${isOpen ? html` open` : ''}>
<summary>${picture(ctx, world.theme.icon, 40)}<span class="grow"><b>${localize(world.title, locale).text}</b>
<span class="hint">${messages(language).panel.child.progress({ done: tasks_completed, all: tasks_total })}</span>${meter(progress_percent)}</span></summary>
<ul>${places.map((place) => placeView(learner, place, locale))}</ul>
</details>`;
}

function placeView(learner: Learner, place: Location, locale: string): Html {
  const progress = locationProgress(learner, place);
  return html`<li><span class="grow">${localize(place.title, locale).text}</span><span class="mark${progress.status === 'completed' ? ' good' : ''}">${progressLabel(languageFor(locale), progress)}</span></li>`;
}

function progressLabel(language: Language, progress: ReturnType<typeof locationProgress>): string {
  const t = messages(language).panel.child;
  if (progress.status === 'locked') return t.locked;
  if (progress.status === 'completed') return t.done;
  return progress.status === 'available' ? t.notBegun : `${progress.tasks_completed}/${progress.tasks_total}`;
}

function meter(percent: number): Html {
  return html`<svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="ground" width="100" height="4"/><rect class="now" width="${percent}" height="4"/></svg>`;
}

function picture(ctx: Context, name: string, size: number): Html {
  return html`<img src="${relativePath(ctx.settings.baseUrl, pictureUrl(ctx, name))}" alt="" width="${size}" height="${size}" loading="lazy">`;
}
