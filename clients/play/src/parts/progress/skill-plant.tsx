import type { Skill } from '../../../../typescript/src/index.ts';

/**
 * A skill as a plant, which grows with the child's mastery and finally flowers. It is decorative, because a text next to
 * it names the mastery.
 */
export function SkillPlant({ mastery }: { mastery: Exclude<Skill['level'], 'new'> }) {
  return (
    <svg class="plant" viewBox="0 0 64 64" aria-hidden="true">
      <ellipse class="soil" cx="32" cy="57" rx="22" ry="6" />
      {GROWTH_STAGES[mastery]}
    </svg>
  );
}

/** The drawing of the plant by mastery. */
const GROWTH_STAGES = {
  growing: (
    <>
      <path class="stem" d="M32 56V38" />
      <path class="leaf" d="M32 41c-1-11-10-15-21-14 1 11 10 16 21 14zM32 41c1-11 10-15 21-14-1 11-10 16-21 14z" />
    </>
  ),
  steady: (
    <>
      <path class="stem" d="M32 56V22" />
      <path class="leaf" d="M32 48c-1-8-9-11-17-10 1 8 8 12 17 10zM32 48c1-8 9-11 17-10-1 8-8 12-17 10z" />
      <path class="leaf" d="M32 33c-1-7-7-10-14-9 1 7 6 11 14 9zM32 33c1-7 7-10 14-9-1 7-6 11-14 9z" />
      <path class="leaf" d="M32 22c-5-4-5-10 0-15 5 5 5 11 0 15z" />
    </>
  ),
  mastered: (
    <>
      <path class="stem" d="M32 56V24" />
      <path class="leaf" d="M32 50c-1-8-9-11-17-10 1 8 8 12 17 10zM32 50c1-8 9-11 17-10-1 8-8 12-17 10z" />
      <g class="petals">
        <circle cx="32" cy="11" r="7.5" />
        <circle cx="42" cy="18" r="7.5" />
        <circle cx="38" cy="29" r="7.5" />
        <circle cx="26" cy="29" r="7.5" />
        <circle cx="22" cy="18" r="7.5" />
      </g>
      <circle class="flower-center" cx="32" cy="21" r="6.5" />
    </>
  ),
} as const;
