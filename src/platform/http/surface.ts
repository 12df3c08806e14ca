import type { Caller, Callers, Who } from '../../core/caller.ts';
import type { Html } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import type { Verdict } from './errors.ts';
import type { Identity } from './gate.ts';
import type { Limit } from './limits.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * What a panel session has to show before a row runs: that it is open, or that a code was typed in it just now. The
 * second is for what hands power over a child or an account to somebody, gives data out, or cannot be undone.
 */
export type Step = 'session' | 'fresh-code';

/** One row of the surface table: what may be called, by whom, how often, and what runs. */
export interface Row<Group extends string = string> {
  readonly method: Method;
  readonly path: string;
  readonly who: Who;
  /** The limit group, and an endpoint's own tighter limit after it; empty where nothing is counted. */
  readonly limits: readonly Group[];
  readonly endpoint: Endpoint<never>;
  /** Rows of the panel alone have one, and each of them has. */
  readonly step?: Step;
}

/** Whether programs are answered here, in JSON. */
export function answersJson({ endpoint }: Row): boolean {
  return endpoint.face === 'json' || endpoint.face === 'table';
}

const BEARERS: readonly Who[] = ['child', 'parent', 'any'];

/** Whether an Idempotency-Key means something here: writes under a bearer token, except /app/auth/* (gap 27). */
export function acceptsKey({ method, path, who, endpoint }: Row): boolean {
  const isWrite = method !== 'GET' && endpoint.face === 'json' && BEARERS.includes(who);
  return isWrite && path.startsWith('/app/') && !path.startsWith('/app/auth/');
}

const KIBIBYTE = 1024;

/** The groups of sign-in: their bodies hold an address and a code. */
const AUTH_GROUPS: readonly string[] = ['app-auth', 'panel-auth'];

/** The most bytes that the body of a request to a row may have; files of a multipart body have bounds of their own. */
export function bodyLimitOf({ endpoint, limits }: Row): number {
  const isAuth = limits.some((group) => AUTH_GROUPS.includes(group));
  return endpoint.bodyLimit ?? (isAuth ? 8 : 64) * KIBIBYTE;
}

/** The group that counts a multipart request to a row that takes one, instead of the row's own: one group a request. */
export const UPLOAD_GROUP = 'upload';

/** The groups that count a request to a row, by the type of its body. */
export function limitsOf({ limits, endpoint }: Row, isMultipart: boolean): readonly string[] {
  return isMultipart && endpoint.parts ? [UPLOAD_GROUP] : limits;
}

/**
 * A row, in which an endpoint that wants another caller than `who` lets in does not compile, nor a row of the panel that
 * does not say which step it needs.
 */
export function row<W extends Who, Group extends string>(
  method: Method,
  path: string,
  who: W,
  limits: readonly Group[],
  endpoint: Endpoint<Callers[W]>,
  ...[step]: W extends 'cookie' ? [step: Step] : []
): Row<Group> {
  return { method, path, who, limits, endpoint, ...(step && { step }) };
}

/** Everything that a service answers, and what it needs to know for it. */
export interface Surface {
  readonly rows: readonly Row[];
  readonly limits: Readonly<Record<string, Limit>>;
  readonly identity: Identity;
  /** How a page says no. */
  readonly errorPage: (verdict: Verdict, caller: Caller | undefined, tag: string) => Html;
  /** The same in a sentence, within the page that shows. */
  readonly errorFragment: (verdict: Verdict, tag: string) => Html;
}
