import type { Profile } from '../../../features/accounts/index.ts';
import {
  addReward,
  editReward,
  listIdsWithRewards,
  removeReward,
  turnRewardsOff,
  turnRewardsOn,
} from '../../../features/todos/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { findOutcome } from '../../approvals/undo.ts';
import { type ChildPageRequest, defineChildForm, defineChildPage } from '../../endpoints.ts';
import { addFlash } from '../../layout/panel-layout.ts';
import { CheckboxesField, OptionalField, type RefusedForm, TextField } from '../../parts/forms/field.ts';
import { renderChildLayout } from '../child-layout.ts';
import { type RewardForm, renderOff, renderRewards } from './rewards-view.ts';

export const showRewards = defineChildPage({
  summary: "Show a child's stars and rewards, and the forms to change the list",
  query: { done: OptionalField, undo: OptionalField, preset: OptionalField },
  run: (request, { query }) => renderRewardsPage(request, query),
});

export const submitRewardsSwitch = defineChildForm({
  summary: 'Turn the rewards of children on, or those of a child off',
  needsPresence: true,
  body: { on: OptionalField, child_ids: CheckboxesField },
  errorCodes: ['CONFLICT'],
  run: async ({ ctx, parent, child, path }, { body }) => {
    if (body.on === undefined) await turnRewardsOff(ctx, parent.profileId, child.id);
    else await turnRewardsOn(ctx, parent.profileId, chooseChildren(child, body.child_ids));
    return new Redirect(
      body.on === undefined ? addFlash(`${path}/todos`, 'rewards-off') : addFlash(`${path}/rewards`, 'rewards-on'),
    );
  },
});

export const submitReward = defineChildForm({
  summary: 'Add a reward to the lists of children',
  needsPresence: true,
  body: { title: TextField, stars: TextField, child_ids: CheckboxesField },
  errorCodes: ['CONFLICT'],
  run: async ({ ctx, parent, child, path }, { body }) => {
    await addReward(ctx, parent.profileId, chooseChildren(child, body.child_ids), toDraft(body));
    return new Redirect(addFlash(`${path}/rewards`, 'reward-added'));
  },
  renderRefused: (request, error, { body }) => renderRewardsPage(request, {}, { error, values: body }),
});

export const submitRewardEdit = defineChildForm({
  summary: 'Change a reward',
  needsPresence: true,
  body: { reward: TextField, title: TextField, stars: TextField },
  errorCodes: ['CONFLICT'],
  run: async ({ ctx, parent, child, path }, { body }) => {
    await editReward(ctx, parent.profileId, child.id, body.reward, toDraft(body));
    return new Redirect(addFlash(`${path}/rewards`, 'reward-saved'));
  },
  renderRefused: (request, error, { body }) => renderRewardsPage(request, {}, { error, values: body }),
});

export const submitRewardRemoval = defineChildForm({
  summary: 'Remove a reward',
  needsPresence: true,
  body: { reward: TextField },
  errorCodes: ['CONFLICT'],
  run: async ({ ctx, parent, child, path }, { body }) => {
    await removeReward(ctx, parent.profileId, child.id, body.reward);
    return new Redirect(addFlash(`${path}/rewards`, 'reward-removed'));
  },
});

function chooseChildren(child: Profile, checkedIds: readonly string[]): readonly string[] {
  return checkedIds.length > 0 ? checkedIds : [child.id];
}

/** The rules refuse an empty price, which is 0 as a number. */
function toDraft({ title, stars }: { readonly title: string; readonly stars: string }) {
  return { title, stars: Number(stars) };
}

async function renderRewardsPage(
  request: ChildPageRequest,
  query: { readonly done?: string; readonly undo?: string; readonly preset?: string },
  refused?: RefusedForm<RewardForm>,
): Promise<Html> {
  const { ctx, child } = request;
  const { childrenWithoutDeletion: children } = await request.loadFamily();
  const ids = children.map(({ id }) => id);
  const idsWithRewards = await listIdsWithRewards(ctx, [child.id, ...ids]); // a child whose deletion is planned is not one of `ids`
  const isOn = idsWithRewards.includes(child.id);
  const main = isOn
    ? await renderRewards(request, {
        children: children.filter(({ id }) => idsWithRewards.includes(id)),
        presetName: query.preset,
        refused,
      })
    : renderOff(
        request,
        children.filter(({ id }) => !idsWithRewards.includes(id)),
      );
  const notice = await findOutcome(request, query, `${request.path}/rewards`);
  return renderChildLayout(request, { tab: 'rewards', main: html`${main}`, notice });
}
