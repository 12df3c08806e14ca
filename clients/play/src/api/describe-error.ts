import { isRequestError } from '../../../typescript/src/index.ts';
import { t } from '../messages.ts';

/** Returns the message about an error in words that a child understands. */
export function describeError(error: unknown): string {
  // This test comes first, because a proxy may refuse a large upload before it reaches the service. The code is then NO_RESPONSE.
  if (isRequestError(error) && error.status === 413) return t('creative.tooLarge');
  if (isRequestError(error, 'NO_RESPONSE')) return t('state.offline');
  return isRequestError(error) && error.status < 500 ? error.message : t('state.broken');
}
