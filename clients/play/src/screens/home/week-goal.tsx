import { useSignal } from '@preact/signals';
import { describeError } from '../../api/describe-error.ts';
import type { Goal } from '../../api/goal.ts';
import { callApi } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { Dialog } from '../../parts/controls/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Warning } from '../../parts/loading-and-failure.tsx';
import { ProgressBar } from '../../parts/progress/progress-bar.tsx';

/** The goals that a child can choose. None has all seven days, because a week should have a day to rest. */
const DAYS_PER_WEEK = [2, 3, 4, 5, 6] as const;

/** The goal of the child for this week. A tap on it opens the choice. */
export function WeekGoal({ goal, onChange }: { readonly goal: Goal; readonly onChange: () => void }) {
  const isOpen = useSignal(false);
  const { days_per_week: days, days_done: done, paused, together } = goal;
  return (
    <>
      <button
        type="button"
        class="menu-link other-step"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        <Icon name="check" />
        <span class="next-step-label week-goal">
          <b>{t('goal.title')}</b>
          {days === null ? (
            <small>{t('goal.choose')}</small>
          ) : paused ? (
            <small>{t('goal.paused')}</small>
          ) : (
            <>
              <ProgressBar
                progress={done / days}
                text={t(done >= days ? 'goal.reached' : 'goal.progress', { done, days })}
              />
              {together && (
                <ProgressBar
                  progress={together.days_done / together.days_per_week}
                  text={t('goal.together', { done: together.days_done, days: together.days_per_week })}
                />
              )}
            </>
          )}
        </span>
      </button>
      {isOpen.value && (
        <GoalDialog
          chosen={days}
          onChange={onChange}
          close={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}

interface GoalDialogProps {
  readonly chosen: number | null;
  readonly onChange: () => void;
  readonly close: () => void;
}

function GoalDialog({ chosen, onChange, close }: GoalDialogProps) {
  const errorMessage = useSignal('');
  const isBusy = useSignal(false);
  const choose = async (days_per_week: number | null) => {
    isBusy.value = true;
    try {
      await callApi((client) => client.post('/app/goal', { body: { days_per_week } }));
      onChange();
      close();
    } catch (error) {
      errorMessage.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <Dialog label={t('goal.title')} close={close}>
      <h2>{t('goal.question')}</h2>
      <p class="muted">{t('goal.why')}</p>
      <div class="goal-days">
        {DAYS_PER_WEEK.map((days) => (
          <button
            key={days}
            type="button"
            class="big-button secondary"
            aria-pressed={days === chosen}
            aria-label={t('goal.days', { days })}
            disabled={isBusy.value}
            onClick={() => void choose(days)}
          >
            {days}
          </button>
        ))}
      </div>
      {chosen !== null && (
        <button type="button" class="link-button" disabled={isBusy.value} onClick={() => void choose(null)}>
          {t('goal.remove')}
        </button>
      )}
      <Warning text={errorMessage.value} />
    </Dialog>
  );
}
