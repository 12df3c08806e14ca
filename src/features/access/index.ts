import type { Identity } from '../../platform/http/gate.ts';
import { deviceKeys } from './devices.ts';
import { findKnownDevice } from './devices-store.ts';
import { callerOf, panelCallerOf } from './sessions.ts';

export {
  confirmWithEmailCode,
  confirmWithManagerCode,
  isFreshlyConfirmed,
  requireFreshCode,
  sendConfirmCode,
} from './confirm.ts';
export { raise } from './counters-store.ts';
export { countLetter } from './email-codes.ts';
export { sweepAccess } from './jobs.ts';
export { issueCode } from './owner-codes.ts';
export {
  enterInvited,
  enterWithEmailCode,
  enterWithManagerCode,
  forgettingHeaders,
  leavePanel,
  logoutPanel,
  newDeviceCookie,
  sendInvitedCode,
  sendPanelCode,
  sendPanelEmailCode,
  verifyManagerCode,
  verifyPanelEmailCode,
} from './panel-routes.ts';
export { clearPinLocks, findPinWait } from './pins-store.ts';
export { preparePin } from './reset-pin.ts';
export {
  createManagerCode,
  generateLink,
  listProfiles,
  loginChildWithPin,
  loginParent,
  logout,
  redeemLinkCode,
  registerChild,
  registerParent,
  verifyEmail,
} from './routes.ts';
export { GUARDIAN_NOTICES, INVITES } from './rules.ts';
export { endAllSignIns, endChildSignIns, endSignIn, listSignIns, requireOpenSession, type SignIn } from './sign-ins.ts';

/** How the service knows who calls. */
export const identity: Identity = {
  bearer: callerOf,
  session: panelCallerOf,
  knownDevice: (ctx, client) => findKnownDevice(ctx.db, deviceKeys(ctx, client)),
};
