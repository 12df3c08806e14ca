import { useSignal } from '@preact/signals';
import type { Todo, UpdateTodoRequest } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { t } from '../../messages.ts';
import { deleteWrite, sendOrQueue, waitingWrites } from '../../offline/queue.ts';
import { RowSpeaker } from '../../parts/controls/row-speaker.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Warning } from '../../parts/loading-and-failure.tsx';
import { StarCount } from '../../parts/star-count.tsx';
import { applyWaitingWrites } from '../../rules/waiting-todos.ts';
import { formatDay } from '../me/calendar-days.ts';
import { TodoPicture } from './todo-picture.tsx';

/** A to-do that the child can mark as done or as open again, with its checklist. */
export function TodoRow({
  todo,
  onChange,
  stars = 0,
}: {
  todo: Todo;
  onChange: () => void;
  stars?: number | undefined;
}) {
  const errorMessage = useSignal('');
  const { id, title, xp_reward, requires_approval, allowed_transitions, decision_note, due_date } = todo;
  const { status, checklist, waitingStatusChange } = applyWaitingWrites(todo, waitingWrites.value);
  const isDone = status === 'done' || status === 'approved' || status === 'awaiting_approval';
  const nextStatus = isDone ? 'pending' : 'done';
  const update = async (body: UpdateTodoRequest) => {
    errorMessage.value = '';
    try {
      if ((await sendOrQueue({ kind: 'todo', todoId: id, body }, title)) !== 'queued') onChange();
    } catch (error) {
      errorMessage.value = describeError(error);
    }
  };
  const toggle = () => {
    if (waitingStatusChange) void deleteWrite(waitingStatusChange.id ?? 0);
    else void update({ status: nextStatus });
  };
  // A waiting change can be taken back only if it cannot have reached the service yet.
  const canToggle = waitingStatusChange
    ? waitingStatusChange.firstTriedAt === undefined
    : allowed_transitions.includes(nextStatus);
  const getStatusText = () => {
    if (waitingStatusChange) return t('outbox.waits');
    if (status === 'awaiting_approval') return t('todo.awaitingApproval');
    if (isDone) return t('todo.done');
    return status === 'rejected' ? t('creative.changes_requested') : '';
  };
  const statusText = getStatusText();
  return (
    <li class={`todo card ${isDone ? 'done' : ''}`}>
      <button
        type="button"
        class="todo-checkbox"
        aria-pressed={isDone}
        aria-label={t(isDone ? 'todo.untick' : 'todo.tick', { title })}
        disabled={!canToggle}
        onClick={toggle}
      >
        {isDone && <Icon name="check" />}
      </button>
      <TodoPicture title={title} />
      <div class="todo-text">
        <span>{title}</span>
        <small class="todo-details muted">
          {due_date && <span>{formatDay(due_date, { weekday: 'short', day: 'numeric', month: 'short' })}</span>}
          {statusText && <span class="todo-status">{statusText}</span>}
          {requires_approval && !isDone && !statusText && <span>{t('todo.needsApproval')}</span>}
        </small>
        {decision_note && <small>{decision_note}</small>}
        {checklist.length > 0 && (
          <ul class="checklist">
            {checklist.map((entry) => (
              <li key={entry.id}>
                <label>
                  <input
                    type="checkbox"
                    checked={entry.done || isDone}
                    disabled={isDone}
                    // The whole checklist must be sent; an entry without `done` keeps its state.
                    onChange={() =>
                      void update({
                        checklist: checklist.map(({ id: entryId, done }) =>
                          entryId === entry.id ? { id: entryId, done: !done } : { id: entryId },
                        ),
                      })
                    }
                  />
                  {entry.text}
                </label>
              </li>
            ))}
          </ul>
        )}
        <Warning text={errorMessage.value} />
      </div>
      {!isDone && xp_reward + stars > 0 && (
        <em>
          {xp_reward > 0 && t('todo.xp', { xp: xp_reward })}
          {stars > 0 && <StarCount stars={stars} />}
        </em>
      )}
      <RowSpeaker texts={[title, statusText, decision_note, ...checklist.map(({ text }) => text)]} />
    </li>
  );
}
