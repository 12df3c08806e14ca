import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isRequestError } from '../../../../typescript/src/index.ts';
import { useLoaded } from '../../api/requests.ts';
import {
  beginSession,
  canResumeOffline,
  getVisitorClient,
  resumeOffline,
  returnToScreen,
  watchSession,
} from '../../api/session.ts';
import { t } from '../../messages.ts';
import { isOnline } from '../../offline/queue.ts';
import { BackLink, BigButton } from '../../parts/buttons.tsx';
import { Heading } from '../../parts/heading.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { describeError } from '../../parts/states.tsx';
import { Scene } from '../../scenes/scene.tsx';
import { PinEntry } from './pin-entry.tsx';
import { listProfiles } from './who.tsx';

/** Asks a child for the PIN. After too many wrong PINs, it counts down to the next try. */
export function PinScreen({ profileId }: { profileId: string }) {
  const profiles = useLoaded(listProfiles, profileId);
  const profile = profiles.data?.find(({ id }) => id === profileId);
  const problem = useSignal('');
  const isUnreachable = useSignal(false);
  const canResume = useLoaded(() => canResumeOffline(profileId), profileId);
  const seconds = useSignal(0);
  const waitsUntil = useRef(0);
  useEffect(() => {
    // Computed from the end of the wait, because timers run slowly while the tab is hidden.
    const timer = setInterval(() => {
      if (seconds.value === 0) return;
      seconds.value = Math.max(0, Math.ceil((waitsUntil.current - Date.now()) / 1000));
      if (seconds.value === 0) problem.value = t('pin.now');
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  const signIn = async (pin: string) => {
    problem.value = ''; // what was said about the last PIN, so that the same words are said again
    const isWanted = watchSession();
    try {
      const { token } = await getVisitorClient().post('/app/auth/login/child', {
        body: { profile_id: profileId, pin },
      });
      if (await beginSession(profileId, token, isWanted)) await returnToScreen(profileId);
    } catch (error) {
      if (isRequestError(error, 'RATE_LIMITED')) {
        seconds.value = error.retryAfter ?? 60;
        waitsUntil.current = Date.now() + seconds.value * 1000;
      }
      isUnreachable.value = isRequestError(error, 'NO_RESPONSE');
      problem.value = isRequestError(error, 'INVALID_PIN') ? t('pin.wrong') : describeError(error);
    }
  };
  const isWaiting = seconds.value > 0;
  const name = profile?.display_name ?? '';
  return (
    <main class="entry-screen" data-world="numberwood">
      <div class="back">
        <Scene world="numberwood" tall />
      </div>
      <header>
        <BackLink to="/play" label={t('who.title')} />
      </header>
      <section class="sheet entry-card">
        {profile?.avatar_url && <img class="face pic entry-face" src={toLocalPath(profile.avatar_url)} alt="" />}
        <Heading title={t('pin.title', { name })}>{t('pin.title', { name })}</Heading>
        {canResume.data && (isUnreachable.value || !isOnline.value) && (
          <>
            <p role="status">{t('pin.offline')}</p>
            <BigButton look="world wide" onClick={() => void resumeOffline(profileId)}>
              {t('pin.goOn')}
            </BigButton>
          </>
        )}
        <PinEntry
          onPin={signIn}
          disabled={isWaiting}
          problem={isWaiting ? t('pin.wait', { time: formatWait(seconds.value) }) : problem.value}
        />
      </section>
    </main>
  );
}

function formatWait(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
