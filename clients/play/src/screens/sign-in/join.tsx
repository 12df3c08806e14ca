import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isRequestError } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { getAnonymousClient } from '../../api/session.ts';
import { language, t } from '../../messages.ts';
import { BackLink, BigButton, ScreenLink } from '../../parts/controls/buttons.tsx';
import { TextForm } from '../../parts/controls/text-form.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { navigate } from '../../router.ts';
import { Scene } from '../../scenes/scene.tsx';
import { savePictureChoice } from './picture-choice.ts';

/**
 * Brings the children of the parent who shows this code to the device, and then asks for a PIN. Asks before it follows an address, which
 * anybody may have sent.
 */
export function JoinScreen({ code }: { code: string }) {
  const message = useSignal('');
  const names = useSignal<readonly string[]>([]);
  const preview = async (code: string) => {
    const { children } = await getAnonymousClient().post('/app/auth/tablet', { body: { code, preview: true } });
    if (children.length === 0) navigate('/play', { replace: true });
    names.value = children.map(({ display_name }) => display_name);
  };
  const connect = async (typedCode: string) => {
    const body = { code: typedCode };
    const { children } = await getAnonymousClient().post('/app/auth/tablet', { body });
    for (const { id, uses_pictures } of children) await savePictureChoice(id, uses_pictures);
    const [child, ...others] = children;
    navigate(child && others.length === 0 ? `/play/pin/${child.id}` : '/play', { replace: true });
  };
  const run = async (action: Promise<void>) => {
    message.value = '';
    try {
      await action;
    } catch (error) {
      message.value = isRequestError(error, 'INVALID_CODE') ? t('join.wrong') : describeError(error);
    }
    return '';
  };
  useEffect(() => {
    if (code) void run(preview(code));
  }, []);
  const isAsking = !code || message.value !== '';
  const isQuestion = !isAsking && names.value.length > 0;
  const list = new Intl.ListFormat(language.value, { type: 'conjunction' }).format(names.value);
  const title = isQuestion ? t('join.question', { names: list }) : t(isAsking ? 'join.title' : 'join.connecting');
  return (
    <main class="sign-in-screen" data-landscape="numberwood">
      <div class="backdrop">
        <Scene landscape="numberwood" isTall />
      </div>
      <header>
        <BackLink to="/play" label={t('profiles.title')} />
      </header>
      <section class="card sign-in-card">
        <Guide moment="join" heading={title}>
          <Heading title={title}>{title}</Heading>
        </Guide>
        {message.value && (
          <p class="pin-message" role="status">
            {message.value}
          </p>
        )}
        {isQuestion && (
          <>
            <p>{t('join.hint')}</p>
            <BigButton className="full-width" onClick={() => void run(connect(code))}>
              {t('join.connect')}
            </BigButton>
            <ScreenLink href="/play" className="link-button">
              {t('join.no')}
            </ScreenLink>
          </>
        )}
        {isAsking && (
          <TextForm
            label={t('join.code')}
            buttonText={t('settings.connect')}
            initialText=""
            submit={(typedCode) => run(connect(typedCode))}
          />
        )}
      </section>
    </main>
  );
}
