import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { languageFor } from '../../core/languages.ts';
import type { Refusal } from '../../core/refusal.ts';
import { listOpenChildren } from '../../features/accounts/index.ts';
import {
  createFamilyPlanet,
  endPlanet,
  inviteToPlanet,
  joinByInvite,
  joinOwnPlanet,
  listFamilyPlanets,
} from '../../features/planets/index.ts';
import { type Messages, messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Html } from '../../platform/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { Redirect, type ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/csrf.ts';
import { panelPage } from '../layout/panel-layout.ts';
import { catchRefusal } from '../parts/forms/field.ts';
import { Field, FORM_TOKEN, flashOf, refusalPage } from '../parts/forms/form-parts.ts';

import { planetsView, type Shown } from './planets-view.ts';

export const showPlanets = page({
  summary: 'The planets that a parent has founded',
  query: { done: Field },
  run: (ctx, caller: PanelParent, { query, client }) =>
    planetsPage(ctx, caller, client, {
      notice: flashOf(messages(languageFor(caller.language)).panel.planets.done, query.done),
    }),
});

type Values = Readonly<Record<string, string | undefined>>;
type Outcome = Promise<Redirect | Html | ResponseWithHeaders<Html>>;

/** A form of the page; refused, it is shown again with the reason beside what was typed. */
function form(
  summary: string,
  at: Shown['at'],
  fields: readonly string[],
  act: (ctx: Context, caller: PanelParent, values: Values, client: Client) => Outcome,
) {
  return page({
    summary,
    body: { ...FORM_TOKEN, ...Object.fromEntries(fields.map((name) => [name, Field])) },
    run: async (ctx, caller: PanelParent, { body, client }) => {
      checkCsrfToken(ctx, client, body.form_token);
      const values = body as Values; // each of them is a Field
      return catchRefusal(
        () => act(ctx, caller, values, client),
        async (problem: Refusal) =>
          refusalPage(await planetsPage(ctx, caller, client, { typed: { at, problem, values } }), problem),
      );
    },
  });
}

const DRAFT = ['name', 'description', 'capacity', 'metric', 'target', 'every'];

export const submitPlanet = form('Found a family planet', 'found', DRAFT, async (ctx, caller, values) => {
  const { name = '', description = '', capacity, metric, target, every } = values;
  const goal = metric === 'xp' || metric === 'tasks' ? metric : undefined;
  await createFamilyPlanet(ctx, caller.profileId, {
    name,
    description,
    capacity: capacity ? Number(capacity) : undefined,
    goal: goal && { metric: goal, target: Number(target), every: every === 'month' ? 'month' : 'week' },
  });
  return done('founded');
});

/** The code appears only in the response to the form, because it is not stored in clear text. */
export const submitPlanetInvite = form('Make an invitation code', 'planet', ['planet'], async (...given) => {
  const [ctx, caller, { planet = '' }, client] = given;
  const made = await inviteToPlanet(ctx, caller, planet);
  return planetsPage(ctx, caller, client, { made: { planet, ...made } });
});

export const submitPlanetEnd = form(
  'End a family planet',
  'planet',
  ['planet'],
  async (ctx, caller, { planet = '' }) => {
    await endPlanet(ctx, caller.profileId, planet);
    return done('ended');
  },
);

export const submitPlanetJoin = form('Let a child join by a code', 'join', ['child', 'code'], async (...given) => {
  const [ctx, caller, { child = '', code = '' }] = given;
  await joinByInvite(ctx, caller.profileId, child, code);
  return done('joined');
});

export const submitOwnPlanetJoin = form(
  'Let a child join one’s own planet',
  'planet',
  ['child', 'planet'],
  async (...given) => {
    const [ctx, caller, { child = '', planet = '' }] = given;
    await joinOwnPlanet(ctx, caller.profileId, child, planet);
    return done('joined');
  },
);

function done(what: keyof Messages['panel']['planets']['done']): Redirect {
  return new Redirect(`/panel/planets?done=${what}`);
}

async function planetsPage(
  ctx: Context,
  caller: PanelParent,
  client: Client,
  { notice, ...shown }: Pick<Shown, 'typed' | 'made'> & { notice?: Html | string },
): Promise<Html> {
  const t = messages(languageFor(caller.language)).panel.planets;
  const planets = await listFamilyPlanets(ctx, caller.profileId);
  const children = await listOpenChildren(ctx.db, caller.profileId);
  const content = planetsView(ctx, client, languageFor(caller.language), { ...shown, planets, children });
  return panelPage(ctx, caller, client, { title: t.title, here: 'account', content, notice });
}
