import type { Content, Item, Task, World } from '../../../content/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { itemView } from './preview-item.ts';
import { localText, mediumView, type PreviewContext, previewContext } from './preview-text.ts';

/**
 * A page of one task for its author: what a child sees, and beside it what a child must not see before grading. It needs
 * nothing but itself. Without `language` it is in the first one of its pack.
 */
export async function previewOf(content: Content, taskId: string, language?: string): Promise<string> {
  const task = content.tasks.get(taskId);
  const world = task && content.worlds.get(task.world_id);
  if (!task || !world) throw new Error(`There is no task "${taskId}": npm run content -- list`);
  return String(await page(previewContext(content, language ?? world.languages[0] ?? 'en'), task, world));
}

function page(speaking: PreviewContext, task: Task, world: World): Html {
  const key = speaking.content.keys.get(task.id);
  return html`<!doctype html>
<html lang="${speaking.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'">
<title>${task.id}</title>
${STYLE}
</head>
<body>
<p class="facts">${factsOf(task, world).join(' · ')}</p>
${foreign(speaking, world)}
<h1>${localText(speaking, task.title)}</h1>
<p>${localText(speaking, task.instructions)}</p>
${task.media.map((id) => mediumView(speaking, id))}
${task.items.map((item, i) => itemView(speaking, item, key?.items.get(item.id), numberOf(task.items, i)))}
</body>
</html>
`;
}

function factsOf({ id, kind, difficulty, estimated_minutes, pass_score, ...task }: Task, world: World): string[] {
  return [
    `${world.id} / ${task.location_id} / ${id}`,
    kind,
    `difficulty ${difficulty}`,
    `${estimated_minutes} min`,
    ...(kind === 'quiz' ? [`passed from ${Math.round(100 * pass_score)}%`] : []),
    ...(task.requires_review ? ['a grown-up looks at it'] : []),
    ...(task.skills.length > 0 ? [task.skills.join(', ')] : []),
    `version ${task.content_version}`,
  ];
}

/** Texts fall back one by one: an author should know that this will happen. */
function foreign({ locale }: PreviewContext, { languages }: World): Html | '' {
  if (languages.includes(locale) || languages.includes(locale.split('-')[0] ?? '')) return '';
  return html`<p class="note">This world is complete in ${languages.join(', ')}: what is not in ${locale} is shown in ${languages[0] ?? ''}.</p>`;
}

/** Information is not counted as a question. */
function numberOf(items: readonly Item[], index: number): number | null {
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
figure, .spot { max-width: 30rem; }
li img { height: 4rem; vertical-align: middle; }
.spot { display: block; position: relative; }
.spot i { position: absolute; border: 3px solid #c2185b; background: #c2185b33; }
figcaption { font-size: .85rem; }
.behind { border-left: .25rem solid #7bb661; margin: .8rem 0; padding: .1rem 0 .1rem .9rem; font-size: .95rem; }
</style>`;
