import { useSignal } from '@preact/signals';
import { useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { readDrawings, saveDrawing } from '../../offline/drawings.ts';
import { BackLink, BigButton, ScreenLink } from '../../parts/controls/buttons.tsx';
import { DrawingBoard } from '../../parts/drawing-board.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failure, Loading } from '../../parts/loading-and-failure.tsx';
import type { Drawing } from '../../rules/drawing.ts';

/** Draws for oneself: a new drawing, or the one with this id. It is saved on the device after each line. */
export function DrawScreen({ id }: { id: string }) {
  const saved = useLoaded(async () => {
    const drawings = await readDrawings();
    return drawings.find((drawing) => String(drawing.id) === id) ?? createDrawing();
  }, id);
  const newDrawing = useSignal<Drawing | undefined>(undefined);
  const drawing = newDrawing.value ?? saved.data;
  return (
    <main class="page-main wide draw">
      <header class="page-head">
        <BackLink to="/play/home" label={t('world.back')} />
        <Heading title={t('draw.title')}>{t('draw.title')}</Heading>
      </header>
      <Guide moment="draw" />
      {saved.error !== undefined && <Failure error={saved.error} retry={saved.reload} />}
      {drawing ? (
        <DrawingBoard
          key={drawing.id}
          initialStrokes={drawing.strokes}
          onDrawing={(strokes) => void saveDrawing({ id: drawing.id, strokes })}
        />
      ) : (
        saved.error === undefined && <Loading />
      )}
      <div class="draw-actions">
        <BigButton className="secondary" icon="plus" onClick={() => (newDrawing.value = createDrawing())}>
          {t('draw.new')}
        </BigButton>
        <ScreenLink href="/play/me/gallery" className="big-button secondary">
          <Icon name="brush" />
          {t('me.gallery')}
        </ScreenLink>
      </div>
    </main>
  );
}

function createDrawing(): Drawing {
  return { id: Date.now(), strokes: [] };
}
