import type { RewardRequest, Rewards } from '../../../../typescript/src/index.ts';
import { fetchData } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { ScreenLink, SpeakButton } from '../../parts/controls/buttons.tsx';
import { Icon } from '../../parts/icon.tsx';
import { StarPicture } from '../../parts/star-count.tsx';
import { isRecentDecision } from '../../rules/recent-decisions.ts';

/** Fetches the rewards; undefined if the family does not use them. The screens work without them. */
export async function fetchRewards(): Promise<Rewards | undefined> {
  const rewards = await fetchData('/app/rewards').catch(() => undefined);
  return rewards?.enabled ? rewards : undefined;
}

/** The stars of each open to-do, by its id. */
export function getStarsByTodo(rewards: Rewards | undefined): ReadonlyMap<string, number> {
  return new Map(rewards?.todos.map(({ id, stars }) => [id, stars]));
}

/** The stars that the child has, as a link to the rewards. It tells what a parent has answered within a day. */
export function RewardsLink({ rewards }: { rewards: Rewards }) {
  const news = rewards.requests.filter(({ decided_at }) => isRecentDecision(decided_at, Date.now())).slice(0, 2);
  const texts = [t('rewards.stars', { stars: rewards.stars }), ...news.flatMap(listNewsTexts)];
  return (
    <div class="work-news">
      <ScreenLink href="/play/todos/rewards" className="menu-link rewards-link">
        <StarPicture />
        <span>
          {texts[0]}
          {news.length === 0 && <small>{t('rewards.see')}</small>}
          {news.map((request) => (
            <small key={request.id}>
              {listNewsTexts(request).map((text) => (
                <span key={text} class="words">
                  {text}
                </span>
              ))}
            </small>
          ))}
        </span>
        <Icon name="next" />
      </ScreenLink>
      {news.length > 0 && <SpeakButton texts={texts.map((text) => ({ text }))} />}
    </div>
  );
}

/** What a parent has answered: the outcome, and the parent's words. */
export function listNewsTexts({ status, title, note }: RewardRequest): string[] {
  return [t(status === 'given' ? 'rewards.given' : 'rewards.declined', { title }), ...(note ? [note] : [])];
}
