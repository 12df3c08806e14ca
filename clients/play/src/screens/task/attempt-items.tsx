import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import {
  type AnswerValue,
  type Item,
  isRequestError,
  type ResponseData,
  type TaskDetail,
} from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { callApi, fetchData } from '../../api/requests.ts';
import { hasOptions, useAnswerByTap } from '../../items/answer-by-tap.ts';
import { getQuestionClass, ItemControls } from '../../items/item-controls.tsx';
import { language, t } from '../../messages.ts';
import { deleteDraft, saveDraft } from '../../offline/drafts.ts';
import { sendOrQueue } from '../../offline/queue.ts';
import { BigButton, RoundButton, ScreenLink } from '../../parts/controls/buttons.tsx';
import { GuideFace } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Warning } from '../../parts/loading-and-failure.tsx';
import {
  describeAnswer,
  getInitialAnswer,
  isAnswerComplete,
  listAnswerIds,
  toIdList,
  toIdRecord,
} from '../../rules/answers.ts';
import { asksForNumber } from '../../rules/countable-things.ts';
import { isPlacement } from '../../rules/placement.ts';
import { getReturnLink } from '../../rules/return-link.ts';
import { canSayUnknown, countSteps, isRound } from '../../rules/rounds.ts';
import { createNarrator, listSpokenTexts } from '../../speech/narrator.ts';
import { isYoung } from '../../speech/read-aloud.ts';
import { stopSpeaking } from '../../speech/speak.ts';
import { type Ending, hasEndedElsewhere } from './ending.ts';
import { type AnswerFeedback, FeedbackPanel, MOODS } from './feedback-panel.tsx';
import { ItemMedia } from './item-media.tsx';
import { loadPictures } from './load-pictures.ts';
import { praise } from './praise.ts';
import { ReadAgain } from './read-again.tsx';
import { TaskBackdrop } from './task-backdrop.tsx';
import { listPartTexts, Twin, WorkedSolution } from './worked-solution.tsx';

type Grading = ResponseData<'post', '/app/tasks/{id}/answer'>;

/**
 * The progress in an attempt, as it is saved on the device after each answer. Drafts with these property names are stored
 * on devices, so they cannot be renamed.
 */
export interface AttemptDraft {
  readonly attemptId: string | undefined;
  /** The index of the item that was shown last. */
  readonly at: number;
  /** The answers, each after the id of its item. */
  readonly answers: readonly (readonly [string, AnswerValue])[];
  /** The ids of the items that the child has answered and cannot answer again. */
  readonly done: readonly string[];
  /** The time that the child has spent on the attempt. */
  readonly seconds: number;
  /** What the child was told last. Earlier versions of the app did not store it. */
  readonly verdict?: Verdict | undefined;
}

/** What a child was told about its answer to an item: the grading, or that the answer waits for the network. */
interface Verdict {
  readonly itemId: string;
  readonly grading: Grading | 'queued';
  /** The answer that was checked; null if the child did not know it. */
  readonly response: AnswerValue;
  /** The words for the right answer. */
  readonly praised: string;
}

interface AttemptItemsProps {
  readonly task: TaskDetail;
  readonly draft: AttemptDraft | undefined;
  readonly finish: (ending: Ending) => void;
}

/** The items of an attempt, one at a time. Begins where the child stopped, or else with the first item that can still be answered. */
export function AttemptItems({ task: openedTask, draft, finish }: AttemptItemsProps) {
  const currentTask = useSignal(openedTask);
  const task = currentTask.value;
  const verdict = useSignal(draft?.verdict);
  const answers = useSignal(
    new Map([
      ...(task.attempt?.answers_saved ?? []).map(({ item_id, response }) => [item_id, response] as const),
      ...(draft?.answers ?? []),
    ]),
  );
  const doneItemIds = useSignal(new Set([...listDoneItemIds(task), ...(draft?.done ?? [])]));
  const index = useSignal(findFirstIndex(task, draft, doneItemIds.value));
  /** Whether the answers to items are right, by item id. */
  const results = useSignal(new Map(listGradedAnswers(task).map(({ item_id, correct }) => [item_id, correct])));
  const startedAt = useRef(Date.now() - (draft?.seconds ?? 0) * 1000);
  const isCompleting = useRef(false);
  const errorMessage = useSignal('');
  const item = task.items[index.value];
  useEffect(() => loadPictures(task), [task]);
  const saveProgress = () =>
    saveDraft(task.id, {
      attemptId: task.attempt?.id,
      at: index.value,
      answers: [...answers.value],
      done: [...doneItemIds.value],
      seconds: countSecondsSince(startedAt.current),
      verdict: verdict.value,
    } satisfies AttemptDraft);
  const end = async (ending: Ending) => {
    await deleteDraft(task.id);
    finish(ending);
  };
  const complete = async () => {
    if (isCompleting.current) return;
    isCompleting.current = true;
    // The service has all answers of a placement. What the child has not checked does not count.
    const sentAnswers = isPlacement(task)
      ? []
      : [...answers.value].map(([item_id, response]) => ({ item_id, response }));
    const body = { answers: sentAnswers, time_spent_seconds: countSecondsSince(startedAt.current) };
    try {
      const receipt = await sendOrQueue(
        { kind: 'completion', taskId: task.id, task, attemptId: task.attempt?.id, body },
        task.title,
      );
      await end(receipt === 'already-received' ? 'ended-elsewhere' : receipt);
    } catch (error) {
      if (hasEndedElsewhere(error)) await end('ended-elsewhere');
      else errorMessage.value = describeError(error);
    } finally {
      isCompleting.current = false;
    }
  };
  /** Loads the next item of a placement. Fails without a network, because what is cached is older than the last answer. */
  const loadNextItem = async (answeredId: string) => {
    const loaded = await fetchData('/app/tasks/{id}', { path: { id: task.id } });
    if (!listDoneItemIds(loaded).includes(answeredId)) throw new Error('The task was loaded from the cache.');
    currentTask.value = loaded;
  };
  const goToNext = async () => {
    stopSpeaking();
    errorMessage.value = '';
    try {
      if (isPlacement(task) && item) await loadNextItem(item.id);
    } catch (error) {
      errorMessage.value = isRequestError(error) ? describeError(error) : t('state.offline');
      return;
    }
    if (index.value + 1 < currentTask.value.items.length) {
      index.value += 1;
      void saveProgress();
    } else void complete();
  };
  if (!item) return null;
  return (
    <>
      <TaskBackdrop />
      <header>
        <ScreenLink href={getReturnLink(task).path} className="round-button" label={t('task.leave')}>
          <Icon name="close" />
        </ScreenLink>
        {isRound(task) && <b class="round-title">{task.title}</b>}
        <ProgressDots
          results={task.items
            .filter(({ kind }) => kind !== 'info' || !isRound(task))
            .map(({ id }) => results.value.get(id))}
          {...countSteps(task, index.value)}
        />
        <ReadAgain task={task} index={index.value} />
        {isPlacement(task) && index.value > 0 && (
          <button type="button" class="link-button" onClick={() => void complete()}>
            {t('placement.stop')}
          </button>
        )}
      </header>
      <ItemPage
        key={item.id}
        task={task}
        item={item}
        isNewKind={item.kind !== task.items[index.value - 1]?.kind}
        savedValue={answers.value.get(item.id)}
        wrongValue={findWrongAnswer(task, item.id)}
        isSavedAsDone={doneItemIds.value.has(item.id)}
        savedVerdict={verdict.value?.itemId === item.id ? verdict.value : undefined}
        onAnswer={(value) => {
          answers.value = new Map(answers.value).set(item.id, value);
          void saveProgress();
        }}
        onVerdict={(newVerdict) => {
          verdict.value = newVerdict;
          const { grading } = newVerdict;
          if (isFinal(newVerdict)) doneItemIds.value = new Set(doneItemIds.value).add(item.id);
          if (isFinal(newVerdict) && grading !== 'queued')
            results.value = new Map(results.value).set(item.id, grading.correct);
          return saveProgress();
        }}
        onEndedElsewhere={() => void end('ended-elsewhere')}
        onNext={() => void goToNext()}
      />
      <Warning text={errorMessage.value} />
    </>
  );
}

function countSecondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}

/** Lists the ids of the items that are graded and have no tries left. */
function listDoneItemIds(task: TaskDetail): string[] {
  return listGradedAnswers(task).map(({ item_id }) => item_id);
}

function listGradedAnswers({ attempt }: TaskDetail) {
  return (attempt?.answers_graded ?? []).filter(({ tries_left }) => tries_left === 0);
}

/** Returns the answer to an item that was wrong, if the item can still be answered. */
function findWrongAnswer({ attempt }: TaskDetail, itemId: string): AnswerValue | undefined {
  const isWrong = attempt?.answers_graded.some(
    ({ item_id, correct, tries_left }) => item_id === itemId && !correct && tries_left > 0,
  );
  return isWrong ? attempt?.answers_saved.find(({ item_id }) => item_id === itemId)?.response : undefined;
}

/**
 * Finds the index of the item to begin with. With a draft, it is the item that was shown last or, if that is done and what the child was told
 * is not known, the next one. Otherwise it is the first item or, when items are done, the first one that can still be answered.
 */
function findFirstIndex(task: TaskDetail, draft: AttemptDraft | undefined, doneIds: ReadonlySet<string>): number {
  const lastIndex = task.items.length - 1;
  if (draft) {
    const { at, verdict } = draft;
    const { id = '' } = task.items[at] ?? {};
    return doneIds.has(id) && verdict?.itemId !== id ? Math.min(at + 1, lastIndex) : at;
  }
  if (doneIds.size === 0) return 0;
  const firstIndex = task.items.findIndex(({ id, kind }) => kind !== 'info' && !doneIds.has(id));
  return firstIndex < 0 ? lastIndex : firstIndex;
}

function isWrongVerdict(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && verdict.grading !== 'queued' && !verdict.grading.correct;
}

/** Whether an answer cannot be changed anymore. */
function isFinal({ grading }: Verdict): boolean {
  return grading === 'queued' || grading.tries_left === 0;
}

interface ProgressDotsProps extends ReturnType<typeof countSteps> {
  /** Whether the answers are right; undefined for an item that has no graded answer. */
  readonly results: readonly (boolean | undefined)[];
}

/** A dot for each item: with a tick when it was right, a ring when it was not. */
function ProgressDots({ results, count, before }: ProgressDotsProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari does not take a list without bullets for one
    <ol class="progress-dots" role="list" aria-label={t('task.step', { step: before + 1, count })}>
      {Array.from({ length: count }, (_, i) => {
        const isRight = results[i];
        const result = isRight === undefined ? '' : isRight ? 'right' : 'missed';
        return (
          <li
            key={String(i)}
            class={`${i < before ? 'done' : ''} ${i === before ? 'current' : ''} ${result}`}
            aria-current={i === before ? 'step' : undefined}
          >
            {isRight && <Icon name="check" />}
            <span class="visually-hidden">{`${i + 1}${result && ` ${t(`task.${result}`)}`}`}</span>
          </li>
        );
      })}
    </ol>
  );
}

interface ItemPageProps {
  readonly task: TaskDetail;
  readonly item: Item;
  /** Whether the question before was of another kind. The guide then says how this kind is answered. */
  readonly isNewKind: boolean;
  readonly savedValue: AnswerValue | undefined;
  /** The answer that was wrong before the app was opened again, if the item can still be answered. */
  readonly wrongValue: AnswerValue | undefined;
  /** Whether the service or this device has stored that the item can no longer be answered. */
  readonly isSavedAsDone: boolean;
  /** What the child was told before the app was opened again. */
  readonly savedVerdict: Verdict | undefined;
  /** Called after each change of the answer, even before the answer is checked. */
  readonly onAnswer: (value: AnswerValue) => void;
  /** Called when the answer was graded or has to wait. Resolves when this is saved on the device. */
  readonly onVerdict: (verdict: Verdict) => Promise<void>;
  /** Called when the attempt has ended in another tab or on another device. */
  readonly onEndedElsewhere: () => void;
  readonly onNext: () => void;
}

function ItemPage({
  task,
  item,
  isNewKind,
  savedValue,
  wrongValue,
  isSavedAsDone,
  savedVerdict,
  onAnswer,
  onVerdict,
  onEndedElsewhere,
  onNext,
}: ItemPageProps) {
  const isSame = JSON.stringify(savedVerdict?.response) === JSON.stringify(savedValue);
  /** What the child was told before, unless it has changed the answer since. */
  const shownVerdict = savedVerdict && (isFinal(savedVerdict) || isSame) ? savedVerdict : undefined;
  /** Whether the child has not changed the answer that was wrong. */
  const isWrong = wrongValue !== undefined && JSON.stringify(wrongValue) === JSON.stringify(savedValue);
  const isWrongChoice = isWrong && hasOptions(item);
  const value = useSignal<AnswerValue | undefined>(isWrongChoice ? undefined : (savedValue ?? getInitialAnswer(item)));
  const grading = useSignal<Grading | 'queued' | undefined>(shownVerdict?.grading);
  /** The words for the right answer. */
  const praised = useSignal(shownVerdict?.praised ?? '');
  /** Whether the child has changed the answer since the last grading. */
  const isEdited = useSignal(false);
  /** The answer that was checked last. */
  const checkedValue = useSignal<AnswerValue | undefined>(shownVerdict?.response);
  /** The choices of which the child knows that they are wrong. */
  const wrongChoices = useSignal<readonly string[]>(
    hasOptions(item) ? toChoices(isWrongVerdict(shownVerdict) ? shownVerdict?.response : wrongValue) : [],
  );
  /** What helps after the last wrong answer, when the child has chosen to see it. */
  const help = useSignal<'solution' | 'twin' | undefined>(undefined);
  const isBusy = useSignal(false);
  const errorMessage = useSignal('');
  const announcement = useSignal('');
  const hints = useSignal<{ texts: readonly string[]; left: number }>({ texts: [], left: item.hints_available });
  const hintList = useRef<HTMLUListElement>(null);
  // So that screen readers read the hint, and Enter does not take the next one.
  useLayoutEffect(
    () => (hintList.current?.lastElementChild as HTMLElement | null)?.focus(),
    [hints.value.texts.length],
  );
  const isInfo = item.kind === 'info';
  const isDone = isInfo || isSavedAsDone || grading.value === 'queued' || grading.value?.tries_left === 0;
  const narrator = useMemo(() => createNarrator(task, item), [task, item]);
  const spokenTexts = [
    ...listSpokenTexts(item, narrator),
    ...(isNewKind ? [{ text: t(`guide.${item.kind}`), language: language.value }] : []),
  ];
  /** Whether a child counts what it sees. */
  const isCounted = task.pre_reader && asksForNumber(item);
  const sayNumber = (number: string) => {
    announcement.value = number;
    narrator.narrate({ text: number });
  };
  const attemptField = task.attempt ? { attempt_id: task.attempt.id } : {};
  const canCheck = () =>
    !isBusy.value &&
    isAnswerComplete(item, value.value) &&
    ((grading.value === undefined && !isWrong) || isEdited.value);
  const answerByTap = useAnswerByTap(item);
  const feedback = toFeedback(task, item, grading.value, {
    isEdited: isEdited.value,
    isUnknown: checkedValue.value === null,
    praised: praised.value,
  });
  const sayFeedback = ({ title, text, partTexts = [] }: AnswerFeedback) =>
    narrator.narrate(
      { text: title, language: language.value },
      ...[text, ...partTexts].map((spokenText) => ({ text: spokenText })),
    );
  useEffect(() => {
    scrollTo(0, 0); // the question before may have been longer than the screen
    if (feedback) sayFeedback(feedback);
    else narrator.narrate(...spokenTexts);
    return stopSpeaking;
  }, []);
  const queueAnswer = async (response: AnswerValue) => {
    if (isPlacement(task)) {
      errorMessage.value = t('state.offline'); // the next question depends on this answer
      return;
    }
    // Saves the answer before the child is told that it is kept.
    await onVerdict({ itemId: item.id, grading: 'queued', response, praised: '' });
    grading.value = 'queued';
    isEdited.value = false;
    narrator.narrate(
      ...[t('feedback.queued'), t('feedback.queuedText')].map((text) => ({ text, language: language.value })),
    );
  };
  const checkOrContinue = () => {
    if (isDone) return onNext();
    const response = value.value;
    if (!canCheck() || response === undefined || response === null) return;
    onAnswer(response);
    return check(response);
  };
  /** Null says that the child does not know the answer. */
  const check = async (response: AnswerValue) => {
    errorMessage.value = '';
    if (!navigator.onLine) return queueAnswer(response);
    isBusy.value = true;
    try {
      const body = { ...attemptField, item_id: item.id, response };
      const isFirstTry = grading.value === undefined && wrongValue === undefined;
      const graded = await callApi((client) => client.post('/app/tasks/{id}/answer', { path: { id: task.id }, body }));
      if (response !== null) praised.value = praise({ isCorrect: graded.correct, isFirstTry });
      grading.value = graded;
      isEdited.value = false;
      checkedValue.value = response;
      if (!grading.value.correct && typeof response === 'string' && hasOptions(item))
        wrongChoices.value = [...wrongChoices.value, response];
      void onVerdict({ itemId: item.id, grading: graded, response, praised: praised.value });
      if (response === null && isPlacement(task)) return onNext();
      const said = toFeedback(task, item, graded, { isUnknown: response === null, praised: praised.value });
      if (said) sayFeedback(said);
    } catch (error) {
      if (isRequestError(error, 'NO_RESPONSE')) await queueAnswer(response);
      else if (hasEndedElsewhere(error)) onEndedElsewhere();
      else errorMessage.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  const takeHint = async () => {
    try {
      const body = { ...attemptField, item_id: item.id };
      const hintResponse = await callApi((client) =>
        client.post('/app/tasks/{id}/hint', { path: { id: task.id }, body }),
      );
      hints.value = { texts: hintResponse.hints, left: hintResponse.hints_left };
      narrator.narrate({ text: hintResponse.hints.at(-1) ?? '' });
    } catch (error) {
      if (hasEndedElsewhere(error)) onEndedElsewhere();
      else errorMessage.value = describeError(error);
    }
  };
  // The focus is on the page itself after a click beside the answers.
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.defaultPrevented || help.value) return;
      if (!(event.target as Element).matches('body, main, main :not(button, a)')) return;
      event.preventDefault();
      void checkOrContinue();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  });
  // A placement only asks. It explains nothing, so that it stays short.
  const isMissed = grading.value !== 'queued' && isDone && grading.value?.correct === false && !isPlacement(task);
  const missed = isMissed && grading.value !== 'queued' ? grading.value : undefined;
  if (missed && help.value === 'solution') {
    const showTwin = () => {
      help.value = 'twin';
    };
    return (
      <WorkedSolution
        item={item}
        explanation={missed}
        narrator={narrator}
        character={task.character}
        onTwin={missed.twin ? showTwin : undefined}
        onNext={onNext}
      />
    );
  }
  if (missed?.twin && help.value === 'twin')
    return <Twin task={task} itemId={item.id} twin={missed.twin} narrator={narrator} onNext={onNext} />;
  return (
    <>
      <main class={`task-content ${getQuestionClass(item)} ${feedback?.variant === 'success' ? 'correct' : ''}`}>
        <div class="asked">
          <div class="task-heading">
            <GuideFace
              texts={spokenTexts}
              lang={narrator.language}
              character={task.character}
              mood={feedback ? MOODS[feedback.variant] : 'calm'}
              label={isInfo ? undefined : t('read.question')}
            />
            {hints.value.left > 0 && !isDone && (
              <RoundButton
                icon="bulb"
                label={t('task.hint', { count: hints.value.left })}
                onClick={() => void takeHint()}
              >
                <span class="count">{hints.value.left}</span>
              </RoundButton>
            )}
            <Heading title={item.prompt} description={isInfo ? '' : describeHow(item)}>
              {item.prompt}
            </Heading>
          </div>
          {hints.value.texts.length > 0 && (
            <ul class="hints" ref={hintList}>
              {hints.value.texts.map((text) => (
                <li key={text} tabIndex={-1}>
                  {text}
                </li>
              ))}
            </ul>
          )}
          <ItemMedia of={item} sayNumber={isCounted ? sayNumber : undefined} />
        </div>
        <div class="item-content" onPointerUpCapture={answerByTap.onPointerUp}>
          <ItemControls
            item={item}
            narrator={narrator}
            value={value.value}
            wrongIds={[...wrongChoices.value, ...listGraded(false, grading.value, checkedValue.value, value.value)]}
            rightIds={
              grading.value !== 'queued' && grading.value?.correct
                ? listAnswerIds(value.value)
                : [
                    ...toChoices(missed?.correct_response),
                    ...listGraded(true, grading.value, checkedValue.value, value.value),
                  ]
            }
            startsAnew={grading.value !== undefined && !isEdited.value}
            disabled={isDone}
            onChange={(changed) => {
              value.value = changed;
              isEdited.value = true;
              onAnswer(changed);
              if (answerByTap.isTap()) void checkOrContinue();
            }}
            announce={(text) => {
              announcement.value = text;
            }}
          />
        </div>
        <p class="visually-hidden" aria-live="polite">
          {announcement.value}
        </p>
      </main>
      <div class="action-bar">
        <FeedbackPanel
          feedback={feedback}
          isFinal={isDone}
          errorMessage={errorMessage.value}
          character={task.character}
        >
          {missed && (
            <BigButton
              className="world-color"
              icon="bulb"
              onClick={() => {
                help.value = 'solution';
              }}
            >
              {t('solution.show')}
            </BigButton>
          )}
          {(!answerByTap.isOn || isDone || canCheck()) && (
            <BigButton
              className={missed ? 'secondary' : grading.value !== undefined && isDone ? 'success' : 'world-color'}
              disabled={!isDone && !canCheck()}
              icon={isDone ? 'next' : 'check'}
              onClick={() => void checkOrContinue()}
            >
              {isDone ? t('task.next') : t('task.check')}
            </BigButton>
          )}
          {canSayUnknown(task) && !isDone && (
            <button type="button" class="link-button" disabled={isBusy.value} onClick={() => void check(null)}>
              {t('task.unknown')}
            </button>
          )}
        </FeedbackPanel>
      </div>
    </>
  );
}

/** How a question is answered, also with a keyboard. */
function describeHow({ kind }: Item): string {
  return kind === 'sequencing' ? `${t('guide.sequencing')} ${t('item.sequencingHelp')}` : t(`guide.${kind}`);
}

/** Lists the options that an answer chooses, if it is one option or a list of them. */
function toChoices(answer: AnswerValue | undefined): readonly string[] {
  return typeof answer === 'string' ? [answer] : toIdList(answer);
}

function toFeedback(
  task: TaskDetail,
  item: Item,
  grading: Grading | 'queued' | undefined,
  { isEdited = false, isUnknown = false, praised }: { isEdited?: boolean; isUnknown: boolean; praised: string },
): AnswerFeedback | undefined {
  if (grading === undefined || isEdited) return undefined;
  if (grading === 'queued') return { variant: 'kept', title: t('feedback.queued'), text: t('feedback.queuedText') };
  if (grading.correct) return { variant: 'success', title: praised, text: grading.feedback };
  const partTexts = listPartTexts(grading.parts);
  if (grading.tries_left > 0)
    return { variant: 'warning', title: t('feedback.nearly'), text: grading.feedback, partTexts };
  const answer = isPlacement(task) ? undefined : describeAnswer(item, grading.correct_response, language.value);
  if (isUnknown)
    return { variant: 'unknown', title: t('feedback.unknown'), text: answer ? t('feedback.answer', { answer }) : '' };
  const title = t(isPlacement(task) ? 'placement.goOn' : 'feedback.learned');
  if (!answer) return { variant: 'warning', title, text: grading.feedback, partTexts };
  // The feedback may say what to do now, which is too late. A young child hears the answer instead.
  const text = t('feedback.answer', { answer });
  return isYoung.value
    ? { variant: 'warning', title, text }
    : { variant: 'warning', title, text: grading.feedback, partTexts: [text] };
}

/** Lists the options that were right or wrong and that the child has not moved since. In an order, all places depend on each other. */
function listGraded(
  isCorrect: boolean,
  grading: Grading | 'queued' | undefined,
  checkedValue: AnswerValue | undefined,
  value: AnswerValue | undefined,
): readonly string[] {
  if (grading === undefined || grading === 'queued') return [];
  const [checkedPairs, pairs] = [toIdRecord(checkedValue), toIdRecord(value)];
  return (grading.parts ?? [])
    .filter(({ id, correct }) => correct === isCorrect && checkedPairs[id] === pairs[id])
    .map(({ id }) => id);
}
