import { session } from '../api/session.ts';
import { t } from '../messages.ts';
import { ScreenLink } from '../parts/controls/buttons.tsx';
import { Guide } from '../parts/guide.tsx';
import { Heading } from '../parts/heading.tsx';
import { Icon } from '../parts/icon.tsx';

/** What an unknown address shows: the guide, and the way home. */
export function NotFoundScreen() {
  const title = t('notFound.title');
  return (
    <main class="page-main not-found">
      <Guide moment="notFound" heading={title}>
        <Heading title={title}>{title}</Heading>
      </Guide>
      <ScreenLink href={session.value ? '/play/home' : '/play'} className="big-button world-color">
        <Icon name="house" />
        {t(session.value ? 'tabs.home' : 'profiles.title')}
      </ScreenLink>
    </main>
  );
}
