import type { Client } from '../../core/requests/client.ts';
import type { Context } from '../../platform/context.ts';
import { deviceKeys } from './sessions/devices.ts';
import { findKnownDevice } from './sessions/devices-store.ts';
import { authenticateBearer, authenticatePanelSession } from './sessions/sessions.ts';

export {
  type ActiveSession,
  endAllSessions,
  endChildSessions,
  endSession,
  listActiveSessions,
  requireOpenSession,
} from './active-sessions.ts';
export { cleanUpAccess } from './cleanup.ts';
export { deleteCodes } from './codes/codes-store.ts';
export {
  confirmWithEmailCode,
  confirmWithManagerCode,
  isFreshlyConfirmed,
  requireFreshCode,
  sendConfirmCode,
} from './codes/confirm-session.ts';
export { countEmail } from './codes/email-codes.ts';
export { countAgainstLimit } from './codes/limits-store.ts';
export { issueCode } from './codes/parent-codes.ts';
export {
  clearSessionHeaders,
  newDeviceCookie,
  sendInvitedCode,
  sendPanelCode,
  signInInvited,
  signInWithEmailCode,
  signInWithManagerCode,
  signOutOfPanel,
} from './panel-routes.ts';
export { clearPinLocks, findPinLockEnd } from './pins/pins-store.ts';
export { preparePin } from './pins/reset-pin.ts';
export { GUARDIAN_NOTICE_LIMIT, INVITATION_LIMIT } from './rules.ts';
export { isSessionOpen } from './sessions/sessions-store.ts';

/** Identifies the caller of a request. */
export const authenticator = {
  findBearer: authenticateBearer,
  findSession: authenticatePanelSession,
  findKnownDevice: (ctx: Context, client: Client) => findKnownDevice(ctx.db, deviceKeys(ctx, client)),
};
export { exportedAccessTables } from './access-export.ts';
