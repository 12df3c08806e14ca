import { isRequestError, type RequestErrorCode } from '../../../typescript/src/index.ts';
import { type MessageKey, t } from '../messages.ts';

/** What a child hears in place of messages that the service writes for grown-ups. */
const MESSAGES: Readonly<Partial<Record<RequestErrorCode, MessageKey>>> = {
  NO_RESPONSE: 'state.offline',
  RATE_LIMITED: 'state.tooFast',
  NOT_FOUND: 'state.gone',
  ITEM_NOT_FOUND: 'state.gone',
  VALIDATION_ERROR: 'state.unfit',
};

/** Returns the message about an error in words that a child understands. */
export function describeError(error: unknown): string {
  if (!isRequestError(error)) return t('state.broken');
  // This test comes first, because a proxy may refuse a large upload before it reaches the service. The code is then NO_RESPONSE.
  if (error.status === 413) return t('creative.tooLarge');
  if (error.reason === 'attempt_over') return t('result.endedElsewhere');
  const key =
    MESSAGES[error.code] ?? (error.status >= 500 || error.reason === 'in_progress' ? 'state.broken' : undefined);
  return key ? t(key) : error.message;
}
