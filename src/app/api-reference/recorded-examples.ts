import { readFileSync } from 'node:fs';
import type { ErrorCode } from '../../core/requests/api-error.ts';

/** Responses of a running service, recorded by `recorded-examples.test.ts`. `{base_url}` stands for the service's URL. */
export interface RecordedExamples {
  /** Bodies of successful responses, by operationId. */
  readonly responses: Record<string, unknown>;
  /** Bodies of error responses, by error code. */
  readonly errors: Partial<Record<ErrorCode, unknown>>;
}

/** Reads the recorded examples for a service at a URL. */
export function readRecordedExamples(baseUrl: string): RecordedExamples {
  const recorded = readFileSync(new URL('recorded-examples.json', import.meta.url), 'utf8');
  return JSON.parse(recorded.replaceAll('{base_url}', baseUrl));
}
