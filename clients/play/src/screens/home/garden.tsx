import type { Skill } from '../../../../typescript/src/index.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { session } from '../../api/session.ts';
import { t } from '../../messages.ts';
import { readValue, saveValue } from '../../offline/database.ts';
import { backgroundSendCount } from '../../offline/queue.ts';
import { ScreenLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { SkillPlant } from '../../parts/progress/skill-plant.tsx';
import { buildGardenKey, type GardenPlant, listPlants } from '../../rules/garden.ts';

/** As many as fit into two rows of a large screen; a phone shows the first ones. */
const MAX_PLANTS = 24;

interface Garden {
  readonly plants: readonly GardenPlant[];
  /** All plants of the child; the plot shows only the first ones. */
  readonly count: number;
}

/**
 * What the child knows as a plot: a plant for each skill, which grows with it. What has grown since the child last saw the plot on this
 * device grows before its eyes. The plot keeps its place while it loads.
 */
export function Garden() {
  const garden = useLoaded(loadGarden, `garden ${backgroundSendCount.value}`).data;
  const text = garden && (garden.count > 0 ? t('garden.plants', { count: garden.count }) : t('skills.empty'));
  return (
    <section>
      <div class="section-head">
        <h2>{t('garden.title')}</h2>
        <SpeakButton texts={[{ text: t('garden.title') }, { text: text ?? '' }]} />
      </div>
      <ScreenLink href="/play/me/skills" className="garden card">
        <span class="plot">
          {garden?.plants.map(({ id, level, hasGrown }) => (
            <span key={id} class={hasGrown ? 'has-grown' : ''}>
              <SkillPlant mastery={level} />
            </span>
          ))}
        </span>
        <small class="muted">{text ?? '\u00a0'}</small>
      </ScreenLink>
    </section>
  );
}

/** Loads the plot, and saves what it shows, so that the next visit knows what has grown. */
async function loadGarden(): Promise<Garden> {
  const key = buildGardenKey(session.value?.profileId);
  const [skills, seen] = await Promise.all([
    fetchData('/app/skills'),
    readValue<Readonly<Record<string, Skill['level']>>>(key),
  ]);
  const plants = listPlants(skills, seen);
  await saveValue(key, Object.fromEntries(plants.map(({ id, level }) => [id, level])));
  return { plants: plants.slice(0, MAX_PLANTS), count: plants.length };
}
