import type { Medium } from '../../../../typescript/src/index.ts';
import { toLocalPath } from '../../parts/local-path.ts';
import { CountablePicture } from './countable-picture.tsx';

interface ItemMediaProps {
  readonly of: { readonly kind: string; readonly media: readonly Medium[] };
  /** Says a number, if the child may count what it sees. */
  readonly sayNumber?: ((number: string) => void) | undefined;
}

/** Whether there are pictures or sounds to show. On the picture of a line to trace, the line itself is drawn. */
export const hasMedia = ({ kind, media }: ItemMediaProps['of']) => kind !== 'trace' && media.length > 0;

/** The pictures and sounds of a task or an item. */
export function ItemMedia({ of, sayNumber }: ItemMediaProps) {
  if (!hasMedia(of)) return null;
  return (
    <div class="media">
      {of.media.map((medium) => {
        const { id, url, mime, alt_text, caption } = medium;
        return (
          <figure key={id} class="picture">
            {mime.startsWith('audio/') ? (
              // biome-ignore lint/a11y/useMediaCaption: a sound has its text in the caption below
              <audio controls src={toLocalPath(url)} aria-label={alt_text} />
            ) : sayNumber && mime === 'image/svg+xml' ? (
              <CountablePicture medium={medium} say={sayNumber} />
            ) : (
              <img class="dim-in-dark" src={toLocalPath(url)} alt={alt_text} />
            )}
            {caption && <figcaption>{caption}</figcaption>}
          </figure>
        );
      })}
    </div>
  );
}
