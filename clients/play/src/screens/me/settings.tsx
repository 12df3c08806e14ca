import { useSignal } from '@preact/signals';
import { describeError } from '../../api/describe-error.ts';
import { fetchReading } from '../../api/reading.ts';
import { callApi, fetchData, useLoaded } from '../../api/requests.ts';
import { session, updateSession } from '../../api/session.ts';
import { isLookQuiet, setLookQuiet } from '../../look.ts';
import { language, switchLanguage, t } from '../../messages.ts';
import { saveValue } from '../../offline/database.ts';
import { waitingWrites } from '../../offline/queue.ts';
import { BackLink, BigButton } from '../../parts/controls/buttons.tsx';
import { LanguageChoice } from '../../parts/controls/language-button.tsx';
import { RowSpeaker } from '../../parts/controls/row-speaker.tsx';
import { TextForm } from '../../parts/controls/text-form.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Warning } from '../../parts/loading-and-failure.tsx';
import { shortenName } from '../../rules/short-names.ts';
import { areSoundsOn, setSounds } from '../../sound/sounds.ts';
import { isReadAloudOn, isYoung, setReadAloud } from '../../speech/read-aloud.ts';
import { isRecorded } from '../../speech/recordings.ts';
import { canSpeak, isSilent, speak } from '../../speech/speak.ts';
import { ReadingQuestion } from '../home/reading-question.tsx';
import { signOut } from './sign-out.ts';

/** The settings: name, language, sounds, look, linking code and sign-out. */
export function SettingsScreen() {
  const me = useLoaded(() => fetchData('/app/users/me'), 'me');
  const reading = useLoaded(fetchReading, 'reading');
  const languageErrorMessage = useSignal('');
  const changeLanguage = async (chosen: string) => {
    const childSession = session.value;
    try {
      await callApi((client) => client.patch('/app/users/me', { body: { language: chosen } }));
      languageErrorMessage.value = '';
      if (session.value?.token !== childSession?.token) return;
      await switchLanguage(chosen);
      await updateSession(childSession, { language: chosen });
      await saveValue('language', chosen);
    } catch (error) {
      languageErrorMessage.value = describeError(error);
    }
  };
  /** What needs letters. For a child who does not read, a grown-up opens it. */
  const forms = {
    name: (
      <TextForm
        label={t('settings.name')}
        buttonText={t('settings.save')}
        initialText={shortenName(session.value?.name ?? '')}
        submit={async (text) => {
          const childSession = session.value;
          const name = childSession?.name ?? '';
          const display_name = text === shortenName(name) ? name : text; // keeps the number, which is not shown
          const changed = await callApi((client) => client.patch('/app/users/me', { body: { display_name } }));
          await updateSession(childSession, { name: changed.display_name });
          return t('settings.saved');
        }}
      />
    ),
    connection: (
      <>
        {me.data?.linked_parent_email === null && (
          <TextForm
            label={t('settings.code')}
            buttonText={t('settings.connect')}
            initialText=""
            submit={async (code) => {
              await callApi((client) =>
                client.post('/app/auth/link/redeem', { body: { code: code.trim().toUpperCase() } }),
              );
              me.reload();
              return t('settings.connected');
            }}
          />
        )}
        {me.data?.linked_parent_email && (
          <p class="reading-text">{t('settings.linked', { email: me.data.linked_parent_email })}</p>
        )}
        <p class="reading-text">{t(me.data?.linked_parent_email ? 'settings.pin' : 'settings.pinUnlinked')}</p>
        <a class="link-button" href="/privacy#children">
          {t('settings.privacy')}
        </a>
      </>
    ),
  };
  return (
    <main class="page-main">
      <header class="page-head">
        <BackLink to="/play/me" label={t('me.back')} />
        <Heading title={t('me.settings')}>{t('me.settings')}</Heading>
      </header>
      <Guide moment="settings" />
      {!isYoung.value && forms.name}
      <section>
        <h2>{t('settings.language')}</h2>
        <LanguageChoice current={language.value} choose={(chosen) => void changeLanguage(chosen)} />
        <Warning text={languageErrorMessage.value} />
      </section>
      <ReadAloudSwitch />
      <SoundSwitch />
      <LookSwitch />
      {isYoung.value ? (
        <details>
          <summary class="link-button">{t('profiles.parents')}</summary>
          {isSilent.value && (
            <a class="link-button" href="/panel/recordings">
              {t('settings.noVoice')}
            </a>
          )}
          {reading.data?.ask && <ReadingQuestion onAnswer={reading.reload} />}
          {forms.name}
          {forms.connection}
        </details>
      ) : (
        forms.connection
      )}
      <SignOut />
    </main>
  );
}

/** The switch for reading aloud, which the guide confirms in words. It is hidden if the device has no voice for the language. */
function ReadAloudSwitch() {
  const confirmation = useSignal('');
  if (!canSpeak(language.value) && !isRecorded()) return null;
  const toggle = async () => {
    await setReadAloud(!isReadAloudOn.value);
    confirmation.value = t(isReadAloudOn.value ? 'read.isOn' : 'read.isOff');
    speak(confirmation.value, language.value);
  };
  return (
    <section>
      <h2>{t('settings.voice')}</h2>
      <Switch isOn={isReadAloudOn.value} label={t('settings.readAloud')} toggle={() => void toggle()} />
      <p role="status">{confirmation.value}</p>
    </section>
  );
}

/** The switch for the sounds of the app on this device. */
function SoundSwitch() {
  return (
    <section>
      <h2>{t('settings.sounds')}</h2>
      <Switch
        isOn={areSoundsOn.value}
        label={t('settings.playSounds')}
        toggle={() => void setSounds(!areSoundsOn.value)}
      />
    </section>
  );
}

/** The switch for the quieter look of the app on this device. */
function LookSwitch() {
  return (
    <section>
      <h2>{t('settings.look')}</h2>
      <Switch
        isOn={isLookQuiet.value}
        label={t('settings.quietLook')}
        toggle={() => void setLookQuiet(!isLookQuiet.value)}
      />
    </section>
  );
}

function Switch({ isOn, label, toggle }: { isOn: boolean; label: string; toggle: () => void }) {
  return (
    <div class="switch-row">
      <button type="button" role="switch" class={`option ${isOn ? 'chosen' : ''}`} aria-checked={isOn} onClick={toggle}>
        <span class="indicator square">{isOn && <Icon name="check" />}</span>
        {label}
      </button>
      <RowSpeaker texts={[label]} />
    </div>
  );
}

/** The button that signs the child out. A message says that unsent work stays on the device. */
function SignOut() {
  return (
    <section>
      {waitingWrites.value.length > 0 && (
        <p class="warning-text">{t('settings.unsent', { count: waitingWrites.value.length })}</p>
      )}
      <BigButton className="secondary full-width" onClick={() => void signOut()}>
        <Icon name="leave" />
        {t('settings.signOut')}
      </BigButton>
    </section>
  );
}
