import type { ApiErrorDetails, ErrorResponse, ApiError as ResponseError } from './api.ts';

/** The error codes of the service, and `NO_RESPONSE`: it could not be reached, or something else has responded for it. */
export type RequestErrorCode = ResponseError['code'] | 'NO_RESPONSE';

/**
 * An error of a call. `message` of an error of the service is for a person, in their language.
 * It is a union over `code`: a `switch` on it can be checked for completeness.
 */
export type RequestError = { [Code in RequestErrorCode]: RequestErrorOf<Code> }[RequestErrorCode];

/** Whether an error is one of a call, with one of these codes if any are given. */
export function isRequestError<Code extends RequestErrorCode = RequestErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is Extract<RequestError, { code: Code }> {
  return error instanceof RequestErrorOf && (codes.length === 0 || codes.includes(error.code));
}

class RequestErrorOf<Code extends RequestErrorCode> extends Error {
  override readonly name = 'RequestError';
  readonly code: Code;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** Why, where the code alone does not tell. */
  readonly reason: ApiErrorDetails['reason'];
  /** The names of the invalid fields. */
  readonly fields: readonly string[];
  /** After how many seconds the same call may succeed. */
  readonly retryAfter: number | undefined;
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;

  constructor({ code, message, details = {} }: Omit<ResponseError, 'code'> & { code: Code }, cause?: Response | Error) {
    super(message, cause instanceof Error ? { cause } : undefined);
    const response = cause instanceof Error ? undefined : cause;
    this.code = code;
    this.status = response?.status ?? 0;
    this.reason = details.reason;
    this.fields = details.fields ?? [];
    this.retryAfter = details.retry_after ?? (response && retryAfterSeconds(response));
    this.requestId = response?.headers.get('x-request-id') ?? undefined;
  }
}

/** The error for a response that is not a success. */
export function createResponseError(body: unknown, response: Response): Error {
  if (isErrorResponse(body)) return new RequestErrorOf(body.error, response);
  return new RequestErrorOf({ code: 'NO_RESPONSE', message: `Unexpected response (${response.status})` }, response);
}

/** The error for a request without a response. */
export function createConnectionError(cause: unknown): Error {
  return new RequestErrorOf(
    { code: 'NO_RESPONSE', message: 'The service could not be reached' },
    cause instanceof Error ? cause : new Error(String(cause)),
  );
}

/** The value of Retry-After, if it is a number of seconds. */
export function retryAfterSeconds({ headers }: Response): number | undefined {
  const value = headers.get('retry-after') ?? '';
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

function isErrorResponse(body: unknown): body is ErrorResponse {
  const { error } = Object(body);
  return typeof error === 'object' && error !== null && typeof error.code === 'string';
}
