import { t } from '../../messages.ts';

const MAX_DOTS = 7;

/** The completed tasks of a world, as a row of dots and as numbers. */
export function WorldProgress({ done, total }: { done: number; total: number }) {
  const dotCount = Math.min(MAX_DOTS, total);
  const filledCount = total === 0 ? 0 : Math.floor((done / total) * dotCount);
  return (
    <span class="world-progress">
      {Array.from({ length: dotCount }, (_, i) => (
        <i key={String(i)} class={i < filledCount ? 'filled' : i === filledCount ? 'current' : ''} />
      ))}
      <span>{t('home.progress', { done, total })}</span>
    </span>
  );
}
