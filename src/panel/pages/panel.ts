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
import { checkFormToken, formToken } from '../../platform/http/forms.ts';
import { layout } from '../layout.ts';

export const showPanel = page({
  summary: "The parent's children",
  run: async (ctx, { profileId, language: tag }: PanelParent, { client }) => {
    const words = WORDS[speaks(tag)];
    const children = await listChildren(ctx.db, profileId);
    const cards = await Promise.all(children.map((child) => childCard(ctx, child, speaks(tag))));
    return layout({
      title: words.title,
      tag,
      corner: html`<form method="post" action="/logout"><input type="hidden" name="form_token" value="${formToken(ctx, client.panelDevice ?? '')}"><button class="button quiet">${words.leave}</button></form>`,
      content: html`<h1>${words.title}</h1>${children.length > 0 ? html`<ul class="children">${cards}</ul>` : firstSteps(words)}`,
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

async function childCard(ctx: Context, child: Profile, language: Language): Promise<Html> {
  const { levels } = ctx.content.current;
  const { level } = levelOf((await getTotals(ctx.db, child.id)).xp_total, levels.length);
  return html`<li class="child card">
<img src="${avatarPath(ctx, child)}&size=160" alt="" width="80" height="80">
<div><h2>${child.display_name}</h2><p class="hint">${WORDS[language].level(level)} · ${levels[level - 1]?.name[language]}</p></div>
</li>`;
}

function firstSteps({ none, steps }: (typeof WORDS)[Language]): Html {
  return html`<div class="card"><h2>${none}</h2><ol class="steps">${steps.map((step) => html`<li>${step}</li>`)}</ol></div>`;
}

const WORDS = {
  en: {
    title: 'Your children',
    leave: 'Sign out',
    level: (level: number) => `Level ${level}`,
    none: 'No child is linked yet',
    steps: [
      'Open the app on your phone and sign in as a parent.',
      'Choose “Link a child”: you get a code that is good for 15 minutes.',
      'On your child’s device, your child enters the code.',
    ],
  },
  es: {
    title: 'Tus hijos e hijas',
    leave: 'Salir',
    level: (level: number) => `Nivel ${level}`,
    none: 'Aún no hay ningún perfil vinculado',
    steps: [
      'Abre la aplicación en tu móvil y entra como familia.',
      'Elige «Vincular»: recibirás un código que vale 15 minutos.',
      'Tu peque introduce el código en su dispositivo.',
    ],
  },
  uk: {
    title: 'Ваші діти',
    leave: 'Вийти',
    level: (level: number) => `Рівень ${level}`,
    none: 'Ще не приєднано жодної дитини',
    steps: [
      'Відкрийте застосунок на своєму телефоні й увійдіть як батьки.',
      'Виберіть «Приєднати дитину»: ви отримаєте код, який діє 15 хвилин.',
      'Дитина вводить цей код на своєму пристрої.',
    ],
  },
  pl: {
    title: 'Twoje dzieci',
    leave: 'Wyloguj się',
    level: (level: number) => `Poziom ${level}`,
    none: 'Żadne dziecko nie jest jeszcze połączone',
    steps: [
      'Otwórz aplikację na swoim telefonie i zaloguj się jako rodzic.',
      'Wybierz „Połącz dziecko”: dostaniesz kod ważny 15 minut.',
      'Dziecko wpisuje ten kod na swoim urządzeniu.',
    ],
  },
} satisfies Record<Language, unknown>;
