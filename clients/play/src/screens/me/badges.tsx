import { fetchData, useLoaded } from '../../api/requests.ts';
import { t } from '../../messages.ts';
import { BackLink } from '../../parts/buttons.tsx';
import { Heading } from '../../parts/heading.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { Failure, Loading } from '../../parts/states.tsx';

/** The badges that the child has earned, the newest first. */
export function BadgesScreen() {
  const badges = useLoaded(() => fetchData('/app/users/me/badges', { query: { limit: 100 } }), 'badges');
  return (
    <main class="page-main">
      <header class="page-head">
        <BackLink to="/play/me" label={t('me.back')} />
        <Heading title={t('me.badges')}>{t('me.badges')}</Heading>
      </header>
      {badges.error !== undefined && <Failure error={badges.error} retry={badges.reload} />}
      {!badges.data && badges.error === undefined && <Loading />}
      {badges.data?.data.length === 0 && <p class="empty">{t('badges.empty')}</p>}
      <ul class="badges">
        {badges.data?.data.map(({ id, name, description, icon_url, rarity }) => (
          <li key={id} class={`badge sheet ${rarity}`}>
            <img class="pic" src={toLocalPath(icon_url)} alt="" />
            <h2>{name}</h2>
            <p class="soft">{description}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
