import { t } from '../messages.ts';
import type { LandscapeName } from '../scenes/landscapes.tsx';
import { Scene } from '../scenes/scene.tsx';
import { isReadAloudOn } from '../speech/read-aloud.ts';
import { useSpoken } from '../speech/speak.ts';
import { ScreenLink } from './controls/buttons.tsx';
import { GuideFace } from './guide.tsx';
import { Icon } from './icon.tsx';

/** What a screen without content shows: a landscape, a sentence that the guide says, and a link to the worlds. */
export function EmptyState({ landscape, text }: { landscape: LandscapeName; text: string }) {
  useSpoken([text], isReadAloudOn.value);
  return (
    <section class="empty-state card" data-landscape={landscape}>
      <div class="landscape">
        <Scene landscape={landscape} />
      </div>
      <div class="empty-state-text">
        <GuideFace texts={[{ text }]} mood="calm" />
        <p>{text}</p>
      </div>
      <ScreenLink href="/play/home" className="big-button world-color">
        <Icon name="play" />
        {t('home.worlds')}
      </ScreenLink>
    </section>
  );
}
