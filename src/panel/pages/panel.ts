import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { type Language, speaks } from '../../core/languages.ts';
import { leavePanel } from '../../features/access/index.ts';
import { avatarPath, listChildren, type Profile } from '../../features/accounts/index.ts';
import { getTotals, levelOf } from '../../features/progress/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/answers.ts';
import { page } from '../../platform/http/endpoint.ts';
import { checkFormToken } from '../../platform/http/forms.ts';
import { faces } from '../parts/faces.ts';
import { portrait } from '../parts/portrait.ts';
import { panelPage } from '../shell.ts';
import { PANEL_WORDS } from './panel-words.ts';

export const showPanel = page({
  summary: "The parent's children",
  run: async (ctx, caller: PanelParent, { client }) => {
    const language = speaks(caller.language);
    const words = PANEL_WORDS[language];
    const children = await listChildren(ctx.db, caller.profileId);
    const cards = await Promise.all(children.map((child) => childCard(ctx, child, language)));
    return panelPage(ctx, caller, client, {
      title: words.title,
      here: 'children',
      ...(children.length > 0 ? childrenView(words, cards) : firstSteps(ctx, words)),
    });
  },
});

export const submitLogout = page({
  summary: 'Log out of the panel',
  body: { form_token: Type.Optional(Type.String()) },
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    return new Redirect('/login', await leavePanel(ctx, caller));
  },
});

type PanelWords = (typeof PANEL_WORDS)[Language];

function childrenView({ title }: PanelWords, cards: readonly Html[]) {
  return { content: html`<h1>${title}</h1><ul class="children">${cards}</ul>` };
}

async function childCard(ctx: Context, child: Profile, language: Language): Promise<Html> {
  const { levels } = ctx.content.current;
  const { level, xpInLevel, xpToNext } = levelOf((await getTotals(ctx.db, child.id)).xp_total, levels.length);
  const words = PANEL_WORDS[language];
  const percent = Math.floor((100 * xpInLevel) / (xpInLevel + xpToNext));
  return html`<li class="child card">
${portrait(avatarPath(ctx, child), xpToNext === 0 ? 100 : percent)}
<div>
<h2><bdi>${child.display_name}</bdi></h2>
<p>${levels[level - 1]?.name[language]}</p>
<p class="hint">${words.level(level)}${xpToNext === 0 ? '' : ` · ${words.toGo(xpToNext.toLocaleString(language))}`}</p>
</div>
</li>`;
}

/** Nobody is here yet: a place is kept, and three steps fill it. */
function firstSteps(ctx: Context, { none, noneLead, steps }: PanelWords) {
  const content = html`
${faces(ctx, 2, html`<span class="place"></span>`)}
<h1>${none}</h1>
<p class="lead">${noneLead}</p>
<ol class="steps card">${steps.map((step) => html`<li>${step}</li>`)}</ol>`;
  return { content, width: 'narrow' as const };
}
