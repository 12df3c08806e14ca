import type { Static, TObject, TProperties } from 'typebox';
import type { Instant } from '../../core/time/instant.ts';
import type { Profile } from '../../features/accounts/index.ts';
import {
  addChildByInvitation,
  addChildToFoundedPlanet,
  createFamilyPlanet,
  createPlanetInvitationCode,
  endPlanet,
  findPlanets,
  listFamilyPlanets,
  listPlanetIds,
  type Planet,
} from '../../features/planets/index.ts';
import { reportToOperator } from '../../features/reports/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import {
  definePanelForm,
  definePanelPage,
  type PageResponse,
  type PanelMessages,
  type PanelRequest,
} from '../endpoints.ts';
import { findFlash, renderPanelLayout } from '../layout/panel-layout.ts';
import { formatLongDate } from '../parts/format.ts';
import { renderSettingsRow } from '../parts/forms/controls.ts';
import {
  findFieldError,
  OptionalField,
  type RefusedForm,
  renderField,
  renderFormError,
  TextField,
} from '../parts/forms/field.ts';
import { renderButtonForm, renderCsrfField, renderHiddenField } from '../parts/forms/form.ts';

export const showPlanets = definePanelPage({
  summary: 'Show the planets that the parent has created',
  query: { done: OptionalField },
  run: (request, { query }) => renderPlanetsPage(request, { notice: findFlash(request.t.planets.done, query.done) }),
});

interface PlanetFormSpec<B extends TProperties> {
  readonly summary: string;
  /** Where an error message is shown: in the form to create or to join a planet, or above the parent's planets. */
  readonly form: 'create' | 'join' | 'planets' | 'report';
  readonly body: B;
  readonly run: (request: PanelRequest, values: Static<TObject<B>>) => Promise<PageResponse>;
}

/** Defines a form of the page. If the change is refused, the page shows the form again with the reason and the entered values. */
function definePlanetForm<B extends TProperties>({ summary, form, body, run }: PlanetFormSpec<B>) {
  return definePanelForm<{ body: B }>({
    summary,
    needsPresence: true,
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

export const submitReport = definePlanetForm({
  summary: 'Report a planet or a name to the operator',
  form: 'report',
  body: { planet: OptionalField, name: OptionalField },
  run: async ({ ctx, parent }, { planet, name }) => {
    await reportToOperator(
      ctx,
      parent,
      planet === undefined ? { kind: 'name', name: name ?? '' } : { kind: 'planet', planetId: planet },
    );
    return redirectWithFlash('reported');
  },
});

function redirectWithFlash(done: keyof PanelMessages['planets']['done']): Redirect {
  return new Redirect(`/panel/planets?done=${done}`);
}

/** Renders the parent's planets, the form to join another family's planet, and the form to create a planet. */
async function renderPlanetsPage(
  request: PanelRequest,
  { notice, ...state }: Pick<PlanetsProps, 'refused' | 'invitation'> & { notice?: Html },
): Promise<Html> {
  const { ctx, parent, language } = request;
  const t = request.t.planets;
  const planets = await listFamilyPlanets(ctx, parent.profileId);
  const { childrenWithoutDeletion: children, deletions } = await request.loadFamily();
  const isDeletionPlanned = deletions.has(parent.profileId);
  const props = { ...state, children, isDeletionPlanned };
  const { refused } = state;
  const isErrorInForm =
    ['join', 'report'].includes(refused?.form ?? '') || (refused?.form === 'create' && !isDeletionPlanned);
  const cards = planets.map((planet) => renderPlanetCard(request, planet, props));
  const main = html`<a class="back-link" href="/panel/account">${t.back}</a>
<h1>${t.title}</h1><p class="intro">${t.intro}</p>
${isErrorInForm ? '' : renderFormError(language, refused?.error)}
<h2>${t.ownPlanets}</h2>
${planets.length > 0 ? html`<div class="settings">${cards}</div>` : html`<p class="hint">${t.none}</p>`}
<div class="settings spaced">${renderJoinCard(request, props)}${isDeletionPlanned ? '' : renderCreateCard(request, props)}${await renderReportCard(request, props, planets)}</div>`;
  return renderPanelLayout(request, { title: t.title, section: 'settings', notice, main });
}

type FoundedPlanet = Awaited<ReturnType<typeof listFamilyPlanets>>[number];

interface PlanetsProps {
  readonly children: readonly Profile[];
  /**
   * Whether the deletion of the parent's account and planets is planned. Then no planet can be created, and no child can be added
   * to the parent's planets.
   */
  readonly isDeletionPlanned: boolean;
  readonly refused?: RefusedForm & { readonly form: PlanetFormSpec<TProperties>['form'] };
  /** An invitation code that was just created, and the id of its planet. */
  readonly invitation?: { readonly planet: string; readonly code: string; readonly expires_at: Instant };
}

function renderPlanetCard(request: PanelRequest, planet: FoundedPlanet, props: PlanetsProps): Html {
  const { name, description, capacity, member_ids, ended_at } = planet;
  const details = [
    request.t.planets.members({ count: member_ids.length }),
    request.t.planets.spots({ n: capacity.toLocaleString(request.language) }),
  ];
  return html`<section class="card"><h3><bdi>${name}</bdi></h3>${description ? html`<p>${description}</p>` : ''}
<p class="hint">${[...details, ...(ended_at ? [request.t.planets.closed] : [])].join(' · ')}</p>${ended_at ? '' : renderPlanetActions(request, planet, props)}</section>`;
}

function renderPlanetActions(request: PanelRequest, planet: FoundedPlanet, props: PlanetsProps): Html {
  const { id } = planet;
  return html`${props.isDeletionPlanned ? '' : renderJoinActions(request, planet, props)}
<details class="disclosure"><summary>${request.t.planets.end}</summary><p class="hint">${request.t.planets.endHint}</p>
${renderButtonForm(request, '/panel/planets/end', request.t.planets.end, { variant: 'outline danger', fields: { planet: id } })}</details>`;
}

function renderJoinActions(request: PanelRequest, planet: FoundedPlanet, { children, invitation }: PlanetsProps): Html {
  const { language } = request;
  const { id, capacity, member_ids } = planet;
  const code =
    invitation?.planet === id
      ? html`<p class="code-display" role="status"><b>${invitation.code}</b><span class="hint"><br>${request.t.planets.code({ day: formatLongDate(language, invitation.expires_at) })}</span></p>`
      : '';
  const nonMembers = children.filter((child) => !member_ids.includes(child.id));
  return html`${code}${member_ids.length < capacity ? renderAddChildForm(request, id, nonMembers) : ''}
<div class="actions">${renderButtonForm(request, '/panel/planets/invite', request.t.planets.invite, { fields: { planet: id } })}</div>`;
}

function renderAddChildForm(request: PanelRequest, planetId: string, children: readonly Profile[]): Html | string {
  if (children.length === 0) return '';
  const id = `child-${planetId}`;
  return html`<form method="post" action="/panel/planets/add-child">${renderCsrfField(request)}${renderHiddenField('planet', planetId)}
${renderField(request.language, { id, label: request.t.planets.child }, () => renderChildSelect(id, children, undefined))}
<button class="button secondary">${request.t.planets.addOwnChild}</button></form>`;
}

function renderChildSelect(id: string, children: readonly Profile[], selectedId: string | undefined): Html {
  return html`<select id="${id}" name="child">${children.map((child) => html`<option value="${child.id}"${child.id === selectedId ? html` selected` : ''}>${child.display_name}</option>`)}</select>`;
}

function renderJoinCard(request: PanelRequest, { children, refused }: PlanetsProps): Html {
  const { language } = request;
  const t = request.t.planets;
  const { error, values } = refused?.form === 'join' ? refused : EMPTY_FORM;
  const renderCodeInput = (attributes: Html) =>
    html`<input class="code uppercase" id="code" name="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" value="${values.code ?? ''}" ${attributes}>`;
  const form = html`<form method="post" action="/panel/planets/join">${renderCsrfField(request)}
${renderField(language, { id: 'child', label: t.child }, () => renderChildSelect('child', children, values.child))}
${renderField(language, { id: 'code', label: t.codeLabel, error, hint: t.joinHint }, renderCodeInput)}
<button class="button secondary">${t.joinButton}</button></form>`;
  return html`<section class="card"><h2>${t.join}</h2>${children.length > 0 ? form : html`<p class="hint">${t.noChild}</p>`}</section>`;
}

function renderCreateCard(request: PanelRequest, { refused }: PlanetsProps): Html {
  const { language } = request;
  const t = request.t.planets;
  const { error, values } = refused?.form === 'create' ? refused : EMPTY_FORM;
  const findErrorOf = (name: string) => findFieldError(name, error);
  const hasFieldError = FIELDS_WITH_ERRORS.some((name) => findErrorOf(name));
  const renderOptions = (labels: Readonly<Record<string, string>>, selected: string | undefined) =>
    Object.entries(labels).map(
      ([value, label]) => html`<option value="${value}"${value === selected ? html` selected` : ''}>${label}</option>`,
    );
  return html`<section class="card"><h2>${t.create}</h2>${hasFieldError ? '' : renderFormError(language, error)}
<form method="post" action="/panel/planets">${renderCsrfField(request)}
${renderField(language, { id: 'name', label: t.name, error: findErrorOf('name') }, (attributes) => html`<input id="name" name="name" required maxlength="120" autocomplete="off" value="${values.name ?? ''}" ${attributes}>`)}
${renderField(language, { id: 'description', label: t.description, error: findErrorOf('description') }, (attributes) => html`<input id="description" name="description" maxlength="600" autocomplete="off" value="${values.description ?? ''}" ${attributes}>`)}
${renderField(language, { id: 'capacity', label: t.capacity, error: findErrorOf('capacity') }, (attributes) => html`<input id="capacity" name="capacity" type="number" min="2" max="100" inputmode="numeric" value="${values.capacity ?? '20'}" ${attributes}>`)}
<div class="goal">${renderField(language, { id: 'metric', label: t.goal }, () => html`<select id="metric" name="metric">${renderOptions(t.goals, values.metric)}</select>`)}
${renderField(language, { id: 'target', label: t.target, error: findErrorOf('target') }, (attributes) => html`<input id="target" name="target" type="number" min="1" max="1000000" inputmode="numeric" value="${values.target ?? '500'}" ${attributes}>`)}
${renderField(language, { id: 'every', label: t.period }, () => html`<select id="every" name="every">${renderOptions(t.periods, values.every)}</select>`)}</div>
<button class="button">${t.createButton}</button></form></section>`;
}

/** The planets of other founders that the children have joined, and a name, to report them. Nothing without a contact of the operator. */
async function renderReportCard(
  request: PanelRequest,
  { children, refused }: PlanetsProps,
  ownPlanets: readonly FoundedPlanet[],
): Promise<Html | string> {
  const { ctx, language } = request;
  const t = request.t.planets;
  if (ctx.settings.operatorContact === null) return '';
  const ownIds = new Set(ownPlanets.map(({ id }) => id));
  const ids = (
    await listPlanetIds(
      ctx,
      children.map(({ id }) => id),
    )
  ).filter((id) => !ownIds.has(id));
  const { error, values } = refused?.form === 'report' ? refused : EMPTY_FORM;
  const renderRow = ({ id, name }: Planet) =>
    renderSettingsRow(
      name[language],
      '',
      renderButtonForm(request, '/panel/planets/report', t.report, { fields: { planet: id } }),
    );
  const rows = [...(await findPlanets(ctx, ids)).values()].map(renderRow);
  return html`<section class="card"><h2>${t.reports}</h2><p class="hint">${t.reportsHint}</p>
${rows.length > 0 ? html`<ul class="settings-list">${rows}</ul>` : ''}
<form method="post" action="/panel/planets/report">${renderCsrfField(request)}
${renderField(language, { id: 'reported-name', label: t.reportedName, error }, (attributes) => html`<input id="reported-name" name="name" required maxlength="60" autocomplete="off" value="${values.name ?? ''}" ${attributes}>`)}
<button class="button secondary">${t.report}</button></form></section>`;
}

/** The values of a form that has not been submitted. */
const EMPTY_FORM: { readonly error: undefined; readonly values: RefusedForm['values'] } = {
  error: undefined,
  values: {},
};

/** The fields that have an error message next to them. */
const FIELDS_WITH_ERRORS = ['name', 'description', 'capacity', 'target'];
