import { describeError } from '../api/describe-error.ts';
import { session } from '../api/session.ts';
import { t } from '../messages.ts';
import { currentPath } from '../router.ts';
import { isReadAloudOn } from '../speech/read-aloud.ts';
import { useSpoken } from '../speech/speak.ts';
import { BigButton, ScreenLink } from './controls/buttons.tsx';
import { GuideFace } from './guide.tsx';
import { Icon } from './icon.tsx';

const HOME = '/play/home';

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

/** The message of an error, which the guide says, with a button that tries again and, for a child who is signed in, a link home. */
export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  const text = describeError(error);
  useSpoken([text], isReadAloudOn.value);
  return (
    <div class="failure card" role="alert">
      <GuideFace texts={[{ text }]} mood="thinking" />
      <p>{text}</p>
      <BigButton className="secondary" icon="undo" onClick={retry}>
        {t('state.retry')}
      </BigButton>
      {session.value && currentPath.value !== HOME && (
        <ScreenLink href={HOME} className="big-button world-color">
          <Icon name="house" />
          {t('tabs.home')}
        </ScreenLink>
      )}
    </div>
  );
}

/** What did not work, if anything. A child who does not read yet hears it. */
export function Warning({ text }: { text: string }) {
  useSpoken([text], isReadAloudOn.value && text !== '');
  if (text === '') return null;
  return (
    <p class="warning-text" role="alert">
      {text}
    </p>
  );
}
