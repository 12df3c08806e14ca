import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { AnswerValue, Item, ResponseData, TaskDetail } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { callApi } from '../../api/requests.ts';
import { useAnswerByTap } from '../../items/answer-by-tap.ts';
import { getQuestionClass, ItemControls } from '../../items/item-controls.tsx';
import { language, t } from '../../messages.ts';
import { BigButton, SpeakButton } from '../../parts/controls/buttons.tsx';
import { GuideFace } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import {
  describeAnswer,
  getInitialAnswer,
  isAnswerComplete,
  listAnswerIds,
  listWrongIds,
  toIdRecord,
} from '../../rules/answers.ts';
import { formatNumber } from '../../rules/number-entry.ts';
import { listStepPictures } from '../../rules/step-pictures.ts';
import { listSpokenTexts, type Narrator } from '../../speech/narrator.ts';
import { stopSpeaking } from '../../speech/speak.ts';
import { FeedbackPanel } from './feedback-panel.tsx';
import { hasMedia, ItemMedia } from './item-media.tsx';
import { praise } from './praise.ts';

type TwinGrading = ResponseData<'post', '/app/tasks/{id}/twin'>;
type Explanation = Pick<TwinGrading, 'solution' | 'correct_response'>;

interface WorkedSolutionProps {
  readonly item: Item;
  readonly explanation: Explanation;
  readonly narrator: Narrator;
  readonly character: TaskDetail['character'];
  /** Shows a similar question; undefined if there is none. */
  readonly onTwin: (() => void) | undefined;
  readonly onNext: () => void;
}

/** How a missed question is solved: the steps, one after the other, and then the correct answer. */
export function WorkedSolution({ item, explanation, narrator, character, onTwin, onNext }: WorkedSolutionProps) {
  const { solution, correct_response } = explanation;
  const answer = describeAnswer(item, correct_response, language.value);
  const list = useRef<HTMLOListElement>(null);
  const controls = useRef<HTMLDivElement>(null);
  const shownCount = useSignal(1);
  const shownSteps = solution.slice(0, shownCount.value);
  const isComplete = shownCount.value >= solution.length;
  const pictured = shownSteps.findLast(({ picture_url }) => picture_url);
  const isTyped = item.kind === 'numeric' || item.kind === 'fill_in';
  const hasPicture = pictured !== undefined || hasMedia(item);
  /** Where a picture fills the place below the question, the steps are above the answers. */
  const isAboveAnswers = isTyped || hasPicture;
  useEffect(() => {
    const step = solution[shownCount.value - 1];
    if (step) narrator.narrate(step);
    const shown = isComplete ? controls.current : list.current?.lastElementChild;
    if (shownCount.value > 1) shown?.scrollIntoView({ block: 'nearest' });
    return stopSpeaking;
  }, [shownCount.value]);
  const showMore = () => {
    shownCount.value += 1;
  };
  const steps = solution.length > 0 && (
    <div class="solution">
      <h2>{answer ? t('solution.why', { answer }) : t('solution.title')}</h2>
      <ol aria-live="polite" ref={list}>
        {shownSteps.map((step) => (
          <li key={step.text}>
            <div>
              {step.text}
              {narrator.hasCardSpeakButtons && (
                <span class="step-pictures">
                  {listStepPictures(item, step.text).map((url) => (
                    <img key={url} class="dim-in-dark" src={toLocalPath(url)} alt="" />
                  ))}
                </span>
              )}
            </div>
            {narrator.hasCardSpeakButtons && <SpeakButton texts={[step]} lang={narrator.language} />}
          </li>
        ))}
      </ol>
    </div>
  );
  return (
    <>
      <main class={`task-content explained ${getQuestionClass(item)}`}>
        <div class="asked">
          <div class="task-heading">
            <GuideFace
              texts={[{ text: item.prompt, speech: item.speech }, ...shownSteps]}
              lang={narrator.language}
              character={character}
              mood="thinking"
            />
            <Heading title={t('solution.title')}>{item.prompt}</Heading>
          </div>
          {pictured?.picture_url ? (
            <figure class="picture" key={pictured.picture_url}>
              <img class="dim-in-dark" src={toLocalPath(pictured.picture_url)} alt={pictured.speech ?? pictured.text} />
            </figure>
          ) : (
            <ItemMedia of={item} />
          )}
          {!isAboveAnswers && steps}
        </div>
        <div class="item-content">
          {isAboveAnswers && steps}
          <div ref={controls}>
            {!isTyped && (
              <SolvedBoard
                item={item}
                answer={correct_response}
                share={solution.length > 0 ? shownSteps.length / solution.length : 1}
                narrator={narrator}
              />
            )}
            {isTyped && isComplete && <TypedAnswer item={item} value={correct_response} />}
          </div>
        </div>
      </main>
      <div class="action-bar">
        <div class="solution-buttons">
          {/* One element for all, so that it keeps the focus. */}
          <BigButton
            className="world-color full-width"
            icon={isComplete ? (onTwin ? 'pen' : 'next') : 'down'}
            onClick={isComplete ? (onTwin ?? onNext) : showMore}
          >
            {t(isComplete ? (onTwin ? 'solution.twin' : 'task.next') : 'solution.more')}
          </BigButton>
          {isComplete && onTwin && (
            <BigButton className="secondary full-width" icon="next" onClick={onNext}>
              {t('task.next')}
            </BigButton>
          )}
        </div>
      </div>
    </>
  );
}

/** The pause between two pairs that are drawn, in milliseconds. */
const PAIR_PAUSE = 900;

interface SolvedBoardProps {
  readonly item: Item;
  readonly answer: AnswerValue;
  /** The share of the steps that the child has seen. */
  readonly share: number;
  readonly narrator: Narrator;
}

/** The controls of the item with the correct answer. Pairs, and things for groups, appear one after another, as far as the steps have come. */
function SolvedBoard({ item, answer, share, narrator }: SolvedBoardProps) {
  const pairs = Object.entries(item.kind === 'matching' || item.kind === 'categorize' ? toIdRecord(answer) : {});
  const end = Math.ceil(pairs.length * share);
  const drawnCount = useSignal(matchMedia('(prefers-reduced-motion: reduce)').matches ? Infinity : 0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (drawnCount.value < end) drawnCount.value += 1;
    }, PAIR_PAUSE);
    return () => clearInterval(timer);
  }, [end]);
  const value = pairs.length > 0 ? Object.fromEntries(pairs.slice(0, Math.min(drawnCount.value, end))) : answer;
  return (
    <ItemControls
      item={item}
      narrator={narrator}
      value={value}
      wrongIds={[]}
      rightIds={listAnswerIds(value)}
      disabled
      onChange={() => undefined}
      announce={() => undefined}
    />
  );
}

/** The correct answer that the child types, in large letters. */
function TypedAnswer({ item, value }: { item: Item; value: AnswerValue }) {
  return (
    <>
      <h2>{t('solution.answer')}</h2>
      <p class="number-entry">
        <output>{typeof value === 'number' ? formatNumber(value, language.value) : String(value ?? '')}</output>
        {item.kind === 'numeric' && item.unit && <span>{item.unit}</span>}
      </p>
    </>
  );
}

interface TwinProps {
  readonly task: TaskDetail;
  /** The id of the item that was missed. */
  readonly itemId: string;
  readonly twin: Item;
  readonly narrator: Narrator;
  readonly onNext: () => void;
}

/** A question that is similar to a missed one. The answer does not count; a wrong one is explained, too. */
export function Twin({ task, itemId, twin, narrator, onNext }: TwinProps) {
  const value = useSignal<AnswerValue | undefined>(getInitialAnswer(twin));
  const grading = useSignal<TwinGrading | undefined>(undefined);
  const isBusy = useSignal(false);
  const praised = useSignal('');
  const isExplained = useSignal(false);
  const errorMessage = useSignal('');
  const announcement = useSignal('');
  const answerByTap = useAnswerByTap(twin);
  const spokenTexts = listSpokenTexts(twin, narrator);
  useEffect(() => {
    narrator.narrate(...spokenTexts);
    return stopSpeaking;
  }, []);
  const check = async () => {
    const response = value.value;
    if (response === undefined || response === null) return;
    isBusy.value = true;
    errorMessage.value = '';
    try {
      const attempt = task.attempt ? { attempt_id: task.attempt.id } : {};
      const body = { ...attempt, item_id: itemId, response };
      const graded = await callApi((client) => client.post('/app/tasks/{id}/twin', { path: { id: task.id }, body }));
      praised.value = praise({ isCorrect: graded.correct, isFirstTry: false });
      grading.value = graded;
      narrator.narrate({ text: graded.feedback });
    } catch (error) {
      errorMessage.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  const result = grading.value;
  if (result && isExplained.value)
    return (
      <WorkedSolution
        item={twin}
        explanation={result}
        narrator={narrator}
        character={task.character}
        onTwin={undefined}
        onNext={onNext}
      />
    );
  return (
    <>
      <main class={`task-content ${getQuestionClass(twin)} ${result?.correct ? 'correct' : ''}`}>
        <div class="asked">
          <div class="task-heading">
            <GuideFace
              texts={spokenTexts}
              lang={narrator.language}
              character={task.character}
              mood="calm"
              label={t('read.question')}
            />
            <Heading title={twin.prompt}>{twin.prompt}</Heading>
          </div>
          <ItemMedia of={twin} />
        </div>
        <div class="item-content" onPointerUpCapture={answerByTap.onPointerUp}>
          <ItemControls
            item={twin}
            narrator={narrator}
            value={value.value}
            wrongIds={listWrongIds(result?.parts)}
            rightIds={result?.correct ? listAnswerIds(value.value) : []}
            disabled={result !== undefined}
            onChange={(changed) => {
              value.value = changed;
              if (answerByTap.isTap()) void check();
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
          feedback={
            result && {
              variant: result.correct ? 'success' : 'warning',
              title: result.correct ? praised.value : t('feedback.learned'),
              text: result.feedback,
              partTexts: listPartTexts(result.parts),
            }
          }
          isFinal={result !== undefined}
          errorMessage={errorMessage.value}
          character={task.character}
        >
          {result && !result.correct && (
            <BigButton
              className="secondary"
              icon="bulb"
              onClick={() => {
                isExplained.value = true;
              }}
            >
              {t('solution.show')}
            </BigButton>
          )}
          {result || errorMessage.value ? (
            <BigButton className={result ? 'success' : 'world-color'} icon="next" onClick={onNext}>
              {t('task.next')}
            </BigButton>
          ) : (
            (!answerByTap.isOn || isAnswerComplete(twin, value.value)) && (
              <BigButton
                className="world-color"
                icon="check"
                disabled={isBusy.value || !isAnswerComplete(twin, value.value)}
                onClick={() => void check()}
              >
                {t('task.check')}
              </BigButton>
            )
          )}
        </FeedbackPanel>
      </div>
    </>
  );
}

/** What the pack says about the parts that are wrong, each text once. */
export function listPartTexts(parts: TwinGrading['parts']): string[] {
  return [...new Set(parts.flatMap(({ feedback }) => feedback ?? []))];
}
