import { useSignal } from '@preact/signals';
import type { CreativeWork } from '../../../../typescript/src/index.ts';
import { useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { readDrawings, saveDrawing } from '../../offline/drawings.ts';
import { backgroundSendCount } from '../../offline/queue.ts';
import { BackLink, BigButton, RoundButton, ScreenLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { Dialog } from '../../parts/controls/dialog.tsx';
import { DrawingPicture } from '../../parts/drawing-board.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failure, Loading } from '../../parts/loading-and-failure.tsx';
import { OutboxNote } from '../../parts/outbox.tsx';
import { StickerPicture } from '../../parts/sticker-picture.tsx';
import { VoicePlayer } from '../../parts/voice-player.tsx';
import { WorkPicture } from '../../parts/work-picture.tsx';
import type { Drawing } from '../../rules/drawing.ts';
import { isReadAloudOn } from '../../speech/read-aloud.ts';
import { useSpoken } from '../../speech/speak.ts';
import { canDoAgain, fetchWorks, formatStatus, formatSubmittedDay, formatTitle, isPicture } from './works.ts';

/** The widths in pixels in which a picture is drawn on a card and in a dialog. */
const CARD_PICTURE_WIDTH = 640;
const LARGE_PICTURE_WIDTH = 1280;

/** The child's creative work: drawings, photos, texts and recordings, each with what the guardian has said about it. */
export function GalleryScreen() {
  const pageCount = useSignal(1);
  const loaded = useLoaded(
    () => fetchWorks(pageCount.value),
    `gallery ${pageCount.value} ${backgroundSendCount.value}`,
  );
  const savedDrawings = useLoaded(readDrawings, 'drawings');
  const drawings = savedDrawings.data ?? [];
  /** The drawing that the child is asked whether to remove. */
  const unwanted = useSignal<Drawing | undefined>(undefined);
  const openWork = useSignal<CreativeWork | undefined>(undefined);
  const { works = [], hasMore = false } = loaded.data ?? {};
  return (
    <main class="page-main wide">
      <header class="page-head">
        <BackLink to="/play/me" label={t('me.back')} />
        <Heading title={t('me.gallery')}>{t('me.gallery')}</Heading>
      </header>
      {works.length + drawings.length > 0 && <Guide moment="gallery" />}
      <OutboxNote />
      {loaded.error !== undefined && <Failure error={loaded.error} retry={loaded.reload} />}
      {!loaded.data && loaded.error === undefined && <Loading />}
      {loaded.data && works.length + drawings.length === 0 && (
        <EmptyState landscape="lantern-town" text={t('gallery.empty')} />
      )}
      <ul class="gallery">
        {works.map((work) => (
          <WorkCard key={work.id} work={work} open={() => (openWork.value = work)} />
        ))}
      </ul>
      {hasMore && (
        <BigButton className="secondary" icon="down" onClick={() => (pageCount.value += 1)}>
          {t('gallery.more')}
        </BigButton>
      )}
      {drawings.length > 0 && (
        <section>
          <h2>{t('draw.mine')}</h2>
          <ul class="gallery">
            {drawings.map((drawing) => (
              <li key={drawing.id} class="own-drawing">
                <ScreenLink href={`/play/draw/${drawing.id}`} className="work-preview">
                  <DrawingPicture strokes={drawing.strokes} label={t('draw.title')} />
                </ScreenLink>
                <RoundButton icon="close" label={t('outbox.remove')} onClick={() => (unwanted.value = drawing)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {unwanted.value && (
        <RemovalDialog
          drawing={unwanted.value}
          close={() => (unwanted.value = undefined)}
          onRemoved={savedDrawings.reload}
        />
      )}
      {openWork.value && <WorkDialog work={openWork.value} close={() => (openWork.value = undefined)} />}
    </main>
  );
}

/** Asks whether to remove a drawing, because it cannot be brought back. */
function RemovalDialog({
  drawing: { id, strokes },
  close,
  onRemoved,
}: {
  drawing: Drawing;
  close: () => void;
  onRemoved: () => void;
}) {
  const question = t('outbox.reallyRemove');
  useSpoken([question], isReadAloudOn.value);
  const remove = async () => {
    await saveDrawing({ id, strokes: [] });
    close();
    onRemoved();
  };
  return (
    <Dialog label={question} close={close}>
      <h2>{question}</h2>
      <div class="work-preview">
        <DrawingPicture strokes={strokes} label={t('draw.title')} />
      </div>
      <BigButton className="secondary" icon="close" onClick={() => void remove()}>
        {t('outbox.remove')}
      </BigButton>
      <BigButton className="world-color" icon="brush" onClick={close}>
        {t('draw.keep')}
      </BigButton>
    </Dialog>
  );
}

/** A work with its state. A button shows it large or, if it is a text, whole. */
function WorkCard({ work, open }: { work: CreativeWork; open: () => void }) {
  const { text, media, language_served, feedback } = work;
  const title = formatTitle(work);
  const [picture] = media.filter(isPicture);
  const recordings = media.filter((file) => !isPicture(file));
  const isVoiceOnly = !picture && text === '';
  return (
    <li class="work card">
      {isVoiceOnly ? (
        <span class="work-preview voice">
          <Icon name="microphone" />
        </span>
      ) : (
        <button type="button" class="work-preview" aria-label={picture && t('gallery.open', { title })} onClick={open}>
          {picture ? (
            <WorkPicture url={picture.url} label={t('gallery.picture', { title })} width={CARD_PICTURE_WIDTH} />
          ) : (
            <span class="work-excerpt">{text}</span>
          )}
        </button>
      )}
      <div class="work-label">
        <div>
          <h2 lang={language_served ?? undefined}>{title}</h2>
          <p class="muted">{formatSubmittedDay(work)}</p>
        </div>
        <SpeakButton
          texts={[title, text, formatStatus(work), feedback?.text ?? '']
            .filter(Boolean)
            .map((spoken) => ({ text: spoken }))}
        />
      </div>
      {recordings.map(({ url }) => (
        <VoicePlayer key={url} recording={url} />
      ))}
      <WorkStatus work={work} />
    </li>
  );
}

/** Whether the work waits, is approved or came back, with the sticker and the words of the guardian. */
function WorkStatus({ work }: { work: CreativeWork }) {
  const { status, feedback, reviewer, task_id } = work;
  return (
    <div class={`work-status ${status === 'approved' ? 'success' : status === 'changes_requested' ? 'warning' : ''}`}>
      {feedback?.sticker && <StickerPicture sticker={feedback.sticker} />}
      <div>
        <b>{formatStatus(work)}</b>
        {feedback?.text && <p>{feedback.text}</p>}
        {feedback?.text && reviewer && <small>{reviewer}</small>}
      </div>
      {canDoAgain(work) && (
        <ScreenLink href={`/play/task/${task_id}`} className="big-button">
          <Icon name="pen" />
          {t('gallery.again')}
        </ScreenLink>
      )}
    </div>
  );
}

function WorkDialog({ work, close }: { work: CreativeWork; close: () => void }) {
  const title = formatTitle(work);
  return (
    <Dialog label={title} close={close}>
      <h2 class="work-title" lang={work.language_served ?? undefined}>
        {title}
      </h2>
      {work.media.filter(isPicture).map(({ url }) => (
        <WorkPicture key={url} url={url} label={t('gallery.picture', { title })} width={LARGE_PICTURE_WIDTH} />
      ))}
      {work.text && <p class="reading-text own-text">{work.text}</p>}
      <WorkStatus work={work} />
    </Dialog>
  );
}
