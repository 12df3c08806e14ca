import type { PanelParent } from '../../core/caller.ts';
import type { Language } from '../../core/languages.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { compose } from '../../platform/mail/compose.ts';
import type { Letter } from '../../platform/mail/transport.ts';
import { GUARDIAN_NOTICES, raise } from '../access/index.ts';
import { findProfile, listGuardians, nameInEmail, type Profile } from '../accounts/index.ts';
import { tell } from './tell.ts';

type Children = readonly Profile[];

/** Tells the other guardians of a child that one of them has set a new PIN. */
export function tellOfNewPin(ctx: Context, tx: Tx, caller: PanelParent, child: Profile): Promise<void> {
  return tellOthers(ctx, tx, caller, { topic: 'new pin', children: [child], write: newPinLetter });
}

/** Tells the other guardians of each child that one of them has downloaded what is kept about it. */
export function tellOfExport(ctx: Context, tx: Tx, caller: PanelParent, children: Children): Promise<void> {
  return tellOthers(ctx, tx, caller, { topic: 'export', children, write: exportLetter });
}

interface Notice {
  readonly topic: string;
  readonly children: Children;
  readonly write: (ctx: Context, to: string, language: Language, who: string, children: Children) => Letter;
}

/** One email to each guardian, about all the children that it concerns; of the same act by the same one 10 an hour. */
async function tellOthers(ctx: Context, tx: Tx, { profileId }: PanelParent, { topic, children, write }: Notice) {
  const who = (await findProfile(tx, profileId))?.email ?? '';
  const concerned = new Map<string, { guardian: Profile; children: Profile[] }>();
  for (const child of children) {
    for (const guardian of await listGuardians(tx, child.id)) {
      if (guardian.id === profileId) continue;
      const one = concerned.get(guardian.id) ?? { guardian, children: [] };
      one.children.push(child);
      concerned.set(guardian.id, one);
    }
  }
  for (const { guardian, children: theirs } of concerned.values()) {
    const { within } = await raise(tx, GUARDIAN_NOTICES, `${topic} by ${profileId} to ${guardian.id}`, ctx.now());
    if (within) await tell(ctx, tx, guardian, topic, write, who, theirs);
  }
}

const NEW_PIN_WORDS = {
  en: {
    subject: 'A new PIN was set',
    body: (who: string, name: string) =>
      `${who} has set a new PIN for ${name}. The child has been signed out on every device.`,
    talk: 'If you did not expect this, talk to this guardian.',
    button: 'See the settings',
  },
  es: {
    subject: 'Hay un PIN nuevo',
    body: (who: string, name: string) =>
      `${who} ha puesto un PIN nuevo para ${name}. Se han cerrado sus sesiones en todos los dispositivos.`,
    talk: 'Si no lo esperabas, habla con esa persona.',
    button: 'Ver los ajustes',
  },
  uk: {
    subject: 'Задано новий PIN',
    body: (who: string, name: string) =>
      `У профілі «${name}» задано новий PIN, це зроблено з облікового запису ${who}. На всіх пристроях виконано вихід.`,
    talk: 'Якщо ви цього не очікували, поговоріть із цією людиною.',
    button: 'Переглянути налаштування',
  },
  pl: {
    subject: 'Ustawiono nowy PIN',
    body: (who: string, name: string) =>
      `W profilu „${name}” ustawiono nowy PIN z konta ${who}. Dziecko zostało wylogowane na każdym urządzeniu.`,
    talk: 'Jeśli to dla Ciebie niespodzianka, porozmawiaj z tą osobą.',
    button: 'Zobacz ustawienia',
  },
} satisfies Record<Language, unknown>;

function newPinLetter({ settings }: Context, to: string, language: Language, who: string, [child]: Children): Letter {
  const { subject, body, talk, button } = NEW_PIN_WORDS[language];
  const text = child ? body(who, nameInEmail(child)) : '';
  const url = `${settings.baseUrl}/panel/children/${child?.id}/settings`;
  return compose({ to, language, subject, parts: [text, talk, { label: button, url }] });
}

const EXPORT_WORDS = {
  en: {
    subject: 'Data was downloaded',
    body: (who: string) => `${who} has downloaded everything that is kept about these profiles:`,
    talk: 'If you did not expect this, talk to this guardian.',
    button: 'Open the panel',
  },
  es: {
    subject: 'Se han descargado datos',
    body: (who: string) => `${who} ha descargado todo lo que se guarda sobre estos perfiles:`,
    talk: 'Si no lo esperabas, habla con esa persona.',
    button: 'Abrir el panel',
  },
  uk: {
    subject: 'Дані завантажено',
    body: (who: string) => `З облікового запису ${who} завантажено все, що зберігається про ці профілі:`,
    talk: 'Якщо ви цього не очікували, поговоріть із цією людиною.',
    button: 'Відкрити панель',
  },
  pl: {
    subject: 'Pobrano dane',
    body: (who: string) => `Z konta ${who} pobrano wszystko, co przechowujemy o tych profilach:`,
    talk: 'Jeśli to dla Ciebie niespodzianka, porozmawiaj z tą osobą.',
    button: 'Otwórz panel',
  },
} satisfies Record<Language, unknown>;

function exportLetter({ settings }: Context, to: string, language: Language, who: string, children: Children): Letter {
  const { subject, body, talk, button } = EXPORT_WORDS[language];
  const list = { heading: body(who), lines: children.map(nameInEmail) };
  const parts = [list, talk, { label: button, url: `${settings.baseUrl}/panel` }];
  return compose({ to, language, subject, parts });
}
