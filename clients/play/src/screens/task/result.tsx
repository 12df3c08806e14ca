import type { Completion, TaskDetail } from '../../../../typescript/src/index.ts';
import { session } from '../../api/session.ts';
import { t } from '../../messages.ts';
import { waiting } from '../../offline/queue.ts';
import { BigButton, ScreenLink } from '../../parts/buttons.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { go } from '../../router.ts';
import { getWayOut } from '../../rules/way-out.ts';
import { Scene } from '../../scenes/scene.tsx';
import { getLandscapeName } from '../../scenes/worlds.tsx';

interface ResultProps {
  readonly task: TaskDetail;
  readonly completion: Completion;
  readonly startAgain: () => void;
}

/** The result of a task: stars, feedback, XP by reason, level, badges and the next step. */
export function ResultScreen({ task, completion, startAgain }: ResultProps) {
  const { passed, stars, items, xp_breakdown, level_up, badges_awarded, next_task_id } = completion;
  const isWaiting = completion.attempt.status === 'pending_review';
  const right = items.filter(({ correct }) => correct).length;
  const name = session.value?.name ?? '';
  const wayOut = getWayOut(task);
  const title = isWaiting ? t('result.waiting') : passed ? t('result.passed', { name }) : t('result.notYet');
  return (
    <main class="result" data-world={getLandscapeName(task.world_id)}>
      <div class="back">
        <Scene world={task.world_id} tall />
      </div>
      {passed && stars > 1 && <Confetti />}
      <div class="stage">
        {!isWaiting && <BigStars count={stars} />}
        <section class="sheet card-done">
          <Heading title={title}>{title}</Heading>
          <p>
            {isWaiting
              ? t('result.waitingText')
              : items.length > 0
                ? t('result.right', { right, count: items.length })
                : t('result.effort')}
          </p>
          <ul class="why">
            {xp_breakdown.map(({ reason, amount }) => (
              <li key={reason}>
                {t(`xp.${reason}`)}
                <b>{t('result.xp', { xp: amount })}</b>
              </li>
            ))}
          </ul>
          {level_up && (
            <div class="up">
              <Icon name="medal" />
              <div>
                <h2>{t('result.level', { level: level_up.to, name: level_up.level_name })}</h2>
                {level_up.unlocked_items.length > 0 && (
                  <p>{t('result.opens', { count: level_up.unlocked_items.length })}</p>
                )}
              </div>
            </div>
          )}
          {badges_awarded.map((badge) => (
            <div class="up" key={badge.id}>
              <img class="pic" src={toLocalPath(badge.icon_url)} alt="" />
              <div>
                <h2>{badge.name}</h2>
                <p>{badge.description}</p>
              </div>
            </div>
          ))}
        </section>
      </div>
      <div class="foot">
        {passed && next_task_id && (
          <BigButton look="world wide" onClick={() => go(`/play/task/${next_task_id}`, { replace: true })}>
            {t('result.next')}
          </BigButton>
        )}
        {!passed && !isWaiting && (
          <BigButton look="world wide" onClick={startAgain}>
            {t('result.again')}
          </BigButton>
        )}
        <ScreenLink href={wayOut.path} look="link">
          {t(wayOut.label)}
        </ScreenLink>
      </div>
    </main>
  );
}

/** A finished task that waits for the network. */
export function WaitingTask({ task }: { task: TaskDetail }) {
  const isWaiting = waiting.value.some(({ work }) => work && 'taskId' in work && work.taskId === task.id);
  return (
    <TaskEnding
      task={task}
      icon={isWaiting ? 'cloud' : 'check'}
      title={t(isWaiting ? 'feedback.queued' : 'result.sent')}
      text={t(isWaiting ? 'result.queued' : 'result.sentText')}
    />
  );
}

/** A task that was finished before, in another tab or on another device. */
export function FinishedElsewhere({ task }: { task: TaskDetail }) {
  return (
    <TaskEnding task={task} icon="check" title={t('result.endedElsewhere')} text={t('result.endedElsewhereText')} />
  );
}

interface TaskEndingProps {
  readonly task: TaskDetail;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

function TaskEnding({ task, icon, title, text }: TaskEndingProps) {
  const wayOut = getWayOut(task);
  return (
    <main class="result" data-world={getLandscapeName(task.world_id)}>
      <div class="back">
        <Scene world={task.world_id} tall />
      </div>
      <div class="stage">
        <section class="sheet card-done">
          <Icon name={icon} />
          <Heading title={title}>{title}</Heading>
          <p>{text}</p>
        </section>
      </div>
      <div class="foot">
        <BigButton look="world wide" onClick={() => go(wayOut.path)}>
          {t(wayOut.label)}
        </BigButton>
      </div>
    </main>
  );
}

function BigStars({ count }: { count: number }) {
  return (
    <div class="stars" role="img" aria-label={t('result.stars', { stars: count })}>
      {[1, 3, 2].map((starNumber, i) => (
        <svg
          key={starNumber}
          viewBox="0 0 100 100"
          class={(i === 0 ? 1 : i === 1 ? 2 : 3) <= count ? '' : 'empty'}
          aria-hidden="true"
        >
          <path
            stroke-linejoin="round"
            d="M50 8c3 0 5 2 6 4l10 22 24 3c5 1 7 6 3 10L75 64l5 24c1 5-4 9-9 6L50 82 29 94c-5 3-10-1-9-6l5-24L7 47c-4-4-2-9 3-10l24-3 10-22c1-2 3-4 6-4z"
          />
        </svg>
      ))}
    </div>
  );
}

/** Confetti that falls once. */
function Confetti() {
  return (
    <div class="confetti" aria-hidden="true">
      {Array.from({ length: 24 }, (_, i) => (
        <i key={String(i)} />
      ))}
    </div>
  );
}
