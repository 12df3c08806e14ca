/** What a request says about the program and the device that sent it. Its fields never authorize anything. */
export interface Client {
  /** The client's IP address, with TRUST_PROXY applied. An IPv6 address is reduced to its /64, which is one network of a household. */
  readonly address: string;
  /** The app's Device-Id header. */
  readonly deviceId: string | undefined;
  /** The value of the panel's long-lived device cookie. */
  readonly panelDeviceCookie: string | undefined;
  /** The value of the panel's session cookie. The session may have ended. */
  readonly panelSessionCookie: string | undefined;
  /** Milliseconds since the request arrived. */
  readonly elapsedMs: number;
  /** The best tag of Accept-Language (see `selectLocale`). */
  readonly language: string;
  /** The X-Timezone header as sent. */
  readonly timeZone: string | undefined;
  /** Whether htmx requests a fragment to replace a part of the open page, and not a whole page. */
  readonly wantsFragment: boolean;
  /** Browser and operating system from User-Agent, as a person would name them ("Firefox, Windows"). */
  readonly program: string | undefined;
}
