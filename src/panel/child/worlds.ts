import { getWorldStructure, type Location, localize, type World } from '../../content/index.ts';
import { buildPicturePath } from '../../features/content-media/index.ts';
import { computeLocationProgress, computeWorldProgress, type Learner } from '../../features/learning/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelMessages, PanelRequest } from '../endpoints.ts';

/** Renders the child's progress in each started world, worlds in progress first, and the names of the other worlds. */
export function renderWorlds(request: PanelRequest, learner: Learner): Html {
  const { ctx, locale } = request;
  const worldsWithProgress = [...learner.content.worlds.values()].map((world) => ({
    world,
    ...computeWorldProgress(learner, world),
  }));
  const worldsInProgress = worldsWithProgress.filter(({ status }) => status === 'in_progress');
  const startedWorlds = [...worldsInProgress, ...worldsWithProgress.filter(({ status }) => status === 'completed')];
  const otherWorlds = worldsWithProgress.filter((entry) => !startedWorlds.includes(entry));
  return html`${startedWorlds.length === 0 ? html`<p class="hint">${request.t.child.overview.noWorlds}</p>` : ''}
${startedWorlds.map(({ world }) => renderWorld(request, learner, world))}
${otherWorlds.length > 0 ? html`<details class="other-worlds"><summary>${request.t.child.overview.otherWorlds({ n: otherWorlds.length })}</summary><ul>${otherWorlds.map(({ world }) => html`<li>${renderWorldIcon(ctx, world, 24)}${localize(world.title, locale).text}</li>`)}</ul></details>` : ''}`;
}

function renderWorld(request: PanelRequest, learner: Learner, world: World): Html {
  const { ctx, locale } = request;
  const { tasks_completed, tasks_total, progress_percent } = computeWorldProgress(learner, world);
  const { locations } = getWorldStructure(learner.content, world);
  return html`<details class="world">
<summary>${renderWorldIcon(ctx, world, 40)}<span class="grow"><b>${localize(world.title, locale).text}</b>
<span class="hint">${request.t.child.overview.progress({ done: tasks_completed, all: tasks_total })}</span>${renderProgressBar(progress_percent)}</span></summary>
<ul>${locations.map((location) => renderLocationRow(request, learner, location))}</ul>
</details>`;
}

function renderLocationRow({ t, locale }: PanelRequest, learner: Learner, location: Location): Html {
  const progress = computeLocationProgress(learner, location);
  return html`<li><span class="grow">${localize(location.title, locale).text}</span><span class="tag${progress.status === 'completed' ? ' success' : ''}">${formatProgress(t, progress)}</span></li>`;
}

function formatProgress(
  { child: { overview: t } }: PanelMessages,
  progress: ReturnType<typeof computeLocationProgress>,
): string {
  if (progress.status === 'locked') return t.locked;
  if (progress.status === 'completed') return t.done;
  return progress.status === 'available' ? t.notStarted : `${progress.tasks_completed}/${progress.tasks_total}`;
}

function renderProgressBar(percent: number): Html {
  return html`<svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4"/><rect class="current" width="${percent}" height="4"/></svg>`;
}

export function renderWorldIcon(ctx: Context, { theme }: World, size: number): Html {
  return html`<img src="${buildPicturePath(ctx, theme.icon)}" alt="" width="${size}" height="${size}" loading="lazy">`;
}
