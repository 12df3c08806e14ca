import { useSignal } from '@preact/signals';
import type { SavedProfile } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { useLoaded } from '../../api/requests.ts';
import { beginSession, createUnchangedCheck, getAnonymousClient } from '../../api/session.ts';
import { language, t } from '../../messages.ts';
import { BackLink, RoundButton } from '../../parts/controls/buttons.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { fetchNextSteps } from '../../parts/suggested-steps.ts';
import { navigate } from '../../router.ts';
import { isEasyPin } from '../../rules/easy-pins.ts';
import { chooseFirstQuiz } from '../../rules/first-quiz.ts';
import { isOlder } from '../../rules/older.ts';
import { isEasyPicturePin } from '../../rules/picture-pin.ts';
import { Scene } from '../../scenes/scene.tsx';
import { isReadAloudOn, READING_AGE, saveReadAloudChoice } from '../../speech/read-aloud.ts';
import { useSpoken } from '../../speech/speak.ts';
import { PICTURE_PIN_AGE, savePictureChoice } from './picture-choice.ts';
import { PinEntry } from './pin-entry.tsx';
import { fetchProfiles } from './profiles.tsx';

const AGES = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
/** Ids of starter looks. The child can change the avatar later. */
const LOOKS = ['fox', 'owl', 'bear', 'rabbit', 'penguin', 'dragon'] as const;

/** Lists the looks that no other child of the device has, or else all of them. A child who cannot read finds itself by its animal. */
function listFreeLooks<T extends string>(looks: readonly T[], profiles: readonly SavedProfile[] = []): readonly T[] {
  const free = looks.filter((look) => !profiles.some(({ avatar_url }) => avatar_url?.includes(`skin-${look}.`)));
  return free.length > 0 ? free : looks;
}

/** What the guide says in each step. */
const GUIDED_MOMENTS = { age: 'new', look: 'look', pin: 'newPin', again: 'newPin' } as const;

/**
 * The screen on which a child registers with an age, a starter look, and a PIN. Digits are entered twice, pictures once. A child who cannot
 * read yet hears each step, and its first task begins at once.
 */
export function NewProfileScreen() {
  const age = useSignal(0);
  const look = useSignal('');
  const firstPin = useSignal('');
  const errorMessage = useSignal('');
  const showsPictures = useSignal(false);
  const profiles = useLoaded(fetchProfiles, 'profiles');
  const birthYear = new Date().getFullYear() - age.value;
  const handlePin = async (pin: string) => {
    if (!firstPin.value) {
      const isEasy = (showsPictures.value ? isEasyPicturePin : isEasyPin)(pin, birthYear);
      if (isEasy) {
        errorMessage.value = t(showsPictures.value ? 'register.easyPictures' : 'register.easy');
        return;
      }
      if (!showsPictures.value) {
        firstPin.value = pin;
        errorMessage.value = '';
        return;
      }
    } else if (pin !== firstPin.value) {
      firstPin.value = '';
      errorMessage.value = t('register.differ');
      return;
    }
    try {
      const isUnchanged = createUnchangedCheck();
      const body = { birth_year: birthYear, language: language.value, avatar_id: look.value, pin };
      const { id, token } = await getAnonymousClient().post('/app/auth/register/child', { body });
      await saveReadAloudChoice(id, age.value < READING_AGE);
      await savePictureChoice(id, showsPictures.value, pin);
      if (await beginSession(id, token, isUnchanged)) navigate(await findFirstPath(age.value), { replace: true });
    } catch (error) {
      firstPin.value = '';
      errorMessage.value = describeError(error);
    }
  };
  const goBack = () => {
    errorMessage.value = '';
    if (firstPin.value) firstPin.value = '';
    else if (look.value) look.value = '';
    else age.value = 0;
  };
  const step = age.value === 0 ? 'age' : look.value === '' ? 'look' : firstPin.value === '' ? 'pin' : 'again';
  const heading = t(step === 'pin' && showsPictures.value ? 'register.pictures' : `register.${step}`);
  const isSpoken = age.value === 0 ? isReadAloudOn.value : age.value < READING_AGE;
  useSpoken([errorMessage.value], isSpoken && errorMessage.value !== '');
  const chooseAge = (chosenAge: number) => {
    age.value = chosenAge;
    showsPictures.value = chosenAge <= PICTURE_PIN_AGE;
  };
  return (
    <main class="sign-in-screen" data-landscape="nature-and-body" data-look={isOlder(birthYear) ? 'quiet' : 'playful'}>
      <div class="backdrop">
        <Scene landscape="nature-and-body" isTall />
      </div>
      <header>
        {step === 'age' ? (
          <BackLink to="/play" label={t('profiles.title')} />
        ) : (
          <RoundButton icon="back" label={t('register.back')} onClick={goBack} />
        )}
      </header>
      {/* Both PIN steps have one key, so that the keypad keeps its pictures and screen readers announce the message. */}
      <section class="card sign-in-card" key={step === 'again' ? 'pin' : step}>
        {isOlder(birthYear) ? (
          <Heading title={heading}>{heading}</Heading>
        ) : (
          <Guide moment={GUIDED_MOMENTS[step]} heading={heading} isSpoken={isSpoken && errorMessage.value === ''}>
            <Heading title={heading}>{heading}</Heading>
          </Guide>
        )}
        {step === 'age' && (
          <div class="tiles">
            {AGES.map((shownAge) => (
              <button key={shownAge} type="button" class="tile" onClick={() => chooseAge(shownAge)}>
                {shownAge <= PICTURE_PIN_AGE && <Cake candles={shownAge} />}
                {shownAge}
              </button>
            ))}
          </div>
        )}
        {step === 'look' && (
          <div class="tiles looks">
            {listFreeLooks(LOOKS, profiles.data).map((id) => (
              <button
                key={id}
                type="button"
                class="tile"
                aria-label={t(`look.${id}`)}
                onClick={() => (look.value = id)}
              >
                <img class="dim-in-dark" src={`/pictures/${id}.svg`} alt="" />
              </button>
            ))}
          </div>
        )}
        {(step === 'pin' || step === 'again') && (
          <PinEntry
            onPin={handlePin}
            message={errorMessage.value}
            showsPictures={showsPictures.value}
            onShowsPicturesChange={(value) => (showsPictures.value = value)}
            isNew={step === 'pin'}
            onBegin={() => {
              errorMessage.value = '';
            }}
          />
        )}
      </section>
    </main>
  );
}

/** A child who cannot read yet begins with the first quiz that is recommended. The others choose on the home screen. */
async function findFirstPath(age: number): Promise<string> {
  if (age >= READING_AGE) return '/play/home';
  const steps = await fetchNextSteps().catch(() => []);
  const step = chooseFirstQuiz(steps);
  return step ? `/play/task/${step.task.id}` : '/play/home';
}

const CAKE_WIDTH = 80;

/** A cake with as many candles as the child has years, for children who do not know the number yet. */
function Cake({ candles }: { candles: number }) {
  const getX = (i: number) => ((i + 1) * CAKE_WIDTH) / (candles + 1);
  return (
    <svg class="cake" viewBox={`0 0 ${CAKE_WIDTH} 42`} aria-hidden="true">
      {Array.from({ length: candles }, (_, i) => (
        <g key={String(i)}>
          <path class="flame" d={`M${getX(i)} 1c3 4 3 7 0 8c-3-1-3-4 0-8z`} />
          <rect class="candle" x={getX(i) - 1.4} y="9" width="2.8" height="13" rx="1" />
        </g>
      ))}
      <rect class="dough" x="2" y="21" width="76" height="20" rx="6" />
      <path
        class="icing"
        d="M2 27q0-6 6-6h64q6 0 6 6v3q-6 6-12.6 0q-6 6-12.6 0q-6 6-12.7 0q-6 6-12.7 0q-6 6-12.7 0q-6 6-12.7 0z"
      />
    </svg>
  );
}
