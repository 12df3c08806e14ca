import { t } from '../../messages.ts';

const MAX_BEADS = 7;

/** Progress as a row of beads and as numbers. */
export function Beads({ done, total }: { done: number; total: number }) {
  const beadCount = Math.min(MAX_BEADS, total);
  const filledCount = total === 0 ? 0 : Math.floor((done / total) * beadCount);
  return (
    <span class="beads">
      {Array.from({ length: beadCount }, (_, i) => (
        <i key={String(i)} class={i < filledCount ? 'on' : i === filledCount ? 'current' : ''} />
      ))}
      <span>{t('home.progress', { done, total })}</span>
    </span>
  );
}
