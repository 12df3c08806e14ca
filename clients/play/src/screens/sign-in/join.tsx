import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isRequestError } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { getAnonymousClient } from '../../api/session.ts';
import { t } from '../../messages.ts';
import { BackLink } from '../../parts/controls/buttons.tsx';
import { TextForm } from '../../parts/controls/text-form.tsx';
import { Heading } from '../../parts/heading.tsx';
import { navigate } from '../../router.ts';
import { Scene } from '../../scenes/scene.tsx';
import { savePictureChoice } from './picture-choice.ts';

/** Brings the children of the parent who shows this code to the device, and then asks for a PIN. */
export function JoinScreen({ code }: { code: string }) {
  const message = useSignal('');
  const connect = async (typedCode: string) => {
    const body = { code: typedCode };
    const { children } = await getAnonymousClient().post('/app/auth/tablet', { body });
    for (const { id, uses_pictures } of children) await savePictureChoice(id, uses_pictures);
    const [child, ...others] = children;
    navigate(child && others.length === 0 ? `/play/pin/${child.id}` : '/play', { replace: true });
  };
  const tryToConnect = async (typedCode: string) => {
    message.value = '';
    try {
      await connect(typedCode);
    } catch (error) {
      message.value = isRequestError(error, 'INVALID_CODE') ? t('join.wrong') : describeError(error);
    }
    return '';
  };
  useEffect(() => {
    if (code) void tryToConnect(code);
  }, []);
  const isAsking = !code || message.value !== '';
  const title = t(isAsking ? 'join.title' : 'join.connecting');
  return (
    <main class="sign-in-screen" data-landscape="numberwood">
      <div class="backdrop">
        <Scene landscape="numberwood" isTall />
      </div>
      <header>
        <BackLink to="/play" label={t('profiles.title')} />
      </header>
      <section class="card sign-in-card">
        <Heading title={title}>{title}</Heading>
        {message.value && (
          <p class="pin-message" role="status">
            {message.value}
          </p>
        )}
        {isAsking && (
          <TextForm
            label={t('join.code')}
            buttonText={t('settings.connect')}
            initialText=""
            submit={(typedCode) => tryToConnect(typedCode)}
          />
        )}
      </section>
    </main>
  );
}
