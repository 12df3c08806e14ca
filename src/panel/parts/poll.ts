import { addSeconds, type Instant, MINUTE } from '../../core/time/instant.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';

/** A part of a page that asks for its own news until an instant. */
export interface Poll {
  readonly until: Instant;
}

/** Each request shows that the parent is there (gap 163), so a page that is left open must not go on asking for long. */
const POLL_SECONDS = 15 * MINUTE;

/** The end of the polls of a page. `until` is what the page was told when it began; a later or invalid instant counts as none. */
export function getPollEnd({ now }: Context, until: string | undefined): Instant {
  const latest = addSeconds(now(), POLL_SECONDS);
  return until !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(until) && until < latest ? until : latest;
}

/** The response to a poll whose fragment would be the same. htmx then changes nothing, and screen readers say nothing. */
export const UNCHANGED = new ResponseWithHeaders(html``, {}, 204);

/** The attributes with which htmx replaces an element by its fragment at `path` every few seconds. */
export function buildPollAttributes({ now }: Context, path: string, { until }: Poll): Html | string {
  if (now() >= until) return '';
  return html` hx-get="${path}" hx-trigger="every 3s" hx-target="this" hx-swap="outerHTML" hx-push-url="false"`;
}
