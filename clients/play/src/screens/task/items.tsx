import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import {
  type AnswerValue,
  type Data,
  type Item,
  isRequestError,
  type TaskDetail,
} from '../../../../typescript/src/index.ts';
import { send } from '../../api/read.ts';
import { ItemPart } from '../../items/item-part.tsx';
import { language, t } from '../../messages.ts';
import { queueCompletion } from '../../offline/queue.ts';
import { Press, Round, ScreenLink, Speaker } from '../../parts/buttons.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { errorText } from '../../parts/states.tsx';
import { initialAnswer, isComplete } from '../../rules/answers.ts';
import { Ground } from '../../scenes/scene.tsx';
import { readsAloud, say, stopSaying } from '../../speech/say.ts';
import type { Ending } from './ending.ts';
import { ItemMedia } from './item-media.tsx';
import { type Told, ToldSheet } from './told.tsx';

type Verdict = Data<'post', '/app/tasks/{id}/answer'>;

interface ItemsProps {
  readonly task: TaskDetail;
  readonly finish: (ending: Ending) => void;
}

/** The items of an attempt, one a screen. It begins at the first that is not finished. */
export function Items({ task, finish }: ItemsProps) {
  const saved = new Map(task.attempt?.answers_saved.map(({ item_id, response }) => [item_id, response]));
  const closed = new Set(
    task.attempt?.answers_judged.filter(({ tries_left }) => tries_left === 0).map(({ item_id }) => item_id),
  );
  const first = task.items.findIndex(({ id, kind }) => kind !== 'info' && !closed.has(id));
  const isResumed = closed.size > 0;
  const at = useSignal(isResumed && first > 0 ? first : isResumed && first < 0 ? task.items.length - 1 : 0);
  const answers = useSignal<ReadonlyMap<string, AnswerValue>>(saved);
  const begun = useRef(Date.now());
  const problem = useSignal('');
  const item = task.items[at.value];
  const complete = async () => {
    const given = [...answers.value].map(([item_id, response]) => ({ item_id, response }));
    const time_spent_seconds = Math.round((Date.now() - begun.current) / 1000);
    const body = { answers: given, time_spent_seconds };
    try {
      if (navigator.onLine) {
        finish(await send((client) => client.post('/app/tasks/{id}/complete', { path: { id: task.id }, body })));
        return;
      }
    } catch (error) {
      if (!isRequestError(error, 'NO_RESPONSE')) {
        problem.value = errorText(error);
        return;
      }
    }
    await queueCompletion(task.id, body);
    finish('kept');
  };
  const next = () => {
    stopSaying();
    if (at.value + 1 < task.items.length) at.value += 1;
    else void complete();
  };
  if (!item) return null;
  return (
    <>
      <Ground />
      <header>
        <ScreenLink href={`/play/world/${task.world_id}`} look="round" label={t('task.leave')}>
          <Icon name="close" />
        </ScreenLink>
        <Dots items={task.items} at={at.value} />
      </header>
      <ItemPage
        key={item.id}
        task={task}
        item={item}
        saved={answers.value.get(item.id)}
        isClosed={closed.has(item.id)}
        onAnswer={(value) => {
          answers.value = new Map(answers.value).set(item.id, value);
        }}
        onNext={next}
      />
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </>
  );
}

function Dots({ items, at }: { items: readonly Item[]; at: number }) {
  return (
    <div class="string" role="img" aria-label={t('task.step', { step: at + 1, count: items.length })}>
      {items.map(({ id }, i) => (
        <i key={id} class={i < at ? 'on' : i === at ? 'now' : ''} />
      ))}
    </div>
  );
}

interface ItemPageProps {
  readonly task: TaskDetail;
  readonly item: Item;
  readonly saved: AnswerValue | undefined;
  readonly isClosed: boolean;
  readonly onAnswer: (value: AnswerValue) => void;
  readonly onNext: () => void;
}

function ItemPage({ task, item, saved, isClosed, onAnswer, onNext }: ItemPageProps) {
  const value = useSignal<AnswerValue | undefined>(saved ?? initialAnswer(item));
  const verdict = useSignal<Verdict | 'kept' | undefined>(undefined);
  const isEdited = useSignal(false);
  const isBusy = useSignal(false);
  const problem = useSignal('');
  const news = useSignal('');
  const hints = useSignal<{ texts: readonly string[]; left: number }>({ texts: [], left: item.hints_available });
  const isInfo = item.kind === 'info';
  const isDone = isInfo || isClosed || verdict.value === 'kept' || verdict.value?.tries_left === 0;
  const spoken = isInfo ? `${item.prompt} ${item.text}` : item.prompt;
  useEffect(() => {
    if (readsAloud.value) say(spoken, language.value);
  }, []);
  const canCheck = !isBusy.value && isComplete(item, value.value) && (verdict.value === undefined || isEdited.value);
  const check = async () => {
    if (isDone) return onNext();
    const response = value.value;
    if (!canCheck || response === undefined || response === null) return;
    problem.value = '';
    onAnswer(response);
    if (!navigator.onLine) {
      verdict.value = 'kept';
      isEdited.value = false;
      return;
    }
    isBusy.value = true;
    try {
      const body = { item_id: item.id, response };
      verdict.value = await send((client) => client.post('/app/tasks/{id}/answer', { path: { id: task.id }, body }));
      isEdited.value = false;
      if (readsAloud.value) say(verdict.value.feedback, language.value);
    } catch (error) {
      if (isRequestError(error, 'NO_RESPONSE')) {
        verdict.value = 'kept';
        isEdited.value = false;
      } else problem.value = errorText(error);
    } finally {
      isBusy.value = false;
    }
  };
  const takeHint = async () => {
    try {
      const body = { item_id: item.id };
      const taken = await send((client) => client.post('/app/tasks/{id}/hint', { path: { id: task.id }, body }));
      hints.value = { texts: taken.hints, left: taken.hints_left };
      if (readsAloud.value) say(taken.hints.at(-1) ?? '', language.value);
    } catch (error) {
      problem.value = errorText(error);
    }
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    if (event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement) return;
    event.preventDefault();
    void check();
  };
  return (
    <>
      <main class="work" onKeyDown={onEnter}>
        <div class="ask">
          <Speaker text={spoken} />
          <Heading title={item.prompt}>{item.prompt}</Heading>
          {hints.value.left > 0 && !isDone && (
            <Round icon="bulb" label={t('task.hint', { count: hints.value.left })} onClick={() => void takeHint()}>
              <span class="count">{hints.value.left}</span>
            </Round>
          )}
        </div>
        {hints.value.texts.length > 0 && (
          <ul class="hints" aria-live="polite">
            {hints.value.texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <div class={`columns ${item.media.length > 0 ? 'with-picture' : ''}`}>
          {item.media.length > 0 && <ItemMedia media={item.media} />}
          <ItemPart
            item={item}
            value={value.value}
            isClosed={isDone}
            onChange={(changed) => {
              value.value = changed;
              isEdited.value = true;
            }}
            onSend={() => void check()}
            tell={(text) => {
              news.value = text;
            }}
          />
        </div>
        <p class="hide" aria-live="polite">
          {news.value}
        </p>
      </main>
      <div class="foot">
        <ToldSheet told={toTold(verdict.value, isEdited.value)} problem={problem.value}>
          <Press
            look={verdict.value !== undefined && isDone ? 'good' : 'world'}
            disabled={!isDone && !canCheck}
            onClick={() => void check()}
          >
            {isDone ? t('task.next') : t('task.check')}
          </Press>
        </ToldSheet>
      </div>
    </>
  );
}

function toTold(verdict: Verdict | 'kept' | undefined, isEdited: boolean): Told | undefined {
  if (verdict === undefined || isEdited) return undefined;
  if (verdict === 'kept') return { look: 'try', title: t('told.kept'), text: t('told.keptText') };
  if (verdict.correct) return { look: 'good', title: t('told.right'), text: verdict.feedback };
  if (verdict.tries_left > 0) return { look: 'try', title: t('told.nearly'), text: verdict.feedback };
  return { look: 'try', title: t('told.learned'), text: verdict.feedback };
}
