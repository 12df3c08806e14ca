import { t } from '../messages.ts';

/** A number of stars with a star, and with words for screen readers. */
export function StarCount({ stars }: { stars: number }) {
  return (
    <span class="star-count" role="img" aria-label={t('rewards.stars', { stars })}>
      {stars}
      <StarPicture />
    </span>
  );
}

export function StarPicture() {
  return (
    <svg class="star-picture" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2.5l2.9 6.1 6.6.8-4.9 4.6 1.3 6.6L12 17.3l-5.9 3.3 1.3-6.6L2.5 9.4l6.6-.8z" />
    </svg>
  );
}
