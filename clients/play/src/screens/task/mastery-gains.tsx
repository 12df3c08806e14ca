import type { MasteryGain } from '../../../../typescript/src/index.ts';
import { language, t } from '../../messages.ts';
import { SkillPlant } from '../../parts/progress/skill-plant.tsx';

/** The sentences about the skills that have become steady or mastered, one for each of these levels. */
export function listGainSentences(gains: readonly MasteryGain[]) {
  return (['mastered', 'steady'] as const).flatMap((level) => {
    const gained = gains.filter((gain) => gain.level === level);
    if (gained.length === 0) return [];
    const skills = joinNames(gained);
    return [{ level, title: t(`result.${level}`, { skills }), text: t(`result.${level}Text`) }];
  });
}

/** The names of skills in a sentence. */
export function joinNames(skills: readonly Pick<MasteryGain, 'name'>[]): string {
  return new Intl.ListFormat(language.value, { type: 'conjunction' }).format(skills.map(({ name }) => name));
}

export function MasteryGains({ gains }: { gains: readonly MasteryGain[] }) {
  return (
    <>
      {listGainSentences(gains).map(({ level, title, text }) => (
        <div class="award mastery-gain" key={level}>
          <SkillPlant mastery={level} />
          <div>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        </div>
      ))}
    </>
  );
}
