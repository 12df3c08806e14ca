import type { ApiError } from '../../core/requests/api-error.ts';
import { chooseLook, findProfile, updateProfile, validateName } from '../../features/accounts/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderPanelLayout } from '../layout/panel-layout.ts';
import { findFieldError, OptionalField, type RefusedForm, renderField, TextField } from '../parts/forms/field.ts';
import { renderCsrfField } from '../parts/forms/form.ts';
import { renderLookField } from '../parts/forms/look-field.ts';
import { renderStepList } from './step-list.ts';

export const showName = definePanelPage({
  summary: 'Show the form for the name and the look that the children see of the parent',
  run: (request) => renderNamePage(request),
});

export const submitName = definePanelForm({
  summary: 'Save the name and the look that the children see of the parent',
  needsPresence: true,
  body: { display_name: TextField, look: OptionalField },
  run: async ({ ctx, parent, loadFamily }, { body: { display_name, look } }) => {
    const change = {
      display_name: validateName(display_name),
      ...(look !== undefined && chooseLook(ctx, 'parent', look)),
    };
    await ctx.write((ctx) => updateProfile(ctx, parent.profileId, change));
    const { children } = await loadFamily();
    return new Redirect(children.length === 0 ? '/panel' : '/panel/account?done=name');
  },
  renderRefused: (request, error, { body: { display_name, look } }) =>
    renderNamePage(request, { error, values: { display_name, look } }),
});

async function renderNamePage(request: PanelRequest, refused?: RefusedForm): Promise<Html> {
  const { title } = request.t.firstSteps.name;
  const main = html`${(await renderStepList(request, 'name')) ?? ''}<h1>${title}</h1>${await renderNameForm(request, 'save', refused)}`;
  return renderPanelLayout(request, { title, section: 'settings', width: 'narrow', main });
}

export async function renderNameForm(
  request: PanelRequest,
  action: 'continue' | 'save',
  refused?: { error: ApiError; values: Readonly<Record<string, string | undefined>> },
): Promise<Html> {
  const { ctx, parent, language, t } = request;
  const profile = await findProfile(ctx, parent.profileId);
  const present = profile?.named_at == null ? '' : profile.display_name;
  const name = refused?.values.display_name ?? present;
  const look =
    refused?.values.look ??
    ctx.content.current.starterLooks.find(({ skin, hair }) => skin === profile?.skin && hair === profile.hair)?.id;
  const error = findFieldError('display_name', refused?.error);
  const { intro, label, hint } = t.firstSteps.name;
  return html`<p class="intro">${intro}</p>
<form class="card" method="post" action="/panel/name">${renderCsrfField(request)}
${renderField(language, { id: 'display-name', label, hint, error }, (attributes) => html`<input id="display-name" name="display_name" required maxlength="40" autocomplete="off" value="${name}" ${attributes}>`)}
${renderLookField(request, 'parent', look ?? '')}
<button class="button">${t.firstSteps[action]}</button></form>`;
}
