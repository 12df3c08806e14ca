import { useEffect } from 'preact/hooks';
import type { MasteryGain } from '../../../../typescript/src/index.ts';
import { language, t } from '../../messages.ts';
import { SkillPlant } from '../../parts/progress/skill-plant.tsx';
import { speak } from '../../speech/speak.ts';

interface MasteryGainsProps {
  readonly gains: readonly MasteryGain[];
  /** Whether the sentences are read aloud when they appear. */
  readonly isReadAloud: boolean;
}

/** The skills that have become steady or mastered, with one sentence for each of these levels. */
export function MasteryGains({ gains, isReadAloud }: MasteryGainsProps) {
  const sentences = (['mastered', 'steady'] as const).flatMap((level) => {
    const names = gains.filter((gain) => gain.level === level).map(({ name }) => name);
    if (names.length === 0) return [];
    const skills = new Intl.ListFormat(language.value, { type: 'conjunction' }).format(names);
    return [{ level, title: t(`result.${level}`, { skills }), text: t(`result.${level}Text`) }];
  });
  useEffect(() => {
    if (isReadAloud && sentences.length > 0) speak(sentences.map(({ title }) => title).join(' '), language.value);
  }, []);
  return (
    <>
      {sentences.map(({ level, title, text }) => (
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
