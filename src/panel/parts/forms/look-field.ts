import { localize } from '../../../content/index.ts';
import { buildAvatarPath, listStarterLooks, type Profile } from '../../../features/accounts/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { PageRequest } from '../../endpoints.ts';
import { addAvatarSize } from '../pictures.ts';

/** The pages offer only some looks, so that the button below stays in sight. Children dress their avatar in the app. */
export const MAX_LOOKS = 8;

/** Renders radio buttons with the pictures of the starter looks for a role. */
export function renderLookField({ ctx, t, locale }: PageRequest, role: Profile['role'], selectedId: string): Html {
  const { avatarItems } = ctx.content.current;
  const starterLooks = listStarterLooks(ctx, role);
  const isFirst = starterLooks.findIndex(({ id }) => id === selectedId) < MAX_LOOKS;
  const looks = starterLooks.filter(({ id }, i) => i < MAX_LOOKS - (isFirst ? 0 : 1) || id === selectedId);
  const options = looks.map((look) => {
    const { id, skin, hair, hat, shirt } = look;
    const head = avatarItems.get(skin)?.art.animal ? skin : (hat ?? hair);
    const clothes = [head, shirt].map((item) => localize(avatarItems.get(item)?.name ?? {}, locale).text);
    const path = addAvatarSize(buildAvatarPath(ctx, look));
    return html`<label><input type="radio" name="look" value="${id}"${id === selectedId ? html` checked` : ''}><img src="${path}" alt="${clothes.join(', ')}" width="64" height="64"></label>`;
  });
  return html`<fieldset class="looks"><legend>${t.firstSteps.look}</legend>${options}</fieldset>`;
}
