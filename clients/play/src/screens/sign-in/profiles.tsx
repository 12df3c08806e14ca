import type { SavedProfile } from '../../../../typescript/src/index.ts';
import { useLoaded } from '../../api/requests.ts';
import { getAnonymousClient } from '../../api/session.ts';
import { t } from '../../messages.ts';
import { readValue, saveValue } from '../../offline/database.ts';
import { forgetProfile } from '../../offline/forget-profiles.ts';
import { ScreenLink } from '../../parts/controls/buttons.tsx';
import { LanguageButton } from '../../parts/controls/language-button.tsx';
import { Guide } from '../../parts/guide.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failure } from '../../parts/loading-and-failure.tsx';
import { toLocalPath } from '../../parts/local-path.ts';
import { shortenNames } from '../../rules/short-names.ts';
import { Scene } from '../../scenes/scene.tsx';
import { isReadAloudOn } from '../../speech/read-aloud.ts';

/** The saved profiles of the children who use this device, each shown in a window of a house. */
export function ProfilesScreen() {
  const profiles = useLoaded(fetchProfiles, 'profiles');
  // The window for a new child is the last one. It is hidden until its position is known, so that it does not move under a finger.
  const hasLoaded = profiles.data !== undefined || profiles.error !== undefined;
  const names = shortenNames(profiles.data?.map(({ display_name }) => display_name) ?? []);
  return (
    <main class="profiles-screen" data-landscape="numberwood">
      <div class="backdrop">
        <Scene landscape="numberwood" isTall />
      </div>
      <header>
        <Guide moment="profiles" heading={t('profiles.title')} isSpoken={hasLoaded && isReadAloudOn.value} />
        <LanguageButton />
      </header>
      <section class="profiles-house">
        <Roof />
        <div class="walls">
          <Heading title={t('profiles.title')}>{t('profiles.title')}</Heading>
          {profiles.error !== undefined && <Failure error={profiles.error} retry={profiles.reload} />}
          <ul class="windows">
            {profiles.data?.map(({ id, avatar_url }, i) => (
              <li key={id}>
                <ScreenLink href={`/play/pin/${id}`} className="window">
                  <span class="pane">
                    {avatar_url ? (
                      <img class="avatar dim-in-dark" src={toLocalPath(avatar_url)} alt="" />
                    ) : (
                      <Icon name="person" />
                    )}
                  </span>
                  {names[i]}
                </ScreenLink>
              </li>
            ))}
            <li style={{ visibility: hasLoaded ? 'visible' : 'hidden' }}>
              <ScreenLink href="/play/new" className="window">
                <span class="pane">
                  <span class="add-icon">
                    <Icon name="plus" />
                  </span>
                </span>
                {t('profiles.new')}
              </ScreenLink>
            </li>
          </ul>
          <div class="porch">
            <a class="door" href="/panel">
              <Icon name="person" />
              {t('profiles.parents')}
            </a>
          </div>
          <div class="doorstep" />
        </div>
      </section>
    </main>
  );
}

/** How many profiles the service lists for a device at most. */
const MAX_LISTED_PROFILES = 100;

/**
 * Fetches the saved profiles of the children who use this device, and forgets those that the service no longer lists. If the request fails, returns the list of the last
 * successful request.
 */
export async function fetchProfiles(): Promise<readonly SavedProfile[]> {
  try {
    const profiles = await getAnonymousClient().get('/app/auth/profiles');
    const children = profiles.filter(({ role }) => role === 'child');
    const knownProfiles = (await readValue<readonly SavedProfile[]>('profiles')) ?? [];
    const knownIds = new Set(knownProfiles.map(({ id }) => id));
    // A session that has just ended may have been stored after its profile was forgotten. A full list lacks living profiles.
    const returning = await readValue<{ readonly profileId: string }>('return');
    if (returning && profiles.length < MAX_LISTED_PROFILES) knownIds.add(returning.profileId);
    for (const id of knownIds) if (!children.some((child) => child.id === id)) await forgetProfile(id);
    await saveValue('profiles', children);
    return children;
  } catch (error) {
    const savedProfiles = await readValue<readonly SavedProfile[]>('profiles');
    if (savedProfiles) return savedProfiles;
    throw error;
  }
}

function Roof() {
  return (
    <svg class="roof" viewBox="0 0 600 170" aria-hidden="true">
      <rect class="chimney" x="430" y="22" width="56" height="90" rx="6" />
      <path
        class="roof-tiles"
        d="M300 8c8 0 14 3 20 8l262 132c16 10 10 22-6 22H24c-16 0-22-12-6-22L280 16c6-5 12-8 20-8z"
      />
      <path class="eaves" d="M14 152h572c8 8 2 18-10 18H24c-12 0-18-10-10-18z" />
      <circle class="attic-frame" cx="300" cy="92" r="34" />
      <circle class="glow" cx="300" cy="92" r="26" />
      <path class="attic-bars" d="M300 66v52M274 92h52" />
    </svg>
  );
}
