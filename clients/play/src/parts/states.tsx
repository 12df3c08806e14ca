import { isRequestError } from '../../../typescript/src/index.ts';
import { t } from '../messages.ts';
import { BigButton } from './buttons.tsx';
import { Icon } from './icon.tsx';

/** Paper shapes, which appear when loading takes a moment. */
export function Loading() {
  return (
    <div class="loading" role="status" aria-label={t('state.loading')}>
      <i />
      <i />
      <i />
    </div>
  );
}

/** What went wrong in words for a child. */
export function errorText(error: unknown): string {
  if (isRequestError(error, 'NO_RESPONSE')) return t('state.offline');
  return isRequestError(error) && error.status < 500 ? error.message : t('state.broken');
}

export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div class="failure sheet" role="alert">
      <Icon name="cloud" />
      <p>{errorText(error)}</p>
      <BigButton look="quiet" onClick={retry}>
        {t('state.retry')}
      </BigButton>
    </div>
  );
}
