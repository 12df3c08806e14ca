import type { Skill } from '../../../../typescript/src/index.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { session } from '../../api/session.ts';
import { isLookQuiet } from '../../look.ts';
import { t } from '../../messages.ts';
import { readValue, saveValue } from '../../offline/database.ts';
import { backgroundSendCount } from '../../offline/queue.ts';
import { ScreenLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { SkillPlant } from '../../parts/progress/skill-plant.tsx';
import { buildGardenKey, type GardenPlant, listPlants } from '../../rules/garden.ts';

/** As many as fit into two rows of a phone. The child finds all of them behind a tap. */
const MAX_PLANTS = 10;

/** How many skills the quieter look names. */
const MAX_NAMES = 3;

interface Garden {
  readonly plants: readonly GardenPlant[];
  readonly count: number;
  /** The name of the skill that has grown; undefined if none has. */
  readonly grown: string | undefined;
}

/**
 * What the child knows as a plot: a plant for each skill, which grows with it. What has grown since the child last saw the plot on this
 * device grows before its eyes. In the quieter look, a list of what has grown and what was practiced last. It keeps its place while it loads.
 */
export function Garden() {
  const garden = useLoaded(loadGarden, `garden ${backgroundSendCount.value}`).data;
  const { count = 0, plants = [] } = garden ?? {};
  const isList = isLookQuiet.value && count > 0;
  const listed = plants.slice(0, MAX_NAMES);
  const title = t(isLookQuiet.value ? 'me.skills' : 'garden.title');
  const text =
    garden &&
    (count > 0
      ? [...(garden.grown ? [t('garden.grown', { name: garden.grown })] : []), t('garden.plants', { count })].join(' ')
      : t('skills.empty'));
  return (
    <section>
      <div class="section-head">
        <h2>{title}</h2>
        <SpeakButton
          texts={[title, ...(isList ? listed.map(describePlant) : [text ?? ''])].map((text) => ({ text }))}
        />
      </div>
      <ScreenLink href="/play/me/skills" className="garden card">
        {isLookQuiet.value ? (
          <span class={garden ? 'grown' : 'grown waiting'}>
            {listed.map(({ id, name, level }) => (
              <span key={id}>
                <SkillPlant mastery={level} />
                <b>{name}</b>
                <small class="muted">{t(`skills.${level}`)}</small>
              </span>
            ))}
          </span>
        ) : (
          <span class="plot">
            {plants.map(({ id, level, hasGrown }) => (
              <span key={id} class={hasGrown ? 'has-grown' : ''}>
                <SkillPlant mastery={level} />
              </span>
            ))}
          </span>
        )}
        {!isList && <small class="muted">{text ?? '\u00a0'}</small>}
      </ScreenLink>
    </section>
  );
}

function describePlant({ name, level }: GardenPlant): string {
  return `${name}: ${t(`skills.${level}`)}`;
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
  const grown = plants.find(({ hasGrown }) => hasGrown)?.name;
  return { plants: plants.slice(0, MAX_PLANTS), count: plants.length, grown };
}
