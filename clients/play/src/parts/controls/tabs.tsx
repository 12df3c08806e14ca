import { t } from '../../messages.ts';
import { Hills } from '../../scenes/scene.tsx';
import { Icon } from '../icon.tsx';
import { ScreenLink } from './buttons.tsx';

/** The tabs: path, icon and message key of the name. */
const TABS = [
  ['/play/home', 'house', 'tabs.home'],
  ['/play/todos', 'list', 'tabs.todos'],
  ['/play/me', 'person', 'tabs.me'],
] as const;

/** The navigation between the three parts of the app, on hills that hide the content which scrolls below them. */
export function Tabs() {
  return (
    <>
      <Hills isInFront />
      <nav class="tabs" aria-label={t('tabs.label')}>
        {TABS.map(([href, icon, labelKey]) => (
          <span key={href}>
            <ScreenLink href={href} className="tab">
              <Icon name={icon} />
              {t(labelKey)}
            </ScreenLink>
          </span>
        ))}
      </nav>
    </>
  );
}
