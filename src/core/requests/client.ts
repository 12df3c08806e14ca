/** What the service knows about the client that sent a request, apart from the client's profile. */
export interface Client {
  /**
   * The client's IP address, with TRUST_PROXY applied. An IPv6 address is shortened to its /64 network, which a household shares.
   */
  readonly address: string;
  /** The app's Device-Id header. */
  readonly deviceId: string | undefined;
  /** The value of the panel's long-lived device cookie. */
  readonly panelDeviceCookie: string | undefined;
  /** The value of the panel's session cookie. The session may have ended. */
  readonly panelSessionCookie: string | undefined;
  /** Milliseconds since the request arrived. */
  readonly msSinceArrival: number;
  /** The locale that `selectLocale` selects from Accept-Language. */
  readonly locale: string;
  /** The X-Timezone header, which may name no valid time zone. */
  readonly timeZoneHeader: string | undefined;
  /** Whether htmx requests a fragment that replaces a part of the open page, instead of a whole page. */
  readonly wantsFragment: boolean;
  /** The browser and the operating system that the User-Agent names, such as "Firefox, Windows". */
  readonly program: string | undefined;
}
