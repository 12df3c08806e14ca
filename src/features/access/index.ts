import type { Identity } from '../../platform/http/gate.ts';
import { deviceKeys } from './devices.ts';
import { findKnownDevice } from './devices-store.ts';
import { callerOf, panelCallerOf } from './sessions.ts';

export { sweepAccess } from './jobs.ts';
export {
  enterWithEmailCode,
  enterWithManagerCode,
  leavePanel,
  logoutPanel,
  newDeviceCookie,
  sendPanelCode,
  sendPanelEmailCode,
  verifyManagerCode,
  verifyPanelEmailCode,
} from './panel-routes.ts';
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

/** How the service knows who calls. */
export const identity: Identity = {
  bearer: callerOf,
  session: panelCallerOf,
  knownDevice: (ctx, client) => findKnownDevice(ctx.db, deviceKeys(ctx, client)),
};
