import { t } from '../messages.ts';

/** How far a child is, as beads on a string and in numbers. */
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
