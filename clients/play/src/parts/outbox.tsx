import { useSignal } from '@preact/signals';
import { t } from '../messages.ts';
import { dismiss, isOnline, refused, sent, waiting } from '../offline/queue.ts';
import type { QueuedWrite } from '../offline/writes.ts';
import { BigButton } from './buttons.tsx';
import { Icon } from './icon.tsx';
import { Sheet } from './sheet.tsx';

/** Shows how many writes wait, were refused or have been sent late, with a button that lists them. */
export function OfflineNote() {
  const isOpen = useSignal(false);
  const [look, text] = summarize();
  const isListed = waiting.value.length + refused.value.length + sent.value.length > 0;
  return (
    <div class="outbox-note" role="status">
      {text !== '' && (
        <p class={`offline ${look}`}>
          <Icon name={look === 'good' ? 'check' : 'cloud'} />
          {text}
          {isListed && (
            <button type="button" class="link-button" onClick={() => (isOpen.value = true)}>
              {t('outbox.look')}
            </button>
          )}
        </p>
      )}
      {isOpen.value && isListed && (
        <Sheet label={t('outbox.title')} close={() => (isOpen.value = false)}>
          <Outbox />
        </Sheet>
      )}
    </div>
  );
}

function summarize(): readonly ['try' | 'good', string] {
  if (refused.value.length > 0) return ['try', t('outbox.refused', { count: refused.value.length })];
  if (waiting.value.length > 0) return ['try', t('state.waiting', { count: waiting.value.length })];
  if (!isOnline.value) return ['try', t('state.noNetwork')];
  return sent.value.length > 0 ? ['good', t('outbox.sent', { count: sent.value.length })] : ['good', ''];
}

function Outbox() {
  return (
    <div class="outbox">
      <h2>{t('outbox.title')}</h2>
      <ul>
        {refused.value.map((write) => (
          <Row key={write.id} write={write} text={write.refusal ?? ''} />
        ))}
        {waiting.value.map((write) => (
          <Row key={write.id} write={write} text={t('outbox.waits')} />
        ))}
        {sent.value.map((write) => (
          <Row key={write.id} write={write} text={t('outbox.arrived')} />
        ))}
      </ul>
    </div>
  );
}

function Row({ write: { id = 0, title, refusal, sentAt }, text }: { write: QueuedWrite; text: string }) {
  const isDone = refusal !== undefined || sentAt !== undefined;
  return (
    <li class="sheet">
      <Icon name={sentAt === undefined ? 'cloud' : 'check'} />
      <div>
        <b>{title}</b>
        <p class={refusal === undefined ? 'soft' : 'problem'}>{text}</p>
      </div>
      {isDone && (
        <BigButton look="quiet" onClick={() => void dismiss(id)}>
          {t('outbox.ok')}
        </BigButton>
      )}
    </li>
  );
}
