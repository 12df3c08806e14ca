import { toLanguage } from '../../core/text/languages.ts';
import { getMessages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Profile } from '../accounts/index.ts';

/** What a message says. It is shown on locked screens, so it contains names, but nothing that a child has written or done. */
export interface News {
  readonly waiting: readonly Profile[];
  readonly doneToday: readonly Profile[];
  readonly doneEarlier: readonly Profile[];
}

/** The most names in a line; a push message has room for less than 4 KB. */
const MAX_NAMES = 5;

/** The message about the children of a parent, which opens the page with what waits. */
export function composeNewsMessage(ctx: Context, locale: string, { waiting, doneToday, doneEarlier }: News): object {
  const t = getMessages(toLanguage(locale)).notifications;
  const lines = [
    ...(waiting.length > 0 ? [t.waiting({ names: formatNames(waiting) })] : []),
    ...(doneToday.length > 0 ? [t.doneToday({ names: formatNames(doneToday) })] : []),
    ...(doneEarlier.length > 0 ? [t.doneEarlier({ names: formatNames(doneEarlier) })] : []),
  ];
  return composeMessage(ctx, locale, lines, waiting.length > 0 ? '/panel/approvals' : '/panel');
}

export function composeTestMessage(ctx: Context, locale: string): object {
  return composeMessage(ctx, locale, [getMessages(toLanguage(locale)).notifications.test], '/panel/account');
}

/** The format that Safari shows without a script ("Declarative Web Push"), and the service worker of the panel in other browsers. */
function composeMessage({ settings }: Context, locale: string, lines: readonly string[], path: string): object {
  const [title = '', ...otherLines] = lines;
  return {
    web_push: 8030,
    notification: {
      title,
      body: otherLines.join('\n'),
      lang: toLanguage(locale),
      navigate: settings.baseUrl + path,
      tag: 'family', // replaces the previous message, because it says everything again
    },
  };
}

function formatNames(children: readonly Profile[]): string {
  const names = children.slice(0, MAX_NAMES).map(({ display_name }) => display_name);
  const otherCount = children.length - names.length;
  return [...names, ...(otherCount > 0 ? [`+${otherCount}`] : [])].join(', ');
}
