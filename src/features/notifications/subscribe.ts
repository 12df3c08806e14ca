import { QUOTAS } from '../../core/quotas.ts';
import { ApiError, createFieldError } from '../../core/requests/api-error.ts';
import type { Client, PanelParent } from '../../core/requests/caller.ts';
import { localized } from '../../locales/index.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { type PushTarget, parsePushTarget } from '../../platform/push/push.ts';
import { lockProfile } from '../accounts/index.ts';
import { listSubscriptions, moveSubscriptions, saveSubscription } from './notifications-store.ts';

/**
 * Tells the parent at once in the browser that has sent this subscription, until the parent signs out in it. Refuses a subscription
 * that is invalid or of an unknown push service (400), and one browser too many (409). The session must be open.
 */
export async function subscribe(ctx: TxContext, caller: PanelParent, entered: string, client: Client): Promise<void> {
  const target = parsePushTarget(ctx, entered);
  if (!target) throw createFieldError('', localized.notifications.invalidSubscription);
  const { profileId, sessionId } = caller;
  await lockProfile(ctx, profileId);
  await saveSubscription(ctx, {
    id: ctx.secrets.hashWithPepper('push endpoint', target.endpoint),
    profile_id: profileId,
    session_id: sessionId,
    device_key: computeDeviceKey(ctx, client.panelDeviceCookie ?? ''),
    sealed: ctx.secrets.encrypt(JSON.stringify(target)),
    program: client.program ?? null,
  });
  const limit = QUOTAS.pushBrowsersPerParent;
  if ((await listSubscriptions(ctx, profileId)).length > limit)
    throw new ApiError('CONFLICT', localized.notifications.tooManyBrowsers({ limit }));
}

/** Lets the subscriptions of a browser go on after its parent has signed in again. Those of other parents end. */
export async function continueSubscriptions(
  ctx: TxContext,
  panelDeviceCookie: string,
  session: { readonly profileId: string; readonly sessionId: string },
): Promise<void> {
  await moveSubscriptions(ctx, computeDeviceKey(ctx, panelDeviceCookie), session);
}

/** Does not change with the signing keys, because a browser keeps its cookie for more than a year. */
function computeDeviceKey({ secrets }: Context, panelDeviceCookie: string): string {
  return secrets.hashWithPepper('push device', panelDeviceCookie);
}

/** Returns undefined if it was encrypted with a key that has been removed. */
export function findPushTarget({ secrets }: Context, { sealed }: { readonly sealed: string }): PushTarget | undefined {
  try {
    return JSON.parse(secrets.decrypt(sealed));
  } catch {
    return undefined;
  }
}
