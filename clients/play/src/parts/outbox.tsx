import { computed, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { t } from '../messages.ts';
import { deleteWrite, isOnline, refusedWrites, sentResults, sentWrites, waitingWrites } from '../offline/queue.ts';
import type { QueuedWrite, SentResult } from '../offline/writes.ts';
import { isPlacement } from '../rules/placement.ts';
import { isReadAloudOn } from '../speech/read-aloud.ts';
import { useSpoken } from '../speech/speak.ts';
import { BigButton, ScreenLink, SpeakButton } from './controls/buttons.tsx';
import { Dialog } from './controls/dialog.tsx';
import { GuideFace } from './guide.tsx';
import { Icon } from './icon.tsx';
import { SmallStars } from './task-tile.tsx';

/** Whether the guide of a screen with this note speaks. First come the results that have arrived. */
export const mayGuideSpeak = computed(() => isReadAloudOn.value && sentResults.value.length === 0);

/**
 * The results that have arrived, and a note that there is no network, or how many writes were refused, are waiting, or were sent
 * after a wait. A button opens the list of all these writes.
 */
export function OutboxNote() {
  const isOpen = useSignal(false);
  const [variant, text] = summarizeWrites();
  const firstText = useRef(text); // shown with the screen, of which the guide speaks
  useSpoken([text], isReadAloudOn.value && text !== '' && text !== firstText.current);
  const hasWrites = waitingWrites.value.length + refusedWrites.value.length + sentWrites.value.length > 0;
  return (
    <div class="outbox-note" role="status">
      {sentResults.value.length > 0 && <ArrivedResults />}
      {text !== '' && (
        <p class={`outbox-summary ${variant}`}>
          <Icon name={variant === 'success' ? 'check' : 'cloud'} />
          {text}
          <SpeakButton texts={[{ text }]} />
          {hasWrites && (
            <button type="button" class="link-button" onClick={() => (isOpen.value = true)}>
              {t('outbox.open')}
            </button>
          )}
        </p>
      )}
      {isOpen.value && hasWrites && (
        <Dialog label={t('outbox.title')} close={() => (isOpen.value = false)}>
          <Outbox />
        </Dialog>
      )}
    </div>
  );
}

/** As many as do not hide the screen. The others come when the child has seen these. */
const MAX_SHOWN_RESULTS = 3;

/** What came of the tasks that were sent after a wait. The guide says it. Each leads to its result, which the child sees once. */
function ArrivedResults() {
  const results = sentResults.value.slice(0, MAX_SHOWN_RESULTS);
  const title = t('arrived.title');
  const texts = [title, ...results.flatMap((result) => [result.task.title, ...describeResult(result)])];
  useSpoken(texts, isReadAloudOn.value);
  return (
    <section class="arrived card">
      <GuideFace texts={texts.map((text) => ({ text }))} mood="happy" />
      <h2>{title}</h2>
      <BigButton className="secondary" icon="check" onClick={() => results.forEach(({ id }) => void deleteWrite(id))}>
        {t('outbox.ok')}
      </BigButton>
      <ul>
        {results.map((result) => (
          <li key={result.id}>
            <ScreenLink href={`/play/task/${result.task.id}`} className="menu-link">
              <SmallStars count={result.completion.stars} />
              <span>
                {result.task.title}
                {describeResult(result).map((text) => (
                  <small key={text}>{text}</small>
                ))}
              </span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What came of a task, and whether the result has questions to look at again. */
function describeResult({ task, completion: { attempt, items, xp_breakdown } }: SentResult): string[] {
  const xp = xp_breakdown.reduce((sum, { amount }) => sum + amount, 0);
  const right = items.filter(({ correct }) => correct).length;
  const isPendingReview = attempt.status === 'pending_review';
  const outcome = isPendingReview
    ? t('result.waiting')
    : isPlacement(task)
      ? t('placement.thanks')
      : items.length > 0
        ? t('result.rightCalm', { right, count: items.length })
        : t('task.completed');
  const hasMissed = right < items.length && !isPendingReview && !isPlacement(task);
  return [xp > 0 ? `${outcome} ${t('result.xp', { xp })}` : outcome, ...(hasMissed ? [t('arrived.missed')] : [])];
}

/** Returns the variant of the note, and its text, which is empty when there is nothing to report. */
function summarizeWrites(): readonly ['warning' | 'success', string] {
  if (refusedWrites.value.length > 0) return ['warning', t('outbox.refused', { count: refusedWrites.value.length })];
  if (waitingWrites.value.length > 0) return ['warning', t('state.waiting', { count: waitingWrites.value.length })];
  if (!isOnline.value) return ['warning', t('state.noNetwork')];
  return sentWrites.value.length > 0
    ? ['success', t('outbox.sent', { count: sentWrites.value.length })]
    : ['success', ''];
}

function Outbox() {
  return (
    <div class="outbox">
      <h2>{t('outbox.title')}</h2>
      <ul>
        {refusedWrites.value.map((write) => (
          <Row key={write.id} write={write} text={write.refusal ?? ''} />
        ))}
        {waitingWrites.value.map((write) => (
          <Row key={write.id} write={write} text={t('outbox.waits')} />
        ))}
        {sentWrites.value.map((write) => (
          <Row key={write.id} write={write} text={t('outbox.arrived')} />
        ))}
      </ul>
    </div>
  );
}

function Row({ write: { id = 0, title, refusal, sentAt }, text }: { write: QueuedWrite; text: string }) {
  const isDone = refusal !== undefined || sentAt !== undefined;
  /** Whether the child has asked to remove work that waits, which would be lost. */
  const isAsking = useSignal(false);
  return (
    <li class="card">
      <Icon name={sentAt === undefined ? 'cloud' : 'check'} />
      <div>
        <b>{title}</b>
        <p class={refusal === undefined ? 'muted' : 'warning-text'}>{text}</p>
      </div>
      <BigButton
        className="secondary"
        onClick={() => {
          if (isDone || isAsking.value) void deleteWrite(id);
          else isAsking.value = true;
        }}
      >
        {t(isDone ? 'outbox.ok' : isAsking.value ? 'outbox.reallyRemove' : 'outbox.remove')}
      </BigButton>
    </li>
  );
}
