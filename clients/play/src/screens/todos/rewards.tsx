import { useSignal } from '@preact/signals';
import { type Reward, type Rewards, randomId } from '../../../../typescript/src/index.ts';
import { describeError } from '../../api/describe-error.ts';
import { callApi, changeCachedData, fetchData, useLoaded } from '../../api/requests.ts';
import { session } from '../../api/session.ts';
import { t } from '../../messages.ts';
import { backgroundSendCount, isOnline } from '../../offline/queue.ts';
import { BackLink, BigButton, SpeakButton } from '../../parts/controls/buttons.tsx';
import { Dialog } from '../../parts/controls/dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failure, Loading, Warning } from '../../parts/loading-and-failure.tsx';
import { ProgressBar } from '../../parts/progress/progress-bar.tsx';
import { StarCount, StarPicture } from '../../parts/star-count.tsx';
import { listNewsTexts } from './rewards-link.tsx';

/** The answers of parents that the screen shows. */
const SHOWN_ANSWERS = 5;

/** The child's stars, the rewards of the family with what is still missing, and the latest answers. */
export function RewardsScreen() {
  const loaded = useLoaded(() => fetchData('/app/rewards'), `rewards ${backgroundSendCount.value}`);
  const chosen = useSignal<Reward | undefined>(undefined);
  const { data } = loaded;
  const answers = (data?.requests ?? []).filter(({ status }) => status !== 'waiting').slice(0, SHOWN_ANSWERS);
  return (
    <main class="page-main">
      <header class="page-head">
        <BackLink to="/play/todos" label={t('rewards.back')} />
        <Heading title={t('rewards.title')}>{t('rewards.title')}</Heading>
      </header>
      {data && data.rewards.length > 0 && <Guide moment="rewards" />}
      {loaded.error !== undefined && <Failure error={loaded.error} retry={loaded.reload} />}
      {!data && loaded.error === undefined && <Loading />}
      {data && (
        <p class="star-jar card">
          <StarPicture />
          <span>
            <b>{t('rewards.stars', { stars: data.stars })}</b>
            <small class="muted">{t('rewards.how')}</small>
          </span>
        </p>
      )}
      {data && data.rewards.length === 0 && <EmptyState landscape="numberwood" text={t('rewards.empty')} />}
      <ul class="card-list">
        {data?.rewards.map((reward) => (
          <li key={reward.id}>
            <button
              type="button"
              class={`reward card ${canAskFor(reward, data) ? 'affordable' : ''}`}
              onClick={() => (chosen.value = reward)}
            >
              <span>
                <b>{reward.title}</b>
                <RewardState reward={reward} rewards={data} />
              </span>
              <StarCount stars={reward.stars} />
              <Icon name="next" />
            </button>
          </li>
        ))}
      </ul>
      {answers.length > 0 && (
        <section>
          <h2>{t('rewards.answers')}</h2>
          <ul class="card-list">
            {answers.map((request) => (
              <li key={request.id} class="reward card">
                <span>
                  {listNewsTexts(request).map((text, i) =>
                    i === 0 ? <b key={text}>{text}</b> : <small key={text}>{text}</small>,
                  )}
                  {request.status === 'declined' && <small class="muted">{t('rewards.returned')}</small>}
                </span>
                <StarCount stars={request.stars} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {chosen.value && data && (
        <RewardDialog
          reward={chosen.value}
          rewards={data}
          close={() => (chosen.value = undefined)}
          onChange={loaded.replace}
        />
      )}
    </main>
  );
}

/** Whether a parent is looking at the wish, or how many stars are missing. */
function RewardState({ reward, rewards }: { reward: Reward; rewards: Rewards }) {
  if (isWaiting(reward, rewards)) return <small class="muted">{t('todo.awaitingApproval')}</small>;
  if (rewards.stars >= reward.stars) return <small class="muted">{t('rewards.enough')}</small>;
  const missing = reward.stars - rewards.stars;
  return <ProgressBar progress={rewards.stars / reward.stars} text={t('rewards.missing', { stars: missing })} />;
}

function isWaiting({ id }: Reward, { requests }: Rewards): boolean {
  return requests.some(({ reward_id, status }) => reward_id === id && status === 'waiting');
}

function canAskFor(reward: Reward, rewards: Rewards): boolean {
  return rewards.stars >= reward.stars && !isWaiting(reward, rewards);
}

interface RewardDialogProps {
  readonly reward: Reward;
  readonly rewards: Rewards;
  readonly close: () => void;
  readonly onChange: (changed: Rewards) => void;
}

/** A dialog about a reward, with the button that asks for it. */
function RewardDialog({ reward, rewards, close, onChange }: RewardDialogProps) {
  const errorMessage = useSignal('');
  const isBusy = useSignal(false);
  const idempotencyKey = useSignal(randomId()); // the same for each tap in this dialog
  const ask = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      const profileId = session.value?.profileId ?? '';
      const changed = await callApi((client) =>
        client.post('/app/rewards/{id}/redeem', { path: { id: reward.id }, idempotencyKey: idempotencyKey.value }),
      );
      await changeCachedData(profileId, '/app/rewards', {}, () => changed);
      onChange(changed);
      errorMessage.value = '';
    } catch (error) {
      errorMessage.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  const canAsk = canAskFor(reward, rewards);
  return (
    <Dialog label={reward.title} close={close}>
      <div class="reward-detail">
        <h2>{reward.title}</h2>
        <StarCount stars={reward.stars} />
      </div>
      <SpeakButton texts={[{ text: reward.title }]} />
      <RewardState reward={reward} rewards={rewards} />
      {canAsk && (
        <BigButton className="full-width" disabled={isBusy.value || !isOnline.value} onClick={() => void ask()}>
          {t('rewards.ask')}
        </BigButton>
      )}
      {canAsk && !isOnline.value && <p class="muted">{t('rewards.offline')}</p>}
      <Warning text={errorMessage.value} />
    </Dialog>
  );
}
