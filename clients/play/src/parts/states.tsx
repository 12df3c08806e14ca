import { describeError } from '../api/describe-error.ts';
import { t } from '../messages.ts';
import { BigButton } from './controls/buttons.tsx';
import { Icon } from './icon.tsx';

/** Three bouncing dots. The style sheet shows them only after 300 ms. */
export function Loading() {
  return (
    <div class="loading" role="status" aria-label={t('state.loading')}>
      <i />
      <i />
      <i />
    </div>
  );
}

export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div class="failure card" role="alert">
      <Icon name="cloud" />
      <p>{describeError(error)}</p>
      <BigButton className="quiet" onClick={retry}>
        {t('state.retry')}
      </BigButton>
    </div>
  );
}
