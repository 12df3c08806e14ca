import { LANGUAGES, type LocalizedText } from '../text/languages.ts';

/** Every error code of the specification with its HTTP status (spec, "Errors"). */
export const STATUS_BY_CODE = {
  VALIDATION_ERROR: 400,
  INVALID_CODE: 400,
  INVALID_EMAIL: 400,
  UNAUTHORIZED: 401,
  INVALID_PIN: 401,
  FORBIDDEN: 403,
  ITEM_LOCKED: 403,
  NOT_FOUND: 404,
  ITEM_NOT_FOUND: 404,
  CONFLICT: 409,
  ALREADY_LINKED: 409,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/** The error codes in the order of their statuses. */
export const ERROR_CODES = Object.keys(STATUS_BY_CODE) as ErrorCode[]; // STATUS_BY_CODE has no other keys

/** The reasons for which a request is rejected. They are more precise than the error codes (gap 2). */
export const ERROR_REASONS = [
  'account_to_be_deleted',
  'already_member',
  'another_address',
  'attempt_over',
  'body_too_large',
  'completed',
  'confirmation_required',
  'creative_task',
  'cross_site_request',
  'ended',
  'first_guardian_only',
  'first_link_wait',
  'full',
  'guardian_required',
  'has_guardian',
  'illegal_transition',
  'in_progress',
  'invalid_fields',
  'key_reused',
  'level',
  'linked_to_another_parent',
  'list_full',
  'list_too_large',
  'malformed_request',
  'method_not_allowed',
  'no_operator_contact',
  'not_creative',
  'not_member',
  'not_started',
  'not_started_yet',
  'not_waiting',
  'pending_review',
  'planets_off',
  'prerequisite',
  'stale_form',
  'storage_full',
  'to_be_deleted',
  'too_early',
  'too_few_stars',
  'too_many_children',
  'too_many_guardians',
  'too_many_keys',
  'too_many_planets',
  'too_many_revisions',
  'too_many_undone',
  'too_many_waiting',
  'too_old',
  'too_young',
  'unavailable',
  'unsupported_media_type',
] as const;

export type ErrorReason = (typeof ERROR_REASONS)[number];

/** Optional information in addition to the error code (gap 2). `retry_after` is in whole seconds. */
export interface ErrorDetails {
  reason?: ErrorReason;
  fields?: string[];
  retry_after?: number;
}

/**
 * An expected error, which becomes a response with its code. `text` is the message for a person, in each language. Any other
 * error except UnavailableError is a bug.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly text: LocalizedText;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, text: LocalizedText, details: ErrorDetails = {}) {
    super(text.en);
    this.code = code;
    this.text = text;
    this.details = details;
  }
}

/**
 * An error that may have a temporary cause, such as overload. It is not stored for the Idempotency-Key, so a retry with the same
 * key runs the request again.
 */
export class TransientError extends ApiError {}

/**
 * A message that says what is wrong with one field. If `field` is empty, the message is about the input as a whole. `text` has no
 * period at the end.
 */
export interface FieldError {
  readonly field: string;
  readonly text: LocalizedText;
}

/** The maximum number of field errors in one response, which limits the size of the response. */
const MAX_FIELD_ERRORS = 50;

/** Creates the error for one invalid field, for rules that a schema cannot express. */
export function createFieldError(field: string, text: LocalizedText): ApiError {
  return createInvalidFieldsError([{ field, text }]);
}

/** Creates one error for several invalid fields. */
export function createInvalidFieldsError(allErrors: readonly FieldError[]): ApiError {
  const errors = allErrors.slice(0, MAX_FIELD_ERRORS);
  const fields = [...new Set(errors.map(({ field }) => field))];
  const text = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      errors.map((error) => formatFieldError(error.field, error.text[language])).join(' '),
    ]),
  ) as LocalizedText; // one entry for each of LANGUAGES
  return new ApiError('VALIDATION_ERROR', text, {
    reason: 'invalid_fields',
    fields: fields.filter((field) => field !== ''),
  });
}

export function createConflictError(text: LocalizedText, reason: ErrorReason): ApiError {
  return new ApiError('CONFLICT', text, { reason });
}

/**
 * The service cannot handle the request at the moment, because it is overloaded or a dependency is down. The response is
 * 503 with Retry-After (gap 3).
 */
export class UnavailableError extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds = 2, cause?: unknown) {
    super(message, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function formatFieldError(field: string, text: string): string {
  return field === '' ? `${text}.` : `${field}: ${text}.`;
}
