/** Who makes a request. `language` is a BCP 47 tag: the profile's. */
interface Someone {
  readonly profileId: string;
  readonly language: string;
}

export interface Child extends Someone {
  readonly role: 'child';
  /** The bearer token's session (its jti). */
  readonly sessionId: string;
}

export interface Parent extends Someone {
  readonly role: 'parent';
  readonly sessionId: string;
}

/** A parent on the panel, known by the session cookie. */
export interface PanelParent extends Someone {
  readonly role: 'panel';
  /** The public, powerless id of the panel session. */
  readonly sessionId: string;
}

export type Caller = Child | Parent | PanelParent;

/** The words of the surface table's "who" column and the caller each one stands for. */
export interface Callers {
  none: undefined;
  child: Child;
  parent: Parent;
  any: Child | Parent;
  cookie: PanelParent;
  /** An open page that greets those it knows. */
  visitor: PanelParent | undefined;
  /** Whoever holds a token or a cookie, or nobody: the endpoint itself says what is there for them, never 401. */
  holder: Caller | undefined;
  /** Whoever runs the service: METRICS_TOKEN, or a client on loopback. */
  operator: undefined;
}
export type Who = keyof Callers;
