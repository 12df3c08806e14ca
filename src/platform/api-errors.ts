import { ApiError } from '../core/requests/api-error.ts';
import type { LocalizedText } from '../core/text/languages.ts';
import { localized } from '../locales/index.ts';

// The errors with a standard message, which every feature uses.

/** The error for a resource that does not exist, or whose existence the caller is not allowed to know. */
export function createNotFoundError(): ApiError {
  return new ApiError('NOT_FOUND', localized.http.notFound);
}

/** The error for a caller that is not signed in or whose session has ended. */
export function createSignInRequiredError(): ApiError {
  return new ApiError('UNAUTHORIZED', localized.http.signIn);
}

/** The error for exceeding a rate limit. A retry is allowed after `retryAfterSeconds`, a whole number. */
export function createRateLimitedError(retryAfterSeconds: number): ApiError {
  return new ApiError('RATE_LIMITED', formatRateLimitedText(retryAfterSeconds), { retry_after: retryAfterSeconds });
}

function formatRateLimitedText(seconds: number): LocalizedText {
  const minutes = Math.ceil(seconds / 60);
  return seconds <= 90
    ? localized.http.rateLimitedSeconds({ seconds })
    : localized.http.rateLimitedMinutes({ minutes });
}
