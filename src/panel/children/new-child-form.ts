import type { ApiError } from '../../core/requests/api-error.ts';
import { getFirstPictureYear } from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';
import { renderLanguageOptions, renderNewPinInput } from '../parts/forms/controls.ts';
import { findFieldError, renderField, renderFormError } from '../parts/forms/field.ts';
import { renderCsrfField } from '../parts/forms/form.ts';
import { MAX_LOOKS, renderLookField } from '../parts/forms/look-field.ts';
import { renderPinPictures } from '../parts/forms/pin-pictures.ts';
import { renderLinkSection, type ShownLink } from './link-section.ts';

interface RefusedChild {
  readonly error: ApiError;
  readonly values: Readonly<Record<'display_name' | 'birth_year' | 'language' | 'look', string>>;
}

const FIELDS = ['display_name', 'birth_year', 'pin', 'language'];

/** Renders the form for a new child and, folded, the code for a child that already has a profile. */
export async function renderNewChild(request: PanelRequest, refused?: RefusedChild, shown?: ShownLink): Promise<Html> {
  const { ctx, language, locale, t } = request;
  const { addChild } = t.children;
  const { children } = await request.loadFamily();
  const looks = ctx.content.current.starterLooks;
  const values = refused?.values;
  const error = refused?.error;
  const isAboutField = FIELDS.some((field) => findFieldError(field, error));
  return html`<p class="intro">${addChild.intro}</p>
<form class="card" method="post" action="/panel/children">${renderCsrfField(request)}<input type="hidden" name="time_zone">${isAboutField ? '' : renderFormError(language, error)}
${renderField(language, { id: 'display-name', label: addChild.name, hint: addChild.nameHint, error: findFieldError('display_name', error) }, (attributes) => html`<input id="display-name" name="display_name" required maxlength="40" autocomplete="off" value="${values?.display_name ?? ''}" ${attributes}>`)}
${renderField(language, { id: 'birth-year', label: addChild.birthYear, error: findFieldError('birth_year', error) }, (attributes) => html`<input id="birth-year" name="birth_year" required inputmode="numeric" maxlength="4" autocomplete="off" placeholder="${addChild.birthYearExample({ year: String(Number(ctx.now().slice(0, 4)) - 7) })}" value="${values?.birth_year ?? ''}" ${attributes}>`)}
${renderField(language, { id: 'pin', label: addChild.pin, hint: addChild.pinHint, error: findFieldError('pin', error) }, (attributes) => renderNewPinInput(attributes, { hasAutofocus: false }))}
${renderPinPictures(t, getFirstPictureYear(ctx.now()))}
${renderLookField(request, 'child', values?.look ?? looks[children.length % MAX_LOOKS]?.id ?? '')}
${renderField(language, { id: 'language', label: addChild.language, error: findFieldError('language', error) }, (attributes) => html`<select id="language" name="language" ${attributes}>${renderLanguageOptions(values?.language || locale)}</select>`)}
<button class="button">${addChild.add}</button></form>
${await renderLinkSection(request, shown)}`;
}
