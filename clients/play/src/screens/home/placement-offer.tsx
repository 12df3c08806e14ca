import type { World } from '../../../../typescript/src/index.ts';
import type { Placement } from '../../api/placements.ts';
import { session } from '../../api/session.ts';
import { t } from '../../messages.ts';
import { readValue, saveValue } from '../../offline/database.ts';
import { BigButton, SpeakButton } from '../../parts/controls/buttons.tsx';
import { navigate } from '../../router.ts';

export interface OfferedPlacement {
  readonly placement: Placement;
  readonly world: World;
}

/**
 * Finds the placement to offer at home: one that was begun, or the first that the service lists, unless the child has declined it on this
 * device.
 */
export async function findOfferedPlacement(
  placements: readonly Placement[],
  worlds: readonly World[],
): Promise<OfferedPlacement | undefined> {
  const offers = placements.flatMap((placement) => {
    const world = worlds.find(({ subject }) => subject === placement.subject);
    return world ? [{ placement, world }] : [];
  });
  const begun = offers.find(({ placement }) => placement.status === 'in_progress');
  if (begun || (await readValue<boolean>(buildKey()))) return begun;
  const first = offers.find(({ placement }) => placement.offered);
  const isFirstVisit = placements.every(({ offered }) => offered);
  return isFirstVisit ? first : undefined;
}

/** What a placement is called at home, and what it is for. */
export function describePlacement({ placement }: OfferedPlacement) {
  const subject = placement.subject.replaceAll('-', '_'); // messages have no hyphens in the names of their cases
  return [t('placement.offer'), t('placement.offerText', { subject })] as const;
}

interface PlacementOfferProps extends OfferedPlacement {
  readonly onDecline: () => void;
}

/** Offers a child to show what it knows already, so that it does not begin with what is too easy. */
export function PlacementOffer({ onDecline, ...offer }: PlacementOfferProps) {
  const [title, text] = describePlacement(offer);
  return (
    <section class="card question-card">
      <SpeakButton texts={[{ text: title }, { text }]} />
      <h2>{title}</h2>
      <p class="muted">{text}</p>
      <div class="question-answers">
        <BigButton className="secondary" icon="play" onClick={() => navigate(`/play/task/${offer.placement.task_id}`)}>
          {t('placement.start')}
        </BigButton>
        <DeclinePlacement {...offer} onDecline={onDecline} />
      </div>
    </section>
  );
}

/** Declines a placement on this device, unless it was begun. */
export function DeclinePlacement({ placement, onDecline }: PlacementOfferProps) {
  if (placement.status === 'in_progress') return null;
  const decline = async () => {
    await saveValue(buildKey(), true);
    onDecline();
  };
  return (
    <button type="button" class="link-button" onClick={() => void decline()}>
      {t('placement.notNow')}
    </button>
  );
}

function buildKey(): string {
  return `declined placement ${session.value?.profileId}`;
}
