import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { findChild, type Profile } from '../../features/accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/refusals.ts';

export const childParams = { id: Type.String({ examples: ['5f1d0c2e9b8a47d3a6e4f7b20c91d8e5'] }) };

/** The child of the address, if it is this parent's; another family's is as if it did not exist. */
export async function loadChild(ctx: Context, caller: PanelParent, id: string): Promise<Profile> {
  const child = await findChild(ctx.db, caller.profileId, id);
  if (!child) throw notFound();
  return child;
}
