import { useSignal } from '@preact/signals';
import { t } from '../../messages.ts';
import { BlobPicture } from '../../parts/blob-picture.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Warning } from '../../parts/loading-and-failure.tsx';

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
      {photo && (
        <BlobPicture
          picture={photo}
          label={t('creative.yourPhoto')}
          className="photo"
          width={PREVIEW_WIDTH}
          onUnreadable={rejectPhoto}
        />
      )}
      <Warning text={errorKey.value && t(errorKey.value)} />
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
