/** What a request says about the program and the device that sent it. These are hints and never authorize anything. */
export interface Client {
  /** The client's IP address, with TRUST_PROXY applied. An IPv6 address is reduced to its /64, which is one household. */
  readonly address: string;
  /** The app's Device-Id header. */
  readonly deviceId: string | undefined;
  /** The panel's own long-lived device cookie. */
  readonly panelDevice: string | undefined;
  /** The cookie of a panel session, whether it is still valid or not. */
  readonly panelSession: string | undefined;
  /** Milliseconds since the request arrived. */
  readonly elapsedMs: number;
  /** The best language tag of Accept-Language. */
  readonly language: string;
  /** The X-Timezone header as sent. */
  readonly timeZone: string | undefined;
  /** htmx requests a fragment for the page that is open, not another page. */
  readonly inPlace: boolean;
  /** Browser and operating system from User-Agent, as a person would name them ("Firefox, Windows"). */
  readonly program: string | undefined;
}
