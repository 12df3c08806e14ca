import { t } from '../messages.ts';

/** Progress as a row of beads and as numbers. */
export function Beads({ done, total }: { done: number; total: number }) {
  const beads = Math.min(7, total);
  const on = total === 0 ? 0 : Math.floor((done / total) * beads);
  return (
    <span class="beads">
      {Array.from({ length: beads }, (_, i) => (
        <i key={String(i)} class={i < on ? 'on' : i === on ? 'now' : ''} />
      ))}
      <span>{t('home.progress', { done, total })}</span>
    </span>
  );
}
