import type { LocationDetail } from '../../../../typescript/src/index.ts';
import { t } from '../../messages.ts';
import { SpeakButton } from '../../parts/controls/buttons.tsx';
import { toLocalPath } from '../../parts/local-path.ts';

/**
 * The story of a location in pictures. It is collapsed after the child has completed a task of the location, so that the
 * tasks come first.
 */
export function Story({ location: { story, tasks_completed } }: { location: LocationDetail }) {
  return (
    <details class="story" open={tasks_completed === 0}>
      <summary>{t('world.story')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with the focus, the keyboard can scroll the list */}
      <ul tabIndex={0}>
        {story.map(({ image_url, text }) => (
          <li key={image_url}>
            <img class="dim-in-dark" src={toLocalPath(image_url)} width={640} height={360} alt="" />
            <div>
              <p>{text}</p>
              <SpeakButton texts={[{ text }]} />
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
