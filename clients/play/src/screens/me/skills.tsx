import { useSignal } from '@preact/signals';
import type { Skill, World } from '../../../../typescript/src/index.ts';
import { fetchData, useLoaded } from '../../api/requests.ts';
import { session } from '../../api/session.ts';
import { language, t } from '../../messages.ts';
import { backgroundSendCount } from '../../offline/queue.ts';
import { BackLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Failure, Loading } from '../../parts/loading-and-failure.tsx';
import { SkillPlant } from '../../parts/progress/skill-plant.tsx';
import { fetchNextSteps } from '../../parts/suggested-steps.ts';
import { computeAge } from '../../rules/older.ts';
import { orderWorlds } from '../../rules/world-order.ts';
import { getLandscapeName } from '../../scenes/landscapes.tsx';
import { Scene } from '../../scenes/scene.tsx';

/** A skill that the child has practiced. */
type PracticedSkill = Skill & { readonly level: Exclude<Skill['level'], 'new'> };

interface WorldSkills {
  readonly world: World;
  readonly practicedSkills: readonly PracticedSkill[];
  /** The number of skills of the world that the child has not practiced yet. */
  readonly newSkillCount: number;
}

interface SkillsByWorld {
  /** The worlds in which the child learns now; if there are none, the first one. */
  readonly current: readonly WorldSkills[];
  readonly others: readonly WorldSkills[];
}

/** The skills that the child has practiced, by world: those of the current worlds, and behind a button the others. */
export function SkillsScreen() {
  const loaded = useLoaded(loadSkills, `skills ${backgroundSendCount.value}`);
  const { current, others = [] } = loaded.data ?? {};
  return (
    <main class="page-main wide">
      <header class="page-head">
        <BackLink to="/play/me" label={t('me.back')} />
        <Heading title={t('me.skills')}>{t('me.skills')}</Heading>
      </header>
      {loaded.error !== undefined && <Failure error={loaded.error} retry={loaded.reload} />}
      {!loaded.data && loaded.error === undefined && <Loading />}
      {current?.length === 0 && <EmptyState landscape="nature-and-body" text={t('skills.empty')} />}
      {current && current.length > 0 && (
        <>
          <Guide moment="skills" />
          <WorldSkillsCards worlds={current} />
        </>
      )}
      {others.length > 0 && (
        <details class="more-worlds">
          <summary>
            <span class="big-button secondary">{t('home.moreWorlds')}</span>
          </summary>
          <WorldSkillsCards worlds={others} />
        </details>
      )}
    </main>
  );
}

function WorldSkillsCards({ worlds }: { worlds: readonly WorldSkills[] }) {
  return (
    <div class="worlds-with-skills">
      {worlds.map((worldSkills) => (
        <WorldSkillsCard key={worldSkills.world.id} {...worldSkills} />
      ))}
    </div>
  );
}

/** A world with its skills. Each skill is shown as a plant. */
function WorldSkillsCard({ world: { id, title, language_served }, practicedSkills, newSkillCount }: WorldSkills) {
  const spokenText = [title, ...practicedSkills.map(({ name, level }) => `${name}: ${t(`skills.${level}`)}`)].join(
    '. ',
  );
  return (
    <section class="skills-of-world card" data-landscape={getLandscapeName(id)}>
      <div class="landscape">
        <Scene landscape={getLandscapeName(id)} />
      </div>
      <div class="skills-head">
        <h2 lang={language_served}>{title}</h2>
        <SpeakButton texts={[{ text: spokenText }]} />
      </div>
      <ul class="plants">
        {practicedSkills.map((skill) => (
          <PlantOfSkill key={skill.id} skill={skill} />
        ))}
      </ul>
      {newSkillCount > 0 && <p class="muted">{t('skills.more', { count: newSkillCount })}</p>}
    </section>
  );
}

/** A skill as a plant. A tap on it says why it is as strong as it is. */
function PlantOfSkill({ skill }: { skill: PracticedSkill }) {
  const isExplained = useSignal(false);
  const { name, level, due } = skill;
  const explanation = explainStrength(skill);
  return (
    <li>
      <button
        type="button"
        aria-expanded={isExplained.value}
        onClick={() => {
          isExplained.value = !isExplained.value;
        }}
      >
        <SkillPlant mastery={level} />
        <b>{name}</b>
        <small class={due ? 'due' : 'muted'}>{t(due ? 'skills.due' : `skills.${level}`)}</small>
      </button>
      {isExplained.value && (
        <div class="why-text">
          <p>{explanation}</p>
          <SpeakButton texts={[{ text: explanation }]} />
        </div>
      )}
    </li>
  );
}

/** Says in a sentence why a skill is as strong as its plant shows, and whether it is time to practice it. */
function explainStrength({ level, due }: PracticedSkill): string {
  return [t(`skillsWhy.${level}`), ...(due ? [t('skillsWhy.due')] : [])].join(' ');
}

async function loadSkills(): Promise<SkillsByWorld> {
  const [skills, worlds, nextSteps] = await Promise.all([
    fetchData('/app/skills'),
    fetchData('/app/worlds', { query: { limit: 50 } }),
    fetchNextSteps().catch(() => []), // the screen works without it
  ]);
  const context = { currentId: undefined, language: language.value, age: computeAge(session.value?.birthYear) };
  const all = orderWorlds(worlds.data, context).flatMap((world) => {
    const skillsInWorld = skills.filter(({ world_ids }) => world_ids.includes(world.id));
    const practicedSkills = skillsInWorld.filter((skill) => skill.level !== 'new') as PracticedSkill[]; // the filter has removed new skills
    return practicedSkills.length > 0
      ? [{ world, practicedSkills, newSkillCount: skillsInWorld.length - practicedSkills.length }]
      : [];
  });
  const suggested = all.filter(({ world }) => nextSteps.some(({ task }) => task.world_id === world.id));
  const current = suggested.length > 0 ? suggested : all.slice(0, 1);
  return { current, others: all.filter((worldSkills) => !current.includes(worldSkills)) };
}
