import { useSignal } from '@preact/signals';
import { isRequestError } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { useLoaded } from '../../api/requests.ts';
import { getAnonymousClient } from '../../api/session.ts';
import { t } from '../../messages.ts';
import { BackLink, ScreenLink } from '../../parts/controls/buttons.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Scene } from '../../scenes/scene.tsx';
import { readPictureChoice, savePictureChoice } from './picture-choice.ts';
import { PinEntry } from './pin-entry.tsx';

/**
 * Says who the grown-up of a child is if the child was connected in the last seven days and had used this device before. Links to
 * the screen that undoes it. Shows nothing without a network.
 */
export function NewLinkNotice({ profileId }: { profileId: string }) {
  const links = useLoaded(() => getAnonymousClient().get('/app/auth/new-links'), `new-links ${profileId}`);
  const link = links.data?.find(({ profile_id }) => profile_id === profileId);
  if (!link) return null;
  return (
    <div class="new-link" role="status">
      <p>{t('newLink.notice', { email: link.guardian_email })}</p>
      <ScreenLink href={`/play/undo/${profileId}`} className="link-button">
        {t('newLink.wrong')}
      </ScreenLink>
    </div>
  );
}

function describeUndoError(error: unknown): string {
  if (isRequestError(error, 'INVALID_PIN')) return t('undo.wrongPin');
  // The app sends four digits, so the service refuses only a PIN that is easy to guess.
  return isRequestError(error, 'VALIDATION_ERROR') ? t('register.easy') : describeError(error);
}

/** Undoes a connection with a grown-up: asks for the PIN before it, and then for a new one. */
export function UndoLinkScreen({ profileId }: { profileId: string }) {
  const earlierPin = useSignal('');
  const message = useSignal('');
  const isDone = useSignal(false);
  const pictureChoice = useLoaded(() => readPictureChoice(profileId), `pictures ${profileId}`);
  const newChoice = useSignal<boolean | undefined>(undefined);
  const showsPictures = newChoice.value ?? Boolean(pictureChoice.data);
  const undo = async (pin: string) => {
    message.value = '';
    if (earlierPin.value === '') {
      earlierPin.value = pin;
      return;
    }
    try {
      const body = { profile_id: profileId, pin: earlierPin.value, new_pin: pin };
      await getAnonymousClient().post('/app/auth/new-links/undo', { body });
      await savePictureChoice(profileId, showsPictures, pin);
      isDone.value = true;
    } catch (error) {
      if (isRequestError(error, 'INVALID_PIN')) earlierPin.value = '';
      message.value = describeUndoError(error);
    }
  };
  const step = earlierPin.value === '' ? 'undo.earlierPin' : 'undo.newPin';
  return (
    <main class="sign-in-screen" data-landscape="numberwood">
      <div class="backdrop">
        <Scene landscape="numberwood" isTall />
      </div>
      <header>
        <BackLink to={`/play/pin/${profileId}`} label={t('dialog.close')} />
      </header>
      <section class="card sign-in-card">
        <Guide moment="undo" heading={t('undo.title')}>
          <Heading title={t('undo.title')}>{t('undo.title')}</Heading>
        </Guide>
        {isDone.value ? (
          <>
            <p role="status">{t('undo.done')}</p>
            <ScreenLink href={`/play/pin/${profileId}`} className="big-button full-width">
              {t('undo.signIn')}
            </ScreenLink>
          </>
        ) : (
          <>
            <p>
              <b>{t(step)}</b>
            </p>
            <PinEntry
              key={step}
              onPin={undo}
              message={message.value}
              showsPictures={showsPictures}
              onShowsPicturesChange={(value) => (newChoice.value = value)}
            />
          </>
        )}
      </section>
    </main>
  );
}
