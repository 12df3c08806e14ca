import { useSignal } from '@preact/signals';
import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { t } from '../../messages.ts';
import { sendOrQueue } from '../../offline/queue.ts';
import { BigButton } from '../../parts/controls/buttons.tsx';
import { Warning } from '../../parts/loading-and-failure.tsx';
import { ReadingText } from '../../parts/reading-text.tsx';
import type { Ending } from './ending.ts';
import { TaskBackdrop } from './task-backdrop.tsx';
import { TaskHeader, TaskIntroduction } from './task-introduction.tsx';

/** A task in the real world, with a button that reports it as done. */
export function RealWorldTask({ task, finish }: { task: TaskDetail; finish: (ending: Ending) => void }) {
  const errorMessage = useSignal('');
  const isBusy = useSignal(false);
  const submit = async () => {
    isBusy.value = true;
    try {
      const work = { kind: 'completion', taskId: task.id, task, attemptId: undefined, body: {} } as const;
      const receipt = await sendOrQueue(work, task.title);
      finish(receipt === 'already-received' ? 'ended-elsewhere' : receipt);
    } catch (error) {
      errorMessage.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  const isPendingReview = task.status === 'pending_review';
  return (
    <>
      <TaskBackdrop />
      <TaskHeader task={task} />
      <main class="task-content">
        <TaskIntroduction
          task={task}
          news={isPendingReview ? [t('task.pending_review')] : []}
          advice={isPendingReview ? [] : [t('guide.real_world')]}
        />
        {task.items.map((item) => (
          <section key={item.id} class="item-content">
            <h2>{item.prompt}</h2>
            {item.kind === 'info' && <ReadingText text={item.text} />}
          </section>
        ))}
      </main>
      <div class="action-bar">
        <Warning text={errorMessage.value} />
        <BigButton
          className="world-color full-width"
          disabled={isBusy.value || isPendingReview}
          onClick={() => void submit()}
        >
          {isPendingReview ? t('task.pending_review') : t('task.didIt')}
        </BigButton>
      </div>
    </>
  );
}
