import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isRequestError } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { useLoaded } from '../../api/requests.ts';
import {
  beginSession,
  canResumeOffline,
  createUnchangedCheck,
  getAnonymousClient,
  resumeOffline,
  returnToScreen,
} from '../../api/session.ts';
import { t } from '../../messages.ts';
import { isOnline } from '../../offline/queue.ts';
import { BackLink, BigButton } from '../../parts/controls/buttons.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { shortenNames } from '../../rules/short-names.ts';
import { Scene } from '../../scenes/scene.tsx';
import { readReadAloudChoice } from '../../speech/read-aloud.ts';
import { useSpoken } from '../../speech/speak.ts';
import { NewLinkNotice } from './new-link.tsx';
import { readPictureChoice, savePictureChoice } from './picture-choice.ts';
import { PinEntry } from './pin-entry.tsx';
import { fetchProfiles } from './profiles.tsx';

/** How long the child has to wait if the response does not say it. */
const DEFAULT_WAIT_SECONDS = 60;

/** Asks a child for the PIN. After too many wrong PINs, a countdown shows when the child may try again. */
export function PinScreen({ profileId }: { profileId: string }) {
  const profiles = useLoaded(fetchProfiles, profileId);
  const index = profiles.data?.findIndex(({ id }) => id === profileId) ?? -1;
  const profile = profiles.data?.[index];
  const message = useSignal('');
  const isUnreachable = useSignal(false);
  const canResume = useLoaded(() => canResumeOffline(profileId), profileId);
  const secondsLeft = useSignal(0);
  const waitEndsAt = useRef(0);
  const pictureChoice = useLoaded(() => readPictureChoice(profileId), `pictures ${profileId}`);
  /** What the child has chosen on this screen, which is saved with the sign-in. */
  const newChoice = useSignal<boolean | undefined>(undefined);
  const showsPictures = newChoice.value ?? Boolean(pictureChoice.data);
  /** How often the service has refused a PIN. A parent may have set another number of pictures. */
  const failureCount = useSignal(0);
  useEffect(() => {
    // The seconds are computed from the end of the wait, because timers run slowly while the tab is hidden.
    const timer = setInterval(() => {
      if (secondsLeft.value === 0) return;
      secondsLeft.value = Math.max(0, Math.ceil((waitEndsAt.current - Date.now()) / 1000));
      if (secondsLeft.value === 0) message.value = t('pin.now');
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  const signIn = async (pin: string) => {
    message.value = ''; // so that screen readers announce the same message again
    const isUnchanged = createUnchangedCheck();
    try {
      const { token } = await getAnonymousClient().post('/app/auth/login/child', {
        body: { profile_id: profileId, pin },
      });
      await savePictureChoice(profileId, showsPictures, pin);
      if (await beginSession(profileId, token, isUnchanged)) await returnToScreen(profileId);
    } catch (error) {
      if (isRequestError(error, 'RATE_LIMITED')) {
        secondsLeft.value = error.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS;
        waitEndsAt.current = Date.now() + secondsLeft.value * 1000;
      }
      isUnreachable.value = isRequestError(error, 'NO_RESPONSE');
      if (isRequestError(error, 'INVALID_PIN')) failureCount.value += 1;
      message.value = isRequestError(error, 'INVALID_PIN') ? t('pin.wrong') : describeError(error);
    }
  };
  const isWaiting = secondsLeft.value > 0;
  const name = shortenNames(profiles.data?.map(({ display_name }) => display_name) ?? [])[index]; // unknown until they have been loaded
  const title = formatTitle(name, showsPictures);
  const choice = useLoaded(() => readReadAloudChoice(profileId), `reads ${profileId}`);
  const hasLoaded = profiles.data !== undefined || profiles.error !== undefined; // the guide says the name
  const isSpoken = hasLoaded && (choice.data ?? showsPictures);
  useSpoken([message.value], isSpoken && message.value !== '');
  return (
    <main class="sign-in-screen" data-landscape="numberwood">
      <div class="backdrop">
        <Scene landscape="numberwood" isTall />
      </div>
      <header>
        <BackLink to="/play" label={t('profiles.title')} />
      </header>
      <section class="card sign-in-card">
        {profile?.avatar_url && (
          <img class="avatar dim-in-dark sign-in-avatar" src={toLocalPath(profile.avatar_url)} alt="" />
        )}
        <Guide moment={showsPictures ? 'pin' : 'pinDigits'} heading={title} isSpoken={isSpoken && message.value === ''}>
          <Heading title={title}>{title}</Heading>
        </Guide>
        {canResume.data && (isUnreachable.value || !isOnline.value) && (
          <>
            <p role="status">{t('pin.offline')}</p>
            <BigButton className="world-color full-width" onClick={() => void resumeOffline(profileId)}>
              {t('pin.continue')}
            </BigButton>
          </>
        )}
        <PinEntry
          onPin={signIn}
          disabled={isWaiting && !isLongWait(secondsLeft.value)}
          showsPictures={showsPictures}
          pictureCount={typeof pictureChoice.data === 'number' ? pictureChoice.data : undefined}
          isUncertain={failureCount.value > 1}
          onBegin={() => {
            message.value = '';
          }}
          onShowsPicturesChange={(value) => (newChoice.value = value)}
          message={isWaiting ? formatWaitMessage(secondsLeft.value) : message.value}
        />
        <NewLinkNotice profileId={profileId} />
      </section>
    </main>
  );
}

function formatTitle(name: string | undefined, showsPictures: boolean): string {
  if (showsPictures) return name ? t('pin.picturesTitle', { name }) : t('pin.picturesTitleUnnamed');
  return name ? t('pin.title', { name }) : t('pin.titleUnnamed');
}

/** A wait this long follows too many wrong PINs in a day. The child may try on, because a guardian can end it in the panel. */
function isLongWait(seconds: number): boolean {
  return seconds > 3600;
}

function formatWaitMessage(seconds: number): string {
  return isLongWait(seconds) ? t('pin.waitLong') : t('pin.wait', { time: formatWait(seconds) });
}

/** Formats a time as minutes and seconds, such as 1:05. */
function formatWait(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
