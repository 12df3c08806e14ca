import { readFileSync } from 'node:fs';

/**
 * Responses of a running service, recorded by test/scenarios/api/recorded-examples.test.ts. In recorded-examples.json,
 * `{base_url}` is a placeholder for the URL of the service.
 */
export interface RecordedExamples {
  /** Bodies of successful responses, by operationId. */
  readonly responses: Record<string, unknown>;
  /** Bodies of error responses, by a name that begins with the error code: `CONFLICT.pending_review`. */
  readonly errors: Record<string, unknown>;
  /** The names of each operation's error responses, by status. */
  readonly errorNames: Record<string, Record<string, string[]>>;
}

/** Returns the error code in the name of a recorded error response. */
export function toErrorCode(name: string): string {
  return name.split('.')[0] ?? '';
}

/** Reads the recorded examples, with the URL of the service filled in. */
export function readRecordedExamples(baseUrl: string): RecordedExamples {
  const recorded = readFileSync(new URL('recorded-examples.json', import.meta.url), 'utf8');
  return JSON.parse(recorded.replaceAll('{base_url}', baseUrl));
}
