import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { t } from '../messages.ts';
import { deleteWrite, isOnline, refusedWrites, sentWrites, waitingWrites } from '../offline/queue.ts';
import type { QueuedWrite } from '../offline/writes.ts';
import { isReadAloudOn } from '../speech/read-aloud.ts';
import { useSpoken } from '../speech/speak.ts';
import { BigButton, SpeakButton } from './controls/buttons.tsx';
import { Dialog } from './controls/dialog.tsx';
import { Icon } from './icon.tsx';

/**
 * A note that there is no network, or how many writes were refused, are waiting, or were sent after a wait. A button opens the
 * list of all these writes.
 */
export function OutboxNote() {
  const isOpen = useSignal(false);
  const [variant, text] = summarizeWrites();
  const firstText = useRef(text); // shown with the screen, of which the guide speaks
  useSpoken([text], isReadAloudOn.value && text !== '' && text !== firstText.current);
  const hasWrites = waitingWrites.value.length + refusedWrites.value.length + sentWrites.value.length > 0;
  return (
    <div class="outbox-note" role="status">
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
