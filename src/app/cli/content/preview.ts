import type { Content, Item, Task, World } from '../../../content/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { renderItem } from './preview-item.ts';
import { createPreviewContext, type PreviewContext, renderMediaFile, renderText } from './preview-text.ts';

/**
 * Renders a page that shows a task to its author: everything that a child sees, and also the answers, hints and feedback. The
 * page loads no other files. Without `language`, the page is in the first language of the world.
 */
export async function renderPreview(content: Content, taskId: string, language?: string): Promise<string> {
  const task = content.tasks.get(taskId);
  const world = task && content.worlds.get(task.world_id);
  if (!task || !world) throw new Error(`There is no task "${taskId}". To list the tasks, run: npm run content -- list`);
  return String(await renderPage(createPreviewContext(content, language ?? world.languages[0] ?? 'en'), task, world));
}

function renderPage(context: PreviewContext, task: Task, world: World): Html {
  const taskKey = context.content.taskKeys.get(task.id);
  return html`<!doctype html>
<html lang="${context.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'">
<title>${task.id}</title>
${STYLE}
</head>
<body>
<p class="facts">${listTaskProperties(task, world).join(' · ')}</p>
${renderMissingLanguageNote(context, world)}
<h1>${renderText(context, task.title)}</h1>
<p>${renderText(context, task.instructions)}</p>
${task.media.map((id) => renderMediaFile(context, id))}
${task.items.map((item, i) => renderItem(context, item, taskKey?.itemKeys.get(item.id), getQuestionNumber(task.items, i)))}
${renderMoreDraws(context, task)}
</body>
</html>
`;
}

/** How many more items of each generator and of each of its levels are shown. */
const MORE_DRAWS = 4;

/** Renders more items of each generator, because a single item does not show how the numbers vary. */
function renderMoreDraws(context: PreviewContext, task: Task): Html[] {
  const generators = [...(context.content.generators.get(task.id) ?? [])];
  return generators.flatMap(([id, { levels, draw, createItem }]) =>
    [undefined, ...levels].flatMap((level) =>
      Array.from({ length: MORE_DRAWS }, (_, i) => {
        const { item, key } = createItem(draw(`preview ${i}`, level), [context.locale]);
        const note = level === undefined ? '' : html`<p class="facts">difficulty ${level} in the daily practice</p>`;
        const suffix = level === undefined ? '' : `-at-${level}`;
        return html`<div class="more" id="${id}${suffix}-${i + 1}">${note}${renderItem(context, item, key, null)}</div>`;
      }),
    ),
  );
}

function listTaskProperties(
  { id, kind, difficulty, estimated_minutes, pass_score, ...task }: Task,
  world: World,
): string[] {
  return [
    `${world.id} / ${task.location_id} / ${id}`,
    kind,
    `difficulty ${difficulty}`,
    `${estimated_minutes} min`,
    ...(kind === 'quiz' ? [`passed with ${Math.round(100 * pass_score)}%`] : []),
    ...(task.requires_review ? ['reviewed by a guardian'] : []),
    ...(task.skills.length > 0 ? [task.skills.join(', ')] : []),
    `version ${task.content_version}`,
  ];
}

/** Renders a note for the author if the world is not translated, so that texts are in the fallback language. */
function renderMissingLanguageNote({ locale }: PreviewContext, { languages }: World): Html | '' {
  if (languages.includes(locale) || languages.includes(locale.split('-')[0] ?? '')) return '';
  return html`<p class="note">This world is complete in ${languages.join(', ')}. Texts that are not in ${locale} are shown in ${languages[0] ?? ''}.</p>`;
}

/** Returns the number of a question, or null for an info item, which has no number. */
function getQuestionNumber(items: readonly Item[], index: number): number | null {
  if (items[index]?.kind === 'info') return null;
  return items.slice(0, index + 1).filter(({ kind }) => kind !== 'info').length;
}

const STYLE = html`<style>
:root { color-scheme: light dark; }
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 1.5rem auto; padding: 0 1rem; }
.facts, .kind { color: GrayText; font-size: .85rem; margin: 0; }
.note { border: 1px solid; border-radius: .5rem; padding: .4rem .8rem; }
section { border-top: 1px solid; margin-top: 1.5rem; padding-top: 1rem; }
h2 { font-size: 1.15rem; margin: .2rem 0 .6rem; }
li { margin: .15rem 0; }
.right { font-weight: 700; }
.right::before { content: "✓ "; }
.wrong { opacity: .75; }
figure { margin: .6rem 0; }
figure img { display: block; width: 100%; }
figure, .hotspot { max-width: 30rem; }
li img { height: 4rem; vertical-align: middle; }
.hotspot { display: block; position: relative; }
.hotspot i { position: absolute; border: 3px solid #c2185b; background: #c2185b33; }
figcaption { font-size: .85rem; }
.solution { border-left: .25rem solid #7bb661; margin: .8rem 0; padding: .1rem 0 .1rem .9rem; font-size: .95rem; }
</style>`;
