import type { FastifyError } from 'fastify';
import {
  ApiError,
  type ErrorCode,
  type ErrorDetails,
  STATUS_BY_CODE,
  UnavailableError,
} from '../../../core/requests/api-error.ts';
import type { Language } from '../../../core/text/languages.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../api-errors.ts';
import type { Database } from '../../database/index.ts';
import { createValidationError } from '../validation.ts';

/** The response to an error, in any format. `isBug` means that the error was unexpected and has to be logged. */
export interface ErrorResponse {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
  readonly headers: Record<string, string>;
  readonly isBug: boolean;
}

/** Converts any error of a request to a response. Only requests that are not valid HTTP get their response elsewhere. */
export function toErrorResponse(
  error: unknown,
  language: Language,
  { isOutage, isMissingReference }: Pick<Database, 'isOutage' | 'isMissingReference'>,
): ErrorResponse {
  if (error instanceof ApiError) return toApiErrorResponse(error, language);
  if (error instanceof UnavailableError) return toUnavailableResponse(error.retryAfterSeconds, language);
  if (isOutage(error)) return toUnavailableResponse(OUTAGE_RETRY_SECONDS, language);
  // The caller or a child was erased while the request was running.
  if (isMissingReference(error)) return toApiErrorResponse(createNotFoundError(), language);
  if (isFastifyError(error) && error.validation)
    return toApiErrorResponse(createValidationError(error.validation), language);
  if (isFastifyError(error) && error.statusCode && error.statusCode < 500)
    return toApiErrorResponse(convertFastifyError(error), language);
  const bug = new ApiError('INTERNAL_ERROR', localized.http.internalError);
  return { ...toApiErrorResponse(bug, language), isBug: true };
}

/** After how many seconds a client may retry when the database is unavailable. */
const OUTAGE_RETRY_SECONDS = 2;

/** Converts an error response to the error body of the specification. */
export function toErrorBody({ code, message, details }: ErrorResponse) {
  return { error: { code, message, ...(Object.keys(details).length > 0 && { details }) } };
}

function toApiErrorResponse({ code, text, details }: ApiError, language: Language): ErrorResponse {
  const headers: Record<string, string> = {};
  if (details.retry_after !== undefined) headers['retry-after'] = String(details.retry_after);
  if (details.reason === 'body_too_large') headers.connection = 'close'; // the rest of the body may still arrive
  const status = details.reason === 'method_not_allowed' ? 405 : STATUS_BY_CODE[code]; // the specification has no code for 405 (gap 5)
  return { status, code, message: text[language], details, headers, isBug: false };
}

/** The specification has no code for 503 (gap 3). */
function toUnavailableResponse(retryAfterSeconds: number, language: Language): ErrorResponse {
  const details: ErrorDetails = { reason: 'unavailable', retry_after: retryAfterSeconds };
  const error = new ApiError('INTERNAL_ERROR', localized.http.unavailable, details);
  return { ...toApiErrorResponse(error, language), status: 503 };
}

/** Converts an error of Fastify: for a malformed path, or for a body that is incomplete, not JSON, too large or of another media type. */
function convertFastifyError(error: FastifyError): ApiError {
  if (error.statusCode === 413)
    return new ApiError('VALIDATION_ERROR', localized.http.tooLarge, { reason: 'body_too_large' });
  if (error.statusCode === 415)
    return new ApiError('VALIDATION_ERROR', localized.http.jsonRequired, { reason: 'unsupported_media_type' });
  return new ApiError('VALIDATION_ERROR', localized.http.unreadable, { reason: 'malformed_request' });
}

function isFastifyError(
  error: unknown,
): error is FastifyError & { validation?: Parameters<typeof createValidationError>[0] } {
  return error instanceof Error && ('statusCode' in error || 'validation' in error);
}
