import { useSignal } from '@preact/signals';
import type { Todo } from '../../../../typescript/src/index.ts';
import { send } from '../../api/read.ts';
import { t } from '../../messages.ts';
import { Icon } from '../../parts/icon.tsx';
import { errorText } from '../../parts/states.tsx';

/** A to-do with its tick, which can be taken back, and its checklist. */
export function TodoRow({ todo, onChange }: { todo: Todo; onChange: () => void }) {
  const problem = useSignal('');
  const { id, title, status, xp_reward, requires_approval, allowed_transitions, checklist, decision_note } = todo;
  const isDone = status === 'done' || status === 'approved' || status === 'awaiting_approval';
  const next = isDone ? 'pending' : 'done';
  const update = async (body: object) => {
    problem.value = '';
    try {
      await send((client) => client.patch('/app/todos/{id}', { path: { id }, body }));
      onChange();
    } catch (error) {
      problem.value = errorText(error);
    }
  };
  const canChange = allowed_transitions.includes(next);
  const note =
    status === 'awaiting_approval'
      ? t('todo.waiting')
      : isDone
        ? t('todo.done')
        : xp_reward > 0
          ? t('todo.xp', { xp: xp_reward })
          : '';
  return (
    <li class={`todo sheet ${isDone ? 'done' : ''}`}>
      <button
        type="button"
        class="box"
        aria-pressed={isDone}
        aria-label={t(isDone ? 'todo.untick' : 'todo.tick', { title })}
        disabled={!canChange}
        onClick={() => void update({ status: next })}
      >
        {isDone && <Icon name="check" />}
      </button>
      <div class="todo-text">
        <span>{title}</span>
        {requires_approval && !isDone && <small class="soft">{t('todo.parentLooks')}</small>}
        {decision_note && <small>{decision_note}</small>}
        {checklist.length > 0 && (
          <ul class="checklist">
            {checklist.map((entry) => (
              <li key={entry.id}>
                <label>
                  <input
                    type="checkbox"
                    checked={entry.done}
                    disabled={isDone}
                    onChange={() =>
                      void update({
                        checklist: checklist.map((each) =>
                          each.id === entry.id ? { id: each.id, done: !each.done } : { id: each.id },
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
        {problem.value && (
          <small class="problem" role="alert">
            {problem.value}
          </small>
        )}
      </div>
      <em>{note}</em>
    </li>
  );
}
