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
import { getInitialAnswer, isComplete } from '../../rules/answers.ts';
import { getWayOut } from '../../rules/way-out.ts';
import { Ground } from '../../scenes/scene.tsx';
import { readsAloud } from '../../speech/read-aloud.ts';
import { say, stopSaying } from '../../speech/say.ts';
import { type Ending, hasEndedElsewhere } from './ending.ts';
import { type AnswerFeedback, FeedbackSheet } from './feedback-sheet.tsx';
import { ItemMedia } from './item-media.tsx';

type Grading = Data<'post', '/app/tasks/{id}/answer'>;

/** The progress in an attempt. It is saved on the device with each answer. */
export interface ItemsDraft {
  readonly attemptId: string | undefined;
  readonly at: number;
  readonly answers: readonly (readonly [string, AnswerValue])[];
  /** The ids of the items that the child has answered and cannot answer again. */
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
  const at = useSignal(draft?.at ?? findFirstUnchecked(task));
  const answers = useSignal(
    new Map([
      ...(task.attempt?.answers_saved ?? []).map(({ item_id, response }) => [item_id, response] as const),
      ...(draft?.answers ?? []),
    ]),
  );
  const done = useSignal(new Set([...listGraded(task), ...(draft?.done ?? [])]));
  const startedAt = useRef(Date.now() - (draft?.seconds ?? 0) * 1000);
  const isEnding = useRef(false);
  const problem = useSignal('');
  const item = task.items[at.value];
  const save = () =>
    saveDraft(task.id, {
      attemptId: task.attempt?.id,
      at: at.value,
      answers: [...answers.value],
      done: [...done.value],
      seconds: countSecondsSince(startedAt.current),
    } satisfies ItemsDraft);
  const end = async (ending: Ending) => {
    await deleteDraft(task.id);
    finish(ending);
  };
  const complete = async () => {
    if (isEnding.current) return;
    isEnding.current = true;
    const given = [...answers.value].map(([item_id, response]) => ({ item_id, response }));
    const body = { answers: given, time_spent_seconds: countSecondsSince(startedAt.current) };
    try {
      const receipt = await deliver(
        { kind: 'completion', taskId: task.id, attemptId: task.attempt?.id, body },
        task.title,
      );
      await end(receipt === 'already there' ? 'ended-elsewhere' : receipt);
    } catch (error) {
      if (hasEndedElsewhere(error)) await end('ended-elsewhere');
      else problem.value = describeError(error);
    } finally {
      isEnding.current = false;
    }
  };
  const goToNext = () => {
    stopSaying();
    if (at.value + 1 < task.items.length) {
      at.value += 1;
      void save();
    } else void complete();
  };
  if (!item) return null;
  return (
    <>
      <Ground />
      <header>
        <ScreenLink href={getWayOut(task).path} look="round" label={t('task.leave')}>
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
          void save();
        }}
        onDone={() => {
          done.value = new Set(done.value).add(item.id);
          void save();
        }}
        onEndedElsewhere={() => void end('ended-elsewhere')}
        onNext={goToNext}
      />
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </>
  );
}

function countSecondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}

function listGraded(task: TaskDetail): string[] {
  return (task.attempt?.answers_judged ?? [])
    .filter(({ tries_left }) => tries_left === 0)
    .map(({ item_id }) => item_id);
}

/** The first item that is not checked yet; the first of all items when none is checked. */
function findFirstUnchecked(task: TaskDetail): number {
  const judged = listGraded(task);
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
  /** Called with each change of the answer, even before it is checked. */
  readonly onAnswer: (value: AnswerValue) => void;
  /** Called when the item cannot be answered again. */
  readonly onDone: () => void;
  /** Called when the attempt has ended in another tab or on another device. */
  readonly onEndedElsewhere: () => void;
  readonly onNext: () => void;
}

function ItemPage({ task, item, saved, isClosed, onAnswer, onDone, onEndedElsewhere, onNext }: ItemPageProps) {
  const value = useSignal<AnswerValue | undefined>(saved ?? getInitialAnswer(item));
  const grading = useSignal<Grading | 'queued' | undefined>(undefined);
  const isEdited = useSignal(false);
  const isBusy = useSignal(false);
  const problem = useSignal('');
  const announcement = useSignal('');
  const hints = useSignal<{ texts: readonly string[]; left: number }>({ texts: [], left: item.hints_available });
  const isInfo = item.kind === 'info';
  const isDone = isInfo || isClosed || grading.value === 'queued' || grading.value?.tries_left === 0;
  const spoken = isInfo ? `${item.prompt} ${item.text}` : item.prompt;
  useEffect(() => {
    if (readsAloud.value) say(spoken, language.value);
  }, []);
  const attempt = task.attempt ? { attempt_id: task.attempt.id } : {};
  const canCheck = !isBusy.value && isComplete(item, value.value) && (grading.value === undefined || isEdited.value);
  const saveUnchecked = () => {
    grading.value = 'queued';
    isEdited.value = false;
    onDone();
  };
  const check = async () => {
    if (isDone) return onNext();
    const response = value.value;
    if (!canCheck || response === undefined || response === null) return;
    problem.value = '';
    onAnswer(response);
    if (!navigator.onLine) return saveUnchecked();
    isBusy.value = true;
    try {
      const body = { ...attempt, item_id: item.id, response };
      grading.value = await send((client) => client.post('/app/tasks/{id}/answer', { path: { id: task.id }, body }));
      isEdited.value = false;
      if (grading.value.tries_left === 0) onDone();
      if (readsAloud.value) say(grading.value.feedback, language.value);
    } catch (error) {
      if (isRequestError(error, 'NO_RESPONSE')) saveUnchecked();
      else if (hasEndedElsewhere(error)) onEndedElsewhere();
      else problem.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  const takeHint = async () => {
    try {
      const body = { ...attempt, item_id: item.id };
      const taken = await send((client) => client.post('/app/tasks/{id}/hint', { path: { id: task.id }, body }));
      hints.value = { texts: taken.hints, left: taken.hints_left };
      if (readsAloud.value) say(taken.hints.at(-1) ?? '', language.value);
    } catch (error) {
      if (hasEndedElsewhere(error)) onEndedElsewhere();
      else problem.value = describeError(error);
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    if (event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement) return;
    event.preventDefault();
    void check();
  };
  return (
    <>
      <main class="work" onKeyDown={handleKey}>
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
            onSubmit={() => void check()}
            announce={(text) => {
              announcement.value = text;
            }}
          />
        </div>
        <p class="hide" aria-live="polite">
          {announcement.value}
        </p>
      </main>
      <div class="foot">
        <FeedbackSheet feedback={toFeedback(grading.value, isEdited.value)} problem={problem.value}>
          <BigButton
            look={grading.value !== undefined && isDone ? 'good' : 'world'}
            disabled={!isDone && !canCheck}
            onClick={() => void check()}
          >
            {isDone ? t('task.next') : t('task.check')}
          </BigButton>
        </FeedbackSheet>
      </div>
    </>
  );
}

function toFeedback(grading: Grading | 'queued' | undefined, isEdited: boolean): AnswerFeedback | undefined {
  if (grading === undefined || isEdited) return undefined;
  if (grading === 'queued') return { look: 'try', title: t('feedback.queued'), text: t('feedback.queuedText') };
  if (grading.correct) return { look: 'good', title: t('feedback.right'), text: grading.feedback };
  if (grading.tries_left > 0) return { look: 'try', title: t('feedback.nearly'), text: grading.feedback };
  return { look: 'try', title: t('feedback.learned'), text: grading.feedback };
}
