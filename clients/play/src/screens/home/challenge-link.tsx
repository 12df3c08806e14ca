import type { Challenge } from '../../api/challenge.ts';
import { t } from '../../messages.ts';
import { ScreenLink } from '../../parts/controls/buttons.tsx';
import { Icon } from '../../parts/icon.tsx';

/** Leads to the challenge round, and tells the personal best. Hidden as long as none can be played. */
export function ChallengeLink({ challenge: { task_id, status, best, items_total: count } }: { challenge: Challenge }) {
  if (status !== 'available' && status !== 'in_progress') return null;
  return (
    <ScreenLink href={`/play/task/${task_id}`} className="menu-link other-step">
      <Icon name="medal" />
      <span class="next-step-label">
        <b>{t('challenge.title')}</b>
        <small>{best ? t('challenge.best', { right: best, count }) : t('challenge.text')}</small>
      </span>
    </ScreenLink>
  );
}
