import type { TxContext } from '../../platform/context.ts';
import { type Profile, setEmail } from '../accounts/index.ts';
import { composeEmailChangedEmail } from './emails.ts';
import { notifyParent } from './notices.ts';
import { revokeParentAccess } from './sign-out-everywhere.ts';

/** Changes a parent's email address, signs the parent out everywhere, and notifies the old and the new address. */
export async function changeParentEmail(ctx: TxContext, parent: Profile, email: string): Promise<void> {
  await revokeParentAccess(ctx, parent.id); // before the change, because codes are stored under the old address
  await setEmail(ctx, parent.id, email);
  for (const recipient of [parent, { ...parent, email }])
    await notifyParent(ctx, recipient, { topic: 'email changed', kind: 'security' }, (to) =>
      composeEmailChangedEmail(to, email),
    );
}
