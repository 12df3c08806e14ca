import { useSignal } from '@preact/signals';
import type { Todo } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { language, t } from '../../messages.ts';
import { backgroundSendCount, sendOrQueue, waitingWrites } from '../../offline/queue.ts';
import { BigButton, RoundButton } from '../../parts/controls/buttons.tsx';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Failure, Loading, Warning } from '../../parts/loading-and-failure.tsx';
import { mayGuideSpeak, OutboxNote } from '../../parts/outbox.tsx';
import { TODO_IDEAS } from '../../rules/todo-ideas.ts';
import { isYoung } from '../../speech/read-aloud.ts';
import { speak } from '../../speech/speak.ts';
import { fetchOpenTodos } from './open-todos.ts';
import { fetchRewards, getStarsByTodo, RewardsLink } from './rewards-link.tsx';
import { TodoPicture } from './todo-picture.tsx';
import { TodoRow } from './todo-row.tsx';

/** The maximum number of characters that the service accepts. */
const MAX_TITLE_LENGTH = 120;

/** The to-dos that parents have assigned or the child has added: first the open ones, then the most recently finished ones. */
export function TodosScreen() {
  const todos = useLoaded(loadTodos, `todos ${backgroundSendCount.value}`);
  const rewards = useLoaded(fetchRewards, `rewards ${backgroundSendCount.value}`);
  const shownTodos = todos.data ?? [];
  const isEmpty = shownTodos.length === 0 && !waitingWrites.value.some(({ work }) => work?.kind === 'new-todo');
  const starsByTodo = getStarsByTodo(rewards.data);
  const reload = () => {
    todos.reload();
    rewards.reload();
  };
  return (
    <div class="page">
      <main class="page-main">
        <Heading title={t('tabs.todos')}>{t('tabs.todos')}</Heading>
        {todos.data && !isEmpty && <Guide moment="todos" isSpoken={mayGuideSpeak.value} />}
        <OutboxNote />
        {rewards.data && <RewardsLink rewards={rewards.data} />}
        {todos.data && <NewTodo todos={todos.data} onAdded={todos.reload} />}
        {todos.error !== undefined && <Failure error={todos.error} retry={todos.reload} />}
        {!todos.data && todos.error === undefined && <Loading />}
        {todos.data && isEmpty && <EmptyState landscape="numberwood" text={t('todo.empty')} />}
        <ul>
          {shownTodos.map((todo) => (
            <TodoRow key={todo.id} todo={todo} onChange={reload} stars={starsByTodo.get(todo.id)} />
          ))}
          {waitingWrites.value
            .filter(({ work }) => work?.kind === 'new-todo')
            .map(({ id, title }) => (
              <li key={`waiting ${id}`} class="todo card">
                <span class="todo-checkbox" />
                <div class="todo-text">
                  <span>{title}</span>
                  <small class="todo-details muted">{t('outbox.waits')}</small>
                </div>
              </li>
            ))}
        </ul>
      </main>
      <Tabs />
    </div>
  );
}

async function loadTodos(): Promise<Todo[]> {
  const [open, finished] = await Promise.all([
    fetchOpenTodos(100),
    fetchData('/app/todos', { query: { sort: 'completed', limit: 100 } }),
  ]);
  return [...open, ...finished.data];
}

/** Adds a to-do: a text, or a picture for a child who cannot write yet. */
function NewTodo({ todos, onAdded }: { todos: readonly Todo[]; onAdded: () => void }) {
  const title = useSignal('');
  const errorMessage = useSignal('');
  const isWriting = useSignal(!isYoung.value);
  const add = async (newTitle: string) => {
    if (newTitle === '') return;
    try {
      const receipt = await sendOrQueue({ kind: 'new-todo', body: { title: newTitle } }, newTitle);
      title.value = '';
      errorMessage.value = '';
      if (receipt !== 'queued') onAdded();
    } catch (error) {
      errorMessage.value = describeError(error);
    }
  };
  if (!isWriting.value) {
    const openTitles = [
      ...todos.filter(({ status }) => status === 'pending').map(({ title }) => title),
      ...waitingWrites.value.map(({ title }) => title),
    ];
    const ideas = TODO_IDEAS.map((idea) => t(`todo.idea.${idea}`)).filter((idea) => !openTitles.includes(idea));
    return (
      <div class="todo-ideas">
        {ideas.map((idea) => (
          <button
            key={idea}
            type="button"
            class="card"
            aria-label={idea}
            onClick={() => {
              speak(idea, language.value);
              void add(idea);
            }}
          >
            <TodoPicture title={idea} />
          </button>
        ))}
        <RoundButton icon="plus" label={t('todo.new')} onClick={() => (isWriting.value = true)} />
        <Warning text={errorMessage.value} />
      </div>
    );
  }
  return (
    <form
      class="new-todo"
      onSubmit={(event) => {
        event.preventDefault();
        void add(title.value.trim());
      }}
    >
      <input
        class="text-input"
        aria-label={t('todo.new')}
        placeholder={t('todo.new')}
        maxLength={MAX_TITLE_LENGTH}
        value={title.value}
        onInput={(event) => (title.value = event.currentTarget.value)}
      />
      <BigButton disabled={title.value.trim() === ''} onClick={() => void add(title.value.trim())}>
        {t('todo.add')}
      </BigButton>
      <Warning text={errorMessage.value} />
    </form>
  );
}
