import type { Client } from '../../src/core/requests/caller.ts';

/** A client that sends neither a Device-Id nor a cookie, so that only its IP address identifies it. */
export const CLIENT_WITHOUT_DEVICE: Client = {
  address: '10.9.9.9',
  deviceId: undefined,
  panelDeviceCookie: undefined,
  panelSessionCookie: undefined,
  msSinceArrival: 0,
  locale: 'en',
  timeZoneHeader: undefined,
  wantsFragment: false,
  program: undefined,
};
