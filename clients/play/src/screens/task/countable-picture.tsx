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

/** Words that count for the child: "duck, duck". */
const REPEATED = /^([^ ,.]+(?: [^ ,.]+)?)(?:, \1)*\.$/;

interface CountablePictureProps {
  readonly medium: Medium;
  /** Says a number. */
  readonly say: (number: string) => void;
}

/**
 * A picture in which each thing gets its number at a tap, for a child who counts aloud. With the keyboard and for a screen reader, each
 * thing is a button. A picture without things that can be counted is shown as it is.
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
  const [, name] = REPEATED.exec(alt_text) ?? [];
  const count = (index: number) => {
    const newlyCounted = countThing(counted.value, index);
    if (newlyCounted === counted.value) return;
    counted.value = newlyCounted;
    playSound('tap');
    say(String(newlyCounted.length));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have no size of its own
    <div
      role="group"
      class="things"
      aria-label={`${name ? `${name}.` : alt_text} ${t('item.countHelp')}`}
      style={{ '--width': width, '--ratio': width / height }}
      onPointerUp={(event) => count(findThingAt(things, toFractions(event)))}
    >
      <img class="dim-in-dark" src={path} alt="" draggable={false} />
      {things.map((thing, i) => (
        <button
          type="button"
          key={String(i)}
          class="thing"
          aria-label={`${name ?? ''} ${t('task.step', { step: i + 1, count: things.length })}`}
          onClick={({ detail }) => detail === 0 && count(i)}
          data-number={counted.value.includes(i) ? counted.value.indexOf(i) + 1 : undefined}
          style={{
            left: `${thing.x * 100}%`,
            top: `${thing.y * 100}%`,
            width: `${thing.width * 100}%`,
            height: `${thing.height * 100}%`,
          }}
        />
      ))}
    </div>
  );
}
