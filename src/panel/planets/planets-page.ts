import type { Static, TObject, TProperties } from 'typebox';
import {
  addChildByInvitation,
  addChildToFoundedPlanet,
  createFamilyPlanet,
  createPlanetInvitationCode,
  endPlanet,
  listFamilyPlanets,
} from '../../features/planets/index.ts';
import type { Html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import {
  definePanelForm,
  definePanelPage,
  type PageResponse,
  type PanelMessages,
  type PanelRequest,
} from '../endpoints.ts';
import { findFlash, renderPanelLayout } from '../layout/panel-layout.ts';
import { OptionalField, type RefusedForm, TextField } from '../parts/forms/field.ts';
import { type PlanetsProps, renderPlanets } from './planets-view.ts';

export const showPlanets = definePanelPage({
  summary: 'Show the planets that the parent has created',
  query: { done: OptionalField },
  run: (request, { query }) => renderPlanetsPage(request, { notice: findFlash(request.t.planets.done, query.done) }),
});

interface PlanetFormSpec<B extends TProperties> {
  readonly summary: string;
  /** Where an error message is shown: in the form to create or to join a planet, or above the parent's planets. */
  readonly form: 'create' | 'join' | 'planets';
  readonly body: B;
  readonly run: (request: PanelRequest, values: Static<TObject<B>>) => Promise<PageResponse>;
}

/** Defines a form of the page. If the change is refused, the page shows the form again with the reason and the entered values. */
function definePlanetForm<B extends TProperties>({ summary, form, body, run }: PlanetFormSpec<B>) {
  return definePanelForm<{ body: B }>({
    summary,
    body,
    run: (request, { body: values }) => run(request, values as Static<TObject<B>>),
    renderRefused: (request, error, { body: values }) =>
      renderPlanetsPage(request, { refused: { form, error, values: values as RefusedForm['values'] } }),
  });
}

export const submitPlanet = definePlanetForm({
  summary: 'Create a family planet',
  form: 'create',
  body: {
    name: TextField,
    description: TextField,
    capacity: TextField,
    metric: TextField,
    target: TextField,
    every: TextField,
  },
  run: async ({ ctx, parent }, { name, description, capacity, metric, target, every }) => {
    const goal = metric === 'xp' || metric === 'tasks' ? metric : undefined;
    await createFamilyPlanet(ctx, parent.profileId, {
      name,
      description,
      capacity: capacity ? Number(capacity) : undefined,
      goal: goal && { metric: goal, target: Number(target), every: every === 'month' ? 'month' : 'week' },
    });
    return redirectWithFlash('created');
  },
});

/** The code appears only in the response to the form, because it is not stored in clear text. */
export const submitPlanetInvite = definePlanetForm({
  summary: 'Create an invitation code for a planet',
  form: 'planets',
  body: { planet: TextField },
  run: async (request, { planet }) => {
    const invitation = await createPlanetInvitationCode(request.ctx, request.parent, planet);
    return renderPlanetsPage(request, { invitation: { planet, ...invitation } });
  },
});

export const submitPlanetEnd = definePlanetForm({
  summary: 'End a family planet',
  form: 'planets',
  body: { planet: TextField },
  run: async ({ ctx, parent }, { planet }) => {
    await endPlanet(ctx, parent.profileId, planet);
    return redirectWithFlash('closed');
  },
});

export const submitPlanetJoin = definePlanetForm({
  summary: "Add a child to another family's planet with an invitation code",
  form: 'join',
  body: { child: TextField, code: TextField },
  run: async ({ ctx, parent }, { child, code }) => {
    await addChildByInvitation(ctx, parent.profileId, child, code);
    return redirectWithFlash('joined');
  },
});

export const submitPlanetAddChild = definePlanetForm({
  summary: "Add a child to one of the parent's planets",
  form: 'planets',
  body: { child: TextField, planet: TextField },
  run: async ({ ctx, parent }, { child, planet }) => {
    await addChildToFoundedPlanet(ctx, parent.profileId, child, planet);
    return redirectWithFlash('joined');
  },
});

function redirectWithFlash(done: keyof PanelMessages['planets']['done']): Redirect {
  return new Redirect(`/panel/planets?done=${done}`);
}

async function renderPlanetsPage(
  request: PanelRequest,
  { notice, ...props }: Pick<PlanetsProps, 'refused' | 'invitation'> & { notice?: Html },
): Promise<Html> {
  const { ctx, parent } = request;
  const planets = await listFamilyPlanets(ctx, parent.profileId);
  const { childrenWithoutDeletion: children, deletions } = await request.loadFamily();
  const isDeletionPlanned = deletions.has(parent.profileId);
  const main = renderPlanets(request, { ...props, planets, children, isDeletionPlanned });
  return renderPanelLayout(request, {
    title: request.t.planets.title,
    section: 'account',
    notice,
    main,
  });
}
