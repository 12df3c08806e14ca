import type { ApiErrorDetails, ErrorResponse, ApiError as ResponseError } from './api.ts';

/**
 * The error codes of the service, and `NO_RESPONSE` if the service could not be reached or something else responded in its
 * place, such as a proxy.
 */
export type RequestErrorCode = ResponseError['code'] | 'NO_RESPONSE';

/**
 * An error of a call. If it comes from the service, its `message` is written for the user, in the user's language. The type is
 * a union discriminated by `code`, so that TypeScript can check whether a `switch` on the code is complete.
 */
export type RequestError = { [Code in RequestErrorCode]: RequestErrorOf<Code> }[RequestErrorCode];

/** Whether an error is a `RequestError`. If codes are given, it must have one of them. */
export function isRequestError<Code extends RequestErrorCode = RequestErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is Extract<RequestError, { code: Code }> {
  return error instanceof RequestErrorOf && (codes.length === 0 || codes.includes(error.code));
}

class RequestErrorOf<Code extends RequestErrorCode> extends Error {
  override readonly name = 'RequestError';
  readonly code: Code;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Distinguishes the reasons for an error whose code has several. */
  readonly reason: ApiErrorDetails['reason'];
  /** The names of the invalid fields. */
  readonly fields: readonly string[];
  /** After how many seconds the same call may succeed. */
  readonly retryAfterSeconds: number | undefined;
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;

  constructor({ code, message, details = {} }: Omit<ResponseError, 'code'> & { code: Code }, cause?: Response | Error) {
    super(message, cause instanceof Error ? { cause } : undefined);
    const response = cause instanceof Error ? undefined : cause;
    this.code = code;
    this.status = response?.status ?? 0;
    this.reason = details.reason;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retry_after ?? (response && parseRetryAfter(response));
    this.requestId = response?.headers.get('x-request-id') ?? undefined;
  }
}

/** Creates the error for a response that reports an error or does not come from the service. */
export function createResponseError(body: unknown, response: Response): Error {
  if (isErrorResponse(body)) return new RequestErrorOf(body.error, response);
  return new RequestErrorOf({ code: 'NO_RESPONSE', message: `Unexpected response (${response.status})` }, response);
}

/** Creates the error for a request that got no response. */
export function createConnectionError(cause: unknown): Error {
  return new RequestErrorOf(
    { code: 'NO_RESPONSE', message: 'The service could not be reached' },
    cause instanceof Error ? cause : new Error(String(cause)),
  );
}

/** The value of Retry-After, if it is a number of seconds. */
export function parseRetryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after') ?? '';
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

function isErrorResponse(body: unknown): body is ErrorResponse {
  const { error } = Object(body);
  return typeof error === 'object' && error !== null && typeof error.code === 'string';
}
