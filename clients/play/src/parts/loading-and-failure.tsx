import { describeError } from '../api/describe-error.ts';
import { t } from '../messages.ts';
import { BigButton } from './controls/buttons.tsx';
import { Icon } from './icon.tsx';

/** Three bouncing dots. */
export function Loading() {
  return (
    <div class="loading" role="status" aria-label={t('state.loading')}>
      <i />
      <i />
      <i />
    </div>
  );
}

/** The message of an error, with a button that tries again. */
export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div class="failure card" role="alert">
      <Icon name="cloud" />
      <p>{describeError(error)}</p>
      <BigButton className="secondary" onClick={retry}>
        {t('state.retry')}
      </BigButton>
    </div>
  );
}
