import { t } from '../messages.ts';
import type { LandscapeName } from '../scenes/landscapes.tsx';
import { Scene } from '../scenes/scene.tsx';
import { ScreenLink, SpeakButton } from './controls/buttons.tsx';
import { Icon } from './icon.tsx';

/** What a screen without content shows: a landscape, a sentence and a link to the worlds. */
export function EmptyState({ landscape, text }: { landscape: LandscapeName; text: string }) {
  return (
    <section class="empty-state card" data-landscape={landscape}>
      <div class="landscape">
        <Scene landscape={landscape} />
      </div>
      <div class="empty-state-text">
        <p>{text}</p>
        <SpeakButton texts={[{ text }]} />
      </div>
      <ScreenLink href="/play/home" className="big-button world-color">
        <Icon name="play" />
        {t('home.worlds')}
      </ScreenLink>
    </section>
  );
}
