import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../messages.ts';
import { Icon } from '../../parts/icon.tsx';

/** The width of the preview in pixels. The photo itself is sent unchanged. */
const PREVIEW_WIDTH = 1000;
/** The maximum size of a photo that the service accepts. */
const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

interface PhotoChooserProps {
  readonly photo: Blob | undefined;
  readonly onPhoto: (photo: Blob | undefined) => void;
}

/** Lets the child take or choose a photo, look at it, and replace it. */
export function PhotoChooser({ photo, onPhoto }: PhotoChooserProps) {
  const errorKey = useSignal<'' | 'creative.unreadable' | 'creative.tooLarge'>('');
  const choose = (chosenPhoto: Blob | undefined) => {
    errorKey.value = chosenPhoto && chosenPhoto.size > MAX_PHOTO_BYTES ? 'creative.tooLarge' : '';
    if (chosenPhoto && !errorKey.value) onPhoto(chosenPhoto);
  };
  const rejectPhoto = () => {
    errorKey.value = 'creative.unreadable';
    onPhoto(undefined);
  };
  return (
    <>
      {photo && <PhotoPreview photo={photo} onUnreadable={rejectPhoto} />}
      {errorKey.value && (
        <p class="warning-text" role="alert">
          {t(errorKey.value)}
        </p>
      )}
      <label class="option photo-input">
        <input
          type="file"
          class="visually-hidden"
          accept="image/png,image/jpeg,image/webp"
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
        <Icon name="camera" />
        {t(photo ? 'creative.anotherPhoto' : 'creative.takePhoto')}
      </label>
    </>
  );
}

/** A photo that is still on the device. It is drawn on a canvas, because the Content Security Policy allows no `blob:` pictures. */
function PhotoPreview({ photo, onUnreadable }: { photo: Blob; onUnreadable: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isCanceled = false;
    const renderPreview = async () => {
      const bitmap = await createImageBitmap(photo, { resizeWidth: PREVIEW_WIDTH, resizeQuality: 'medium' });
      if (!isCanceled && canvas.current) paint(canvas.current, bitmap);
      bitmap.close();
    };
    renderPreview().catch(() => isCanceled || onUnreadable());
    return () => {
      isCanceled = true;
    };
  }, [photo]);
  return <canvas ref={canvas} class="photo" role="img" aria-label={t('creative.yourPhoto')} width={0} height={0} />;
}

function paint(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
}
