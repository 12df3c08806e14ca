import { useSignal } from '@preact/signals';
import type { Medium } from '../../../../typescript/src/index.ts';
import { useLoaded } from '../../api/requests.ts';
import { toFractions } from '../../items/board.ts';
import { t } from '../../messages.ts';
import { toLocalPath } from '../../parts/local-path.ts';
import { countThing, findThingAt, findThings } from '../../rules/countable-things.ts';
import { playSound } from '../../sound/sounds.ts';

/** A picture that is not drawn for its question may show one thing only to please the eye. */
const MIN_THINGS = { drawn: 1, other: 2 };

interface CountablePictureProps {
  readonly medium: Medium;
  /** Says a number. */
  readonly say: (number: string) => void;
}

/**
 * A picture in which each thing gets its number at a tap, for a child who counts aloud. With the keyboard, Enter counts one thing after the
 * other. A picture without things that can be counted is shown as it is.
 */
export function CountablePicture({ medium: { url, alt_text }, say }: CountablePictureProps) {
  const path = toLocalPath(url);
  const minCount = path.startsWith('/drawn/') ? MIN_THINGS.drawn : MIN_THINGS.other;
  const loaded = useLoaded(async () => ({ picture: findThings(await (await fetch(path)).text(), minCount) }), path);
  const counted = useSignal<readonly number[]>([]);
  if (!loaded.data && loaded.error === undefined) return null;
  const picture = loaded.data?.picture;
  if (!picture) return <img class="dim-in-dark" src={path} alt={alt_text} />;
  const { width, height, things } = picture;
  const count = (event: MouseEvent) => {
    const isByKeyboard = event.detail === 0;
    const nextIndex = things.findIndex((_, i) => !counted.value.includes(i));
    const index = isByKeyboard ? Math.max(nextIndex, 0) : findThingAt(things, toFractions(event));
    const newlyCounted = countThing(counted.value, index);
    if (newlyCounted === counted.value) return;
    counted.value = newlyCounted;
    playSound('tap');
    say(String(newlyCounted.length));
  };
  return (
    <button
      type="button"
      class="things"
      aria-label={`${alt_text} ${t('item.countHelp')}`}
      style={{ '--width': width, '--ratio': width / height }}
      onClick={count}
    >
      <img class="dim-in-dark" src={path} alt="" draggable={false} />
      {things.map((thing, i) => (
        <i
          key={String(i)}
          class="thing"
          data-number={counted.value.includes(i) ? counted.value.indexOf(i) + 1 : undefined}
          style={{
            left: `${thing.x * 100}%`,
            top: `${thing.y * 100}%`,
            width: `${thing.width * 100}%`,
            height: `${thing.height * 100}%`,
          }}
        />
      ))}
    </button>
  );
}
