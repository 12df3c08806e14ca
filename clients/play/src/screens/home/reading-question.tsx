import { useSignal } from '@preact/signals';
import { describeError } from '../../api/describe-error.ts';
import { callApi } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { BigButton } from '../../parts/controls/buttons.tsx';
import { GuideFace } from '../../parts/guide.tsx';
import { Warning } from '../../parts/loading-and-failure.tsx';

/** Asks a young child once whether it reads, because the service then offers other tasks. `onAnswer` is called after the answer. */
export function ReadingQuestion({ onAnswer }: { onAnswer: () => void }) {
  const errorMessage = useSignal('');
  const isBusy = useSignal(false);
  const texts = (['question', 'why', 'yes', 'notYet'] as const).map((name) => ({ text: t(`reading.${name}`) }));
  const answer = async (reads: boolean) => {
    isBusy.value = true;
    try {
      await callApi((client) => client.post('/app/reading', { body: { reads } }));
      onAnswer();
    } catch (error) {
      errorMessage.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <section class="card question-card">
      <GuideFace texts={texts} mood="calm" />
      <h2>{t('reading.question')}</h2>
      <p class="muted">{t('reading.why')}</p>
      <div class="question-answers">
        <BigButton className="secondary" icon="check" disabled={isBusy.value} onClick={() => void answer(true)}>
          {t('reading.yes')}
        </BigButton>
        <BigButton className="secondary" icon="speaker" disabled={isBusy.value} onClick={() => void answer(false)}>
          {t('reading.notYet')}
        </BigButton>
      </div>
      <Warning text={errorMessage.value} />
    </section>
  );
}
