import type { LocalizedText } from '../core/languages.ts';
import { Refusal } from '../core/refusal.ts';
import { localized } from '../locales/index.ts';

// The refusals with a standard message, which every feature uses.

export function notFound(): Refusal {
  return new Refusal('NOT_FOUND', localized.http.notFound);
}

/** The refusal for a caller that is not signed in or whose session has ended. */
export function signInRequired(): Refusal {
  return new Refusal('UNAUTHORIZED', localized.http.signIn);
}

/** The refusal for exceeding a rate limit. `seconds` is the time until the next try is allowed. */
export function rateLimited(seconds: number): Refusal {
  return new Refusal('RATE_LIMITED', tooManyText(seconds), { retry_after: seconds });
}

function tooManyText(seconds: number): LocalizedText {
  const minutes = Math.ceil(seconds / 60);
  return seconds <= 90
    ? localized.http.rateLimitedSeconds({ seconds })
    : localized.http.rateLimitedMinutes({ minutes });
}
