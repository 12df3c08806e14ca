/** The profile that makes a request. `language` is the BCP 47 tag of the profile. */
interface ProfileIdentity {
  readonly profileId: string;
  readonly language: string;
}

/** A profile with a session of the app. */
interface AppIdentity extends ProfileIdentity {
  /** The id of the session, which is the `jti` of the bearer token. */
  readonly sessionId: string;
  /** Null for a parent. */
  readonly birthYear: number | null;
}

export interface Child extends AppIdentity {
  readonly role: 'child';
}

export interface Parent extends AppIdentity {
  readonly role: 'parent';
}

/** A parent on the panel, identified by the session cookie. */
export interface PanelParent extends ProfileIdentity {
  readonly role: 'panel';
  /** The public id of the panel session, which grants no access. */
  readonly sessionId: string;
}

/** The operator of the service, or a monitoring system that reads the metrics. */
export interface Operator {
  readonly role: 'operator';
  /** The name that was entered with OPERATOR_TOKEN. */
  readonly name: string;
}

/** Whoever is signed in to the app. */
export type User = Child | Parent;

export type Caller = User | PanelParent;

/** The auth policies of endpoints, each with the type of the caller that the endpoint receives. */
export interface CallerByAuthPolicy {
  public: undefined;
  child: Child;
  parent: Parent;
  bearer: User;
  session: PanelParent;
  /** A public page that shows more to a parent who is signed in. */
  'optional-session': PanelParent | undefined;
  /** A bearer token, a session or neither: the endpoint decides what the caller sees and never responds with 401. */
  'optional-bearer-or-session': Caller | undefined;
  /** METRICS_TOKEN, or a client on loopback. */
  metrics: Operator;
  /** OPERATOR_TOKEN. */
  operator: Operator;
}
export type AuthPolicy = keyof CallerByAuthPolicy;

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
