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

/** What an endpoint asks of its caller before it runs, and the caller it then gets. */
export interface Callers {
  public: undefined;
  child: Child;
  parent: Parent;
  bearer: Child | Parent;
  session: PanelParent;
  /** A page for everybody that greets a parent who is signed in. */
  'optional-session': PanelParent | undefined;
  /** A bearer token, a session or neither: the endpoint decides what they see and never answers 401. */
  'bearer-or-session': Caller | undefined;
  /** The operator: METRICS_TOKEN, or a client on loopback. */
  metrics: undefined;
}
export type AuthPolicy = keyof Callers;
