import type { World } from '../../../../typescript/src/index.ts';
import { isCached, useLoaded } from '../../api/requests.ts';
import { language, t } from '../../messages.ts';
import { isOnline } from '../../offline/queue.ts';
import { ScreenLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { WorldProgress } from '../../parts/progress/world-progress.tsx';
import { type HomeWorlds, isInLanguage } from '../../rules/world-order.ts';
import { getLandscapeName } from '../../scenes/landscapes.tsx';

/** The worlds that fit the child, and behind a button the others. With `hasSpeakers`, each name can be heard. */
export function Worlds({ shown, others, hasSpeakers }: HomeWorlds<World> & { readonly hasSpeakers: boolean }) {
  return (
    <section>
      <div class="section-head">
        <h2>{t('home.worlds')}</h2>
      </div>
      <WorldCards worlds={shown} hasSpeakers={hasSpeakers} />
      {others.length > 0 && (
        <details class="more-worlds">
          <summary>
            <span class="big-button secondary">{t('home.moreWorlds')}</span>
          </summary>
          <WorldCards worlds={others} hasSpeakers={hasSpeakers} />
        </details>
      )}
    </section>
  );
}

function WorldCards({ worlds, hasSpeakers }: { readonly worlds: readonly World[]; readonly hasSpeakers: boolean }) {
  return (
    <ul class="worlds">
      {worlds.map((world) => (
        <li key={world.id}>
          <WorldCard world={world} />
          {hasSpeakers && <SpeakButton texts={[{ text: world.title }]} lang={world.language_served} />}
        </li>
      ))}
    </ul>
  );
}

/** A world. Without a network, a world whose map is not on the device is dimmed. */
function WorldCard({ world }: { world: World }) {
  const path = { id: world.id };
  const isOnDevice = useLoaded(() => isCached('/app/worlds/{id}/locations', { path }), `${isOnline.value} ${world.id}`);
  const isMissing = !isOnline.value && isOnDevice.data === false;
  return (
    <ScreenLink
      href={`/play/world/${world.id}`}
      className={`world-card ${isMissing ? 'missing' : ''}`}
      landscape={getLandscapeName(world.id)}
    >
      <img class="world-cover dim-in-dark" src={toLocalPath(world.cover_url)} alt="" loading="lazy" />
      <span class="name">
        <b>{world.title}</b>
        {isMissing && <small>{t('home.missing')}</small>}
        {!isInLanguage(world, language.value) && <small>{formatLanguage(world.language_served)}</small>}
        <WorldProgress done={world.tasks_completed} total={world.tasks_total} />
      </span>
    </ScreenLink>
  );
}

/** The name of a language in the child's language. */
function formatLanguage(tag: string): string {
  return new Intl.DisplayNames([language.value], { type: 'language' }).of(tag) ?? tag;
}
