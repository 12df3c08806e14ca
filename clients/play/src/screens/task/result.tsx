import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Completion, Item, SubmittedWork, Task, TaskDetail } from '../../../../typescript/src/index.ts';
import { fetchChallenge } from '../../api/challenge.ts';
import { fetchReading } from '../../api/reading.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { session } from '../../api/session.ts';
import { isLookQuiet } from '../../look.ts';
import { t } from '../../messages.ts';
import { readValue } from '../../offline/database.ts';
import { waitingWrites } from '../../offline/queue.ts';
import { BigButton, RoundButton, ScreenLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { GuideFace } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { Medal } from '../../parts/progress/medal.tsx';
import { SkillPlant } from '../../parts/progress/skill-plant.tsx';
import { fetchNextSteps, useSuggestedSteps } from '../../parts/suggested-steps.ts';
import { TaskTile } from '../../parts/task-tile.tsx';
import { SentPicture } from '../../parts/work-picture.tsx';
import { navigate } from '../../router.ts';
import { isChallenge } from '../../rules/challenge.ts';
import { buildGardenKey, type GardenPlant, listPlants } from '../../rules/garden.ts';
import { isPlacement, PLACEMENT_ITEMS } from '../../rules/placement.ts';
import { getReturnLink, isDailyPractice } from '../../rules/return-link.ts';
import { shortenName } from '../../rules/short-names.ts';
import { findTaskPicture } from '../../rules/task-picture.ts';
import { getTaskLandscape } from '../../scenes/landscapes.tsx';
import { Scene } from '../../scenes/scene.tsx';
import { createNarrator } from '../../speech/narrator.ts';
import { isTaskReadAloud, isYoung } from '../../speech/read-aloud.ts';
import { isSilent, useSpoken } from '../../speech/speak.ts';
import { isPicture } from '../me/works.ts';
import { ChallengeResult } from './challenge-result.tsx';
import { findTaskBefore } from './find-task-before.ts';
import { joinNames, listGainSentences, MasteryGains } from './mastery-gains.tsx';
import { WorkedSolution } from './worked-solution.tsx';

interface ResultProps {
  readonly task: TaskDetail;
  readonly completion: Completion;
  /** Whether the answers had to wait for the network, so that the child may not know which are right. */
  readonly isLate: boolean;
  readonly startAgain: () => void;
}

/** After this many attempts that failed, the screen leads to something easier, which the service suggests. */
const REPEATED_FAILURES = 2;

/** The result of a task: stars, feedback, XP by reason, level, badges and the next step. */
export function ResultScreen({ task, completion, isLate, startAgain }: ResultProps) {
  const { stars, items, mastery_gains } = completion;
  const isPlaced = isPlacement(task);
  const passed = completion.passed || isPlaced || isChallenge(task); // a placement and a challenge round cannot fail
  const { attempts_count } = completion.task;
  const isPendingReview = completion.attempt.status === 'pending_review';
  const reading = useLoaded(fetchReading, completion.attempt.id).data;
  const reads = reading ? reading.reads : !isYoung.value;
  const { data: nextSteps } = useLoaded(fetchNextSteps, completion.attempt.id);
  const suggestedSteps = useSuggestedSteps(nextSteps ?? [], reads);
  const areStepsKnown = nextSteps !== undefined && suggestedSteps !== undefined;
  /** What home suggests, too. What is easier than a quiz that failed is said by the service, if the child can hear it. */
  const isFromHome = !reads && (passed || isSilent.value === true);
  const next_task_id = (isFromHome && areStepsKnown && suggestedSteps[0]?.task.id) || completion.next_task_id;
  const nextStep = [...(suggestedSteps ?? []), ...(nextSteps ?? [])].find((step) => step.task.id === next_task_id);
  const needsEasierTask = !passed && !isPendingReview && next_task_id && attempts_count >= REPEATED_FAILURES;
  /** Whether a child who does not read sees pictures of what it can do now, in place of text and buttons. */
  const showsWays = !passed && !isPendingReview && !reads;
  /** Whether the worked solutions of missed questions are shown, which the child has not seen while it played. */
  const areMissedSolved = isChallenge(task) || (isLate && !isPlaced);
  const grown = useLoaded(findGrown, `grown ${completion.attempt.id}`).data;
  const onward = [nextStep, ...(suggestedSteps ?? [])].find((step) => step && step.task.id !== task.id)?.task;
  const correctCount = items.filter(({ correct }) => correct).length;
  const starReason = describeStars(completion);
  const showsDots = !reads && items.length > 0 && !isPendingReview && !isPlaced && !isChallenge(task);
  const hasStars = !isPendingReview && !isPlaced && !isChallenge(task) && !(isYoung.value && stars === 0);
  const name = shortenName(session.value?.name ?? '');
  const returnLink = getReturnLink(task);
  const warmPraise = name ? t('result.passed', { name }) : t('result.passedUnnamed');
  const praise = isLookQuiet.value ? t('result.passedCalm') : warmPraise;
  const isPlacementWhole = items.length >= PLACEMENT_ITEMS;
  const passedTitle = isPlaced ? t(isPlacementWhole ? 'placement.thanks' : 'placement.thanksForPart') : praise;
  const isTooHard = isChallenge(task) && 2 * correctCount < items.length;
  const isNothingRight = isChallenge(task) && correctCount === 0;
  const title = isPendingReview
    ? t('result.waiting')
    : isTooHard
      ? t('challenge.hard')
      : passed
        ? passedTitle
        : t(isYoung.value ? 'feedback.learned' : 'result.notYet');
  const { strong = [], next: toLearn = [] } = completion.placement ?? {};
  const text = isPlaced
    ? [
        ...(strong.length > 0 ? [t('placement.strong', { skills: joinNames(strong) })] : []),
        ...(toLearn.length > 0 ? [t('placement.toLearn', { skills: joinNames(toLearn) })] : []),
        t('placement.opened', { count: completion.unlocked.location_ids.length }),
      ].join(' ')
    : isPendingReview
      ? t('result.waitingText')
      : isNothingRight
        ? t('challenge.none')
        : items.length > 0
          ? t(isLookQuiet.value || correctCount === items.length ? 'result.rightCalm' : 'result.right', {
              right: correctCount,
              count: items.length,
            })
          : t('result.effort');
  const spokenTexts = [
    title,
    text,
    ...(hasStars && starReason ? [starReason] : []),
    ...describeXp(completion),
    ...listGainSentences(mastery_gains).map((sentence) => sentence.title),
    ...describeLevelAndBadges(completion),
    ...(showsWays ? [t('result.again'), t('tabs.home')] : []),
  ];
  useSpoken(spokenTexts, isTaskReadAloud(task));
  /** The missed question whose worked solution the child looks at. */
  const shownItem = useSignal<Item | undefined>(undefined);
  const explanation = items.find(({ item_id }) => item_id === shownItem.value?.id);
  const challenge = useLoaded(
    async () => (isChallenge(task) ? fetchChallenge() : undefined),
    completion.attempt.id,
  ).data;
  useLayoutEffect(() => scrollTo(0, 0), [shownItem.value]);
  if (shownItem.value && explanation)
    return (
      <div class="task" data-landscape={getTaskLandscape(task)}>
        <header>
          <RoundButton icon="close" label={t('dialog.close')} onClick={() => (shownItem.value = undefined)} />
        </header>
        <WorkedSolution
          item={shownItem.value}
          explanation={explanation}
          narrator={createNarrator(task, shownItem.value)}
          character={task.character}
          onTwin={undefined}
          onNext={() => (shownItem.value = undefined)}
        />
      </div>
    );
  return (
    <main class="result" data-landscape={getTaskLandscape(task)}>
      <div class="backdrop">
        <Scene landscape={getTaskLandscape(task)} isTall />
      </div>
      {passed && stars > 1 && <Confetti />}
      <div class="result-content">
        <div class="cheer">
          <GuideFace
            texts={spokenTexts.map((text) => ({ text }))}
            character={task.character}
            mood={isPendingReview || isTooHard ? 'calm' : passed || isYoung.value ? 'happy' : 'thinking'}
          />
          {passed && <OwnAvatar />}
          {passed && grown && (
            <span class="has-grown">
              <SkillPlant mastery={grown.level} />
            </span>
          )}
        </div>
        {/* A child under seven is not shown that it has earned no star. */}
        {hasStars && <BigStars count={stars} />}
        <section class="card result-card">
          <Heading title={title}>{title}</Heading>
          {showsDots ? <RightDots items={items} label={text} /> : <p>{text}</p>}
          {reads && hasStars && starReason && <p class="star-reason">{starReason}</p>}
          {reads && <XpLine award={completion} />}
          {showsWays && (
            <ul class="task-tiles">
              {onward && (
                <li class="onward">
                  <TaskTile task={onward} />
                </li>
              )}
              <li>
                <WayTile icon="undo" label={t('result.again')} picture={findTaskPicture(task)} onClick={startAgain} />
              </li>
              <li>
                <WayTile icon="house" label={t('tabs.home')} onClick={() => navigate('/play/home')} />
              </li>
            </ul>
          )}
          {challenge && <ChallengeResult challenge={challenge} completedAt={completion.attempt.completed_at} />}
          {(!passed || areMissedSolved) && !isPendingReview && !showsWays && (
            <MissedQuestions
              task={task}
              completion={completion}
              onShow={areMissedSolved ? (item) => (shownItem.value = item) : undefined}
            />
          )}
          <MasteryGains gains={mastery_gains} />
          <LevelAndBadges award={completion} />
        </section>
      </div>
      {!showsWays && (
        <div class={`action-bar ${isChallenge(task) ? 'in-sight' : ''}`}>
          {(passed || needsEasierTask) && next_task_id && (
            <NextButton
              text={t(passed || (nextStep && nextStep.kind !== 'repair') ? 'result.next' : 'result.easier')}
              taskTitle={areStepsKnown ? nextStep?.task.title : LOADING}
              path={`/play/task/${next_task_id}`}
            />
          )}
          {challenge?.status === 'available' && (
            <BigButton className="secondary" icon="undo" onClick={startAgain}>
              {t('challenge.again')}
            </BigButton>
          )}
          {!passed && !isPendingReview && (
            <BigButton
              className={needsEasierTask ? 'secondary full-width' : 'world-color full-width'}
              icon="undo"
              onClick={startAgain}
            >
              {t('result.again')}
            </BigButton>
          )}
          <ScreenLink href={returnLink.path} className="return-link">
            {t(returnLink.labelKey)}
          </ScreenLink>
        </div>
      )}
    </main>
  );
}

/** The end of creative work that was sent: what the child has made and what it has earned. */
export function WorkResult({ task, work }: { readonly task: TaskDetail; readonly work: SubmittedWork }) {
  const loaded = useLoaded(
    async () => ({ steps: await fetchNextSteps(), reading: await fetchReading() }),
    work.id,
  ).data;
  const suggestedSteps = useSuggestedSteps(loaded?.steps ?? [], loaded?.reading?.reads ?? !isYoung.value);
  const steps = loaded && suggestedSteps;
  const nextTask = steps?.find((step) => step.task.id !== task.id)?.task;
  const returnLink = getReturnLink(task);
  const title = t('creative.made');
  const text = task.guardian_missing ? t('result.effort') : t('creative.pending_review');
  const spokenTexts = [title, text, ...describeXp(work), ...describeLevelAndBadges(work)];
  useSpoken(spokenTexts, isTaskReadAloud(task));
  const [picture] = work.media.filter(isPicture);
  return (
    <main class="result" data-landscape={getTaskLandscape(task)}>
      <div class="backdrop">
        <Scene landscape={getTaskLandscape(task)} isTall />
      </div>
      <Confetti />
      <div class="result-content">
        <div class="cheer">
          <GuideFace texts={spokenTexts.map((text) => ({ text }))} character={task.character} mood="happy" />
          <OwnAvatar />
        </div>
        <section class="card result-card">
          <Heading title={title}>{title}</Heading>
          <p>{text}</p>
          {picture && <SentPicture url={picture.url} title={task.title} />}
          {!isYoung.value && <XpLine award={work} />}
          <LevelAndBadges award={work} />
        </section>
      </div>
      <div class="action-bar">
        <NextButton
          text={t('result.next')}
          taskTitle={steps ? nextTask?.title : LOADING}
          path={nextTask ? `/play/task/${nextTask.id}` : '/play/home'}
        />
        <ScreenLink href={returnLink.path} className="return-link">
          {t(returnLink.labelKey)}
        </ScreenLink>
      </div>
    </main>
  );
}

interface WayTileProps {
  readonly icon: IconName;
  readonly label: string;
  readonly picture?: string | undefined;
  readonly onClick: () => void;
}

/** Something to do now, as a picture with a button that reads it aloud, like the tile of a task. */
function WayTile({ icon, label, picture, onClick }: WayTileProps) {
  return (
    <div class="task-tile">
      <button type="button" class="card" onClick={onClick}>
        <span class="task-picture">
          {picture && <img class="dim-in-dark" src={toLocalPath(picture)} alt="" />}
          <Icon name={icon} />
        </span>
        <b>{label}</b>
      </button>
      <SpeakButton texts={[{ text: label }]} />
    </div>
  );
}

/** Keeps the line of a title free. */
const LOADING = '\u00a0';

interface NextButtonProps {
  readonly text: string;
  /** Undefined if the next task is not one of the suggested ones. */
  readonly taskTitle: string | undefined;
  readonly path: string;
}

function NextButton({ text, taskTitle, path }: NextButtonProps) {
  return (
    <BigButton className="world-color full-width" icon="next" onClick={() => navigate(path, { replace: true })}>
      <span>
        {text}
        {taskTitle !== undefined && <small>{taskTitle}</small>}
      </span>
    </BigButton>
  );
}

type Award = Pick<Completion, 'xp_breakdown' | 'level_up' | 'badges_awarded'>;

/** The child's own animal, which jumps for joy. */
function OwnAvatar() {
  const url = session.value?.avatarUrl;
  return url ? <img class="own-avatar dim-in-dark" src={toLocalPath(url)} alt="" /> : null;
}

/** Finds the plant of the garden that has grown since the child last saw the plot. */
async function findGrown(): Promise<GardenPlant | undefined> {
  const seen = await readValue<Parameters<typeof listPlants>[1]>(buildGardenKey(session.value?.profileId));
  return listPlants(await fetchData('/app/skills'), seen).find(({ hasGrown }) => hasGrown);
}

/** What has earned XP, and how much in all. */
function XpLine({ award }: { readonly award: Award }) {
  const [xp] = describeXp(award);
  return xp ? (
    <p class="xp-line">
      <span>{award.xp_breakdown.map(({ reason }) => t(`xp.${reason}`)).join(' · ')}</span>
      <b>{xp}</b>
    </p>
  ) : null;
}

/** The questions as dots, for a child who does not read. Those that are right have a tick. */
function RightDots({ items, label }: { readonly items: Completion['items']; readonly label: string }) {
  return (
    <div class="right-dots" role="img" aria-label={label}>
      {items.map(({ item_id, correct }) => (
        <i key={item_id} class={correct ? 'right' : ''}>
          {correct && <Icon name="check" />}
        </i>
      ))}
    </div>
  );
}

function describeXp({ xp_breakdown }: Award): string[] {
  const xp = xp_breakdown.reduce((sum, { amount }) => sum + amount, 0);
  return xp > 0 ? [t('result.xp', { xp })] : [];
}

function describeLevelAndBadges({ level_up, badges_awarded }: Award): string[] {
  return [
    ...(level_up ? [describeLevel(level_up)] : []),
    ...badges_awarded.map(({ name }) => t('result.badge', { name })),
  ];
}

function describeLevel({ to, level_name }: NonNullable<Award['level_up']>): string {
  return t('result.level', { level: to, name: level_name });
}

function LevelAndBadges({ award: { level_up, badges_awarded } }: { readonly award: Award }) {
  return (
    <>
      {level_up && (
        <div class="award">
          <Icon name="medal" />
          <div>
            <h2>{describeLevel(level_up)}</h2>
            {level_up.unlocked_items.length > 0 && (
              <p>{t('result.unlocked', { count: level_up.unlocked_items.length })}</p>
            )}
          </div>
        </div>
      )}
      {badges_awarded.map((badge) => (
        <div class="award" key={badge.id}>
          <Medal badge={badge} />
          <div>
            <h2>{badge.name}</h2>
            <p>{badge.description}</p>
          </div>
        </div>
      ))}
    </>
  );
}

interface MissedQuestionsProps extends Pick<ResultProps, 'task' | 'completion'> {
  /** Shows how a question is solved. Without it, the right answers stay a secret. */
  readonly onShow: ((item: Item) => void) | undefined;
}

/** The questions that the child has missed and can look at again. */
function MissedQuestions({ task, completion, onShow }: MissedQuestionsProps) {
  const missedIds = completion.items.filter(({ correct }) => !correct).map(({ item_id }) => item_id);
  const missed = task.items.filter(({ id }) => missedIds.includes(id));
  if (missed.length === 0) return null;
  return (
    <div class="missed">
      <h2>{t('result.missed')}</h2>
      <ul>
        {missed.map((item) => (
          <li key={item.id}>
            {onShow ? (
              <button type="button" onClick={() => onShow(item)}>
                <Icon name="bulb" />
                {item.prompt}
              </button>
            ) : (
              item.prompt
            )}
          </li>
        ))}
      </ul>
      <SpeakButton
        texts={missed.map(({ prompt, speech, recording_url }) => ({ text: prompt, speech, recording_url }))}
      />
    </div>
  );
}

/** A finished task whose answers wait for the network, or were sent after a wait. */
export function QueuedTask({ task }: { task: TaskDetail }) {
  const isWaiting = waitingWrites.value.some(({ work }) => work && 'taskId' in work && work.taskId === task.id);
  return (
    <TaskEnding
      task={task}
      icon={isWaiting ? 'cloud' : 'check'}
      title={t(isWaiting ? 'feedback.queued' : 'result.sent')}
      text={t(isWaiting ? 'result.queued' : isDailyPractice(task) ? 'result.sentPractice' : 'result.sentText')}
    />
  );
}

/** A task that was already finished in another tab or on another device. */
export function TaskEndedElsewhere({ task }: { task: TaskDetail }) {
  return (
    <TaskEnding task={task} icon="check" title={t('result.endedElsewhere')} text={t('result.endedElsewhereText')} />
  );
}

/** A task that the child opened by its address before its turn. Says why it has to wait, and leads to what has to be done first. */
export function LockedTask({ task }: { task: TaskDetail }) {
  const instead = useLoaded(() => findInstead(task), task.id).data;
  return (
    <TaskEnding
      task={task}
      icon="lock"
      title={t('result.locked')}
      text={task.lock?.message ?? t('result.lockedText')}
      instead={instead}
    />
  );
}

/** Finds the task that opens a locked one or, if none does, such as before a date, one that is suggested. */
async function findInstead(task: TaskDetail): Promise<Task | undefined> {
  return (await findTaskBefore(task)) ?? (await fetchNextSteps())[0]?.task;
}

interface TaskEndingProps {
  readonly task: TaskDetail;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** What the child can do now, shown as a picture. */
  readonly instead?: Task | undefined;
}

function TaskEnding({ task, icon, title, text, instead }: TaskEndingProps) {
  const returnLink = getReturnLink(task);
  useSpoken([title, text], isTaskReadAloud(task));
  return (
    <main class="result" data-landscape={getTaskLandscape(task)}>
      <div class="backdrop">
        <Scene landscape={getTaskLandscape(task)} isTall />
      </div>
      <div class="result-content">
        <GuideFace texts={[title, text].map((text) => ({ text }))} character={task.character} mood="calm" />
        <section class="card result-card">
          <Icon name={icon} />
          <Heading title={title}>{title}</Heading>
          <p>{text}</p>
          {instead && <TaskTile task={instead} />}
        </section>
      </div>
      <div class="action-bar">
        <BigButton className="world-color full-width" onClick={() => navigate(returnLink.path)}>
          {t(returnLink.labelKey)}
        </BigButton>
      </div>
    </main>
  );
}

/** Why a quiz has brought so many stars. */
function describeStars({ stars, items }: Completion): string | undefined {
  const right = items.filter(({ score }) => score === 1).length; // a second try counts half
  if (right === 0) return undefined;
  return stars === 3 && right === items.length
    ? t('result.allFirst')
    : t('result.firstTries', { right, count: items.length });
}

function BigStars({ count }: { count: number }) {
  return (
    <div class="stars" role="img" aria-label={t('result.stars', { stars: count })}>
      {[1, 2, 3].map((star) => (
        <svg key={star} viewBox="0 0 100 100" class={star <= count ? '' : 'unearned'} aria-hidden="true">
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
