import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import {
  type AnswerValue,
  type Data,
  type Item,
  isRequestError,
  type TaskDetail,
} from '../../../../typescript/src/index.ts';
import { send } from '../../api/requests.ts';
import { ItemPart } from '../../items/item-part.tsx';
import { language, t } from '../../messages.ts';
import { deleteDraft, saveDraft } from '../../offline/drafts.ts';
import { deliver } from '../../offline/queue.ts';
import { BigButton, RoundButton, ScreenLink, Speaker } from '../../parts/buttons.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { describeError } from '../../parts/states.tsx';
import { initialAnswer, isComplete } from '../../rules/answers.ts';
import { Ground } from '../../scenes/scene.tsx';
import { readsAloud, say, stopSaying } from '../../speech/say.ts';
import { type Ending, hasEndedElsewhere } from './ending.ts';
import { ItemMedia } from './item-media.tsx';
import { type Told, ToldSheet } from './told.tsx';

type Verdict = Data<'post', '/app/tasks/{id}/answer'>;

/** The progress in an attempt. It is saved on the device with each answer. */
export interface ItemsDraft {
  readonly attemptId: string | undefined;
  readonly at: number;
  readonly answers: readonly (readonly [string, AnswerValue])[];
  /** The items with an answer, checked or not. */
  readonly done: readonly string[];
  readonly seconds: number;
}

interface ItemsProps {
  readonly task: TaskDetail;
  readonly draft: ItemsDraft | undefined;
  readonly finish: (ending: Ending) => void;
}

/** The items of an attempt, one at a time. Starts at the item where the child stopped, or at the first unfinished one. */
export function Items({ task, draft, finish }: ItemsProps) {
  const at = useSignal(draft?.at ?? firstOpen(task));
  const answers = useSignal(
    new Map([
      ...(task.attempt?.answers_saved ?? []).map(({ item_id, response }) => [item_id, response] as const),
      ...(draft?.answers ?? []),
    ]),
  );
  const done = useSignal(new Set([...listJudged(task), ...(draft?.done ?? [])]));
  const begun = useRef(Date.now() - (draft?.seconds ?? 0) * 1000);
  const isEnding = useRef(false);
  const problem = useSignal('');
  const item = task.items[at.value];
  const keep = () =>
    saveDraft(task.id, {
      attemptId: task.attempt?.id,
      at: at.value,
      answers: [...answers.value],
      done: [...done.value],
      seconds: secondsSince(begun.current),
    } satisfies ItemsDraft);
  const end = async (ending: Ending) => {
    await deleteDraft(task.id);
    finish(ending);
  };
  const complete = async () => {
    if (isEnding.current) return;
    isEnding.current = true;
    const given = [...answers.value].map(([item_id, response]) => ({ item_id, response }));
    const body = { answers: given, time_spent_seconds: secondsSince(begun.current) };
    try {
      const receipt = await deliver(
        { kind: 'completion', taskId: task.id, attemptId: task.attempt?.id, body },
        task.title,
      );
      await end(receipt === 'already there' ? 'over' : receipt);
    } catch (error) {
      if (hasEndedElsewhere(error)) await end('over');
      else problem.value = describeError(error);
    } finally {
      isEnding.current = false;
    }
  };
  const next = () => {
    stopSaying();
    if (at.value + 1 < task.items.length) {
      at.value += 1;
      void keep();
    } else void complete();
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
        isClosed={done.value.has(item.id)}
        onAnswer={(value) => {
          answers.value = new Map(answers.value).set(item.id, value);
          void keep();
        }}
        onDone={() => {
          done.value = new Set(done.value).add(item.id);
          void keep();
        }}
        onOver={() => void end('over')}
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

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}

function listJudged(task: TaskDetail): string[] {
  return (task.attempt?.answers_judged ?? [])
    .filter(({ tries_left }) => tries_left === 0)
    .map(({ item_id }) => item_id);
}

/** The first item that is not checked yet; the first of all items when none is checked. */
function firstOpen(task: TaskDetail): number {
  const judged = listJudged(task);
  if (judged.length === 0) return 0;
  const first = task.items.findIndex(({ id, kind }) => kind !== 'info' && !judged.includes(id));
  return first < 0 ? task.items.length - 1 : first;
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
  /** The answer that is shown, even before it is checked. */
  readonly onAnswer: (value: AnswerValue) => void;
  /** The item cannot be answered again. */
  readonly onDone: () => void;
  /** The attempt has ended in another tab or on another device. */
  readonly onOver: () => void;
  readonly onNext: () => void;
}

function ItemPage({ task, item, saved, isClosed, onAnswer, onDone, onOver, onNext }: ItemPageProps) {
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
  const keepHere = () => {
    verdict.value = 'kept';
    isEdited.value = false;
    onDone();
  };
  const check = async () => {
    if (isDone) return onNext();
    const response = value.value;
    if (!canCheck || response === undefined || response === null) return;
    problem.value = '';
    onAnswer(response);
    if (!navigator.onLine) return keepHere();
    isBusy.value = true;
    try {
      const body = { item_id: item.id, response };
      verdict.value = await send((client) => client.post('/app/tasks/{id}/answer', { path: { id: task.id }, body }));
      isEdited.value = false;
      if (verdict.value.tries_left === 0) onDone();
      if (readsAloud.value) say(verdict.value.feedback, language.value);
    } catch (error) {
      if (isRequestError(error, 'NO_RESPONSE')) keepHere();
      else if (hasEndedElsewhere(error)) onOver();
      else problem.value = describeError(error);
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
      problem.value = describeError(error);
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
            <RoundButton
              icon="bulb"
              label={t('task.hint', { count: hints.value.left })}
              onClick={() => void takeHint()}
            >
              <span class="count">{hints.value.left}</span>
            </RoundButton>
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
              onAnswer(changed);
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
          <BigButton
            look={verdict.value !== undefined && isDone ? 'good' : 'world'}
            disabled={!isDone && !canCheck}
            onClick={() => void check()}
          >
            {isDone ? t('task.next') : t('task.check')}
          </BigButton>
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
