import type { Medium } from '../../../../typescript/src/index.ts';
import { toLocalPath } from '../../parts/local-path.ts';

/** The pictures and sounds of a task or an item. */
export function ItemMedia({ media }: { media: readonly Medium[] }) {
  return (
    <div class="media">
      {media.map(({ id, url, mime, alt_text, caption }) => (
        <figure key={id} class="picture">
          {mime.startsWith('audio/') ? (
            // biome-ignore lint/a11y/useMediaCaption: a sound has its text in the caption below
            <audio controls src={toLocalPath(url)} aria-label={alt_text} />
          ) : (
            <img class="dim-in-dark" src={toLocalPath(url)} alt={alt_text} />
          )}
          {caption && <figcaption>{caption}</figcaption>}
        </figure>
      ))}
    </div>
  );
}
