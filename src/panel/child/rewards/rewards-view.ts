import type { ApiError } from '../../../core/requests/api-error.ts';
import type { Profile } from '../../../features/accounts/index.ts';
import {
  countStars,
  listRequests,
  listRewards,
  MAX_REWARD_STARS,
  MAX_REWARD_TITLE_LENGTH,
} from '../../../features/todos/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { renderRewardRequests } from '../../approvals/reward-requests.ts';
import type { ChildPageRequest } from '../../endpoints.ts';
import { formatDay } from '../../parts/format.ts';
import { findFieldError, type RefusedForm, renderField, renderFormError } from '../../parts/forms/field.ts';
import { renderButtonForm, renderCsrfField, renderHiddenField } from '../../parts/forms/form.ts';
import { renderIcon } from '../../parts/pictures.ts';
import { renderPrice } from './price.ts';

/** The values of the form for a reward. An existing reward has its id in `reward`. */
export interface RewardForm {
  readonly reward?: string;
  readonly title: string;
  readonly stars: string;
  readonly child_ids?: readonly string[];
}

/** Ideas with the price that the form suggests. */
const PRESETS = { film: 10, game: 5, story: 3, baking: 15, trip: 30, dinner: 8 } as const;
const PRESET_NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[]; // Object.keys() returns string[]

/** The answered requests that the page shows. */
const SHOWN_REQUESTS = 10;

/** Renders what rewards are, and the button that turns them on for these children. */
export function renderOff(request: ChildPageRequest, children: readonly Profile[]): Html {
  const { child, path, t } = request;
  if (request.deletion) return html``;
  const choice =
    children.length > 1
      ? renderChildCheckboxes(
          t.child.rewards.turnOnFor,
          children,
          children.map(({ id }) => id),
        )
      : renderHiddenField('child_ids', child.id);
  return html`<section class="card rewards-off">${renderIcon('star')}<p>${t.child.rewards.intro}</p>
<form method="post" action="${path}/rewards/switch">${renderCsrfField(request)}${renderHiddenField('on', '1')}${choice}
<button class="button">${t.child.rewards.turnOn}</button></form></section>`;
}

interface RewardsProps {
  /** The children for whom a reward can be added. */
  readonly children: readonly Profile[];
  readonly presetName: string | undefined;
  readonly refused: RefusedForm<RewardForm> | undefined;
}

/** Renders the stars of a child, what it asks for, its rewards and the latest answers. */
export async function renderRewards(request: ChildPageRequest, props: RewardsProps): Promise<Html> {
  const { ctx, child, deletion, path, t } = request;
  const texts = t.child.rewards;
  const balance = await countStars(ctx, child.id);
  const rewards = await listRewards(ctx, child.id);
  const rows = rewards.map((reward) => {
    const refused = props.refused?.values.reward === reward.id ? props.refused : undefined;
    const values = refused?.values ?? { title: reward.title, stars: String(reward.stars) };
    const edit = html`<details class="reward-edit"${refused ? html` open` : ''}><summary class="button outline small" aria-label="${texts.editTitle({ title: reward.title })}">${texts.edit}</summary>
<form method="post" action="${path}/rewards/edit">${renderCsrfField(request)}${renderHiddenField('reward', reward.id)}${renderRewardFields(request, reward.id, values, refused?.error)}<button class="button small">${texts.save}</button></form>
${renderButtonForm(request, `${path}/rewards/remove`, texts.remove, { fields: { reward: reward.id }, variant: 'outline danger small' })}</details>`;
    return html`<li class="line reward"><div><p class="item-title">${reward.title}</p></div>${renderPrice(request, reward.stars)}${deletion ? '' : edit}</li>`;
  });
  const list =
    rows.length > 0
      ? html`<ul class="rows lines">${rows}</ul>`
      : html`<div class="empty"><p><b>${texts.none}</b></p><p class="hint">${texts.noneHint}</p></div>`;
  const turnOff = html`<section class="card rewards-end"><h2>${texts.offTitle}</h2><p class="hint">${texts.offHint}</p>${renderButtonForm(request, `${path}/rewards/switch`, texts.turnOff)}</section>`;
  return html`<p class="star-balance">${renderIcon('star')}<b>${texts.balance({ count: balance })}</b></p>
${await renderRewardRequests(request, [child], `${path}/rewards`)}
${deletion ? '' : renderAddForm(request, props)}
${list}
${await renderAnswers(request)}
${deletion ? '' : turnOff}`;
}

function renderAddForm(request: ChildPageRequest, { children, presetName, refused }: RewardsProps): Html {
  const { child, language, path, t } = request;
  const texts = t.child.rewards;
  const refusedNew = refused && refused.values.reward === undefined ? refused : undefined;
  const preset = PRESET_NAMES.find((name) => name === presetName);
  const values = refusedNew?.values ?? {
    title: preset ? texts.presets[preset] : '',
    stars: preset ? String(PRESETS[preset]) : '10',
  };
  const links = PRESET_NAMES.map(
    (name) => html`<li><a class="button outline" href="${path}/rewards?preset=${name}">${texts.presets[name]}</a></li>`,
  );
  const checkedIds = refusedNew?.values.child_ids?.length ? refusedNew.values.child_ids : children.map(({ id }) => id);
  const choice =
    children.length > 1
      ? renderChildCheckboxes(texts.for, children, checkedIds)
      : renderHiddenField('child_ids', child.id);
  const error = refusedNew?.error;
  return html`<details class="card assign"${refusedNew || preset ? html` open` : ''}><summary class="button">${texts.add}</summary>
<ul class="presets" aria-label="${texts.ideas}">${links}</ul>
<form method="post" action="${path}/rewards">${renderCsrfField(request)}${error?.details.fields ? '' : renderFormError(language, error)}
${renderRewardFields(request, 'new', values, error)}${choice}<button class="button">${texts.submit}</button></form></details>`;
}

function renderRewardFields(
  { language, t }: ChildPageRequest,
  id: string,
  values: Pick<RewardForm, 'title' | 'stars'>,
  error: ApiError | undefined,
): Html {
  const texts = t.child.rewards;
  return html`<div class="reward-fields">${renderField(
    language,
    { id: `title-${id}`, label: texts.rewardTitle, error: findFieldError('title', error) },
    (attributes) =>
      html`<input id="title-${id}" name="title" required maxlength="${MAX_REWARD_TITLE_LENGTH}" autocomplete="off" value="${values.title}" ${attributes}>`,
  )}${renderField(
    language,
    { id: `stars-${id}`, label: texts.price, error: findFieldError('stars', error) },
    (attributes) =>
      html`<input id="stars-${id}" name="stars" required type="number" inputmode="numeric" min="1" max="${MAX_REWARD_STARS}" step="1" value="${values.stars}" ${attributes}>`,
  )}</div>`;
}

function renderChildCheckboxes(legend: string, children: readonly Profile[], checkedIds: readonly string[]): Html {
  const checkboxes = children.map(
    ({ id, display_name }) =>
      html`<label class="checkbox"><input type="checkbox" name="child_ids" value="${id}"${checkedIds.includes(id) ? html` checked` : ''}> <bdi>${display_name}</bdi></label>`,
  );
  return html`<fieldset class="checkboxes"><legend>${legend}</legend>${checkboxes}</fieldset>`;
}

async function renderAnswers(request: ChildPageRequest): Promise<Html | string> {
  const { ctx, child, language, t } = request;
  const texts = t.child.rewards;
  const requests = await listRequests(ctx, child.id, SHOWN_REQUESTS);
  const rows = requests.flatMap(({ title, stars, decision, decided_at, note }) =>
    decision === null || decided_at === null
      ? []
      : [
          html`<li class="line"><div><p class="item-title">${title}</p><p class="tags"><span class="tag ${decision === 'given' ? 'success' : ''}">${texts[decision]}</span><span class="tag">${formatDay(language, decided_at.slice(0, 10))}</span></p>${note ? html`<p class="hint user-text">${note}</p>` : ''}</div>${renderPrice(request, stars)}</li>`,
        ],
  );
  return rows.length > 0 ? html`<h2>${texts.answered}</h2><ul class="rows lines">${rows}</ul>` : '';
}
