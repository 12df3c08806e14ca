import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { fetchFile } from '../api/requests.ts';
import { t } from '../messages.ts';
import { BlobPicture } from './blob-picture.tsx';
import { Icon } from './icon.tsx';

/** In pixels. */
const SENT_PICTURE_WIDTH = 1280;

/** A picture that was just sent, or waits for an answer. */
export function SentPicture({ url, title }: { readonly url: string; readonly title: string }) {
  return (
    <div class="work-preview">
      <WorkPicture url={url} label={t('gallery.picture', { title })} width={SENT_PICTURE_WIDTH} />
    </div>
  );
}

interface WorkPictureProps {
  /** The URL of the file. */
  readonly url: string;
  readonly label: string;
  /** The width in pixels in which it is drawn. */
  readonly width: number;
}

/** A submitted picture, which is loaded when it is near the visible part of the page. Without it, an icon is shown. */
export function WorkPicture({ url, label, width }: WorkPictureProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const picture = useSignal<Blob | undefined>(undefined);
  const hasFailed = useSignal(false);
  useEffect(() => {
    const load = async () => {
      try {
        picture.value = await fetchFile(url);
      } catch {
        hasFailed.value = true;
      }
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void load();
      },
      { rootMargin: '300px' },
    );
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [url]);
  return (
    <span ref={frame} class="work-picture">
      {hasFailed.value && (
        <span class="missing-picture" role="img" aria-label={label}>
          <Icon name="cloud" />
        </span>
      )}
      {picture.value && !hasFailed.value && (
        <BlobPicture
          picture={picture.value}
          label={label}
          className=""
          width={width}
          onUnreadable={() => (hasFailed.value = true)}
        />
      )}
    </span>
  );
}
