import type { Instant } from '../../core/instant.ts';
import type { Language } from '../../core/languages.ts';
import type { Context } from '../../platform/context.ts';
import { compose } from '../../platform/mail/compose.ts';
import type { Letter } from '../../platform/mail/transport.ts';
import { nameInEmail, type Profile } from '../accounts/index.ts';

const DEVICE_WORDS = {
  en: {
    subject: 'A new sign-in to your account',
    body: (at: string, program: string) =>
      `Somebody has just signed in to your account on a new device (${program}), ${at}.`,
    unknown: 'an unknown program',
    good: 'If that was you, all is well.',
    bad: 'If it was not you, sign out everywhere now and change the password of your mailbox.',
    button: 'Look at my sign-ins',
  },
  es: {
    subject: 'Nuevo acceso a tu cuenta',
    body: (at: string, program: string) =>
      `Alguien acaba de entrar en tu cuenta desde un dispositivo nuevo (${program}), ${at}.`,
    unknown: 'programa desconocido',
    good: 'Si has sido tú, todo está bien.',
    bad: 'Si no has sido tú, cierra ahora todas las sesiones y cambia la contraseña de tu correo.',
    button: 'Ver mis accesos',
  },
  uk: {
    subject: 'Новий вхід у ваш обліковий запис',
    body: (at: string, program: string) =>
      `Щойно хтось увійшов у ваш обліковий запис із нового пристрою (${program}), ${at}.`,
    unknown: 'невідома програма',
    good: 'Якщо це були ви, усе гаразд.',
    bad: 'Якщо це були не ви, вийдіть зараз з усіх пристроїв і змініть пароль своєї пошти.',
    button: 'Переглянути мої входи',
  },
  pl: {
    subject: 'Nowe logowanie na Twoje konto',
    body: (at: string, program: string) =>
      `Ktoś właśnie zalogował się na Twoje konto na nowym urządzeniu (${program}), ${at}.`,
    unknown: 'nieznany program',
    good: 'Jeśli to Ty, wszystko jest w porządku.',
    bad: 'Jeśli to nie Ty, wyloguj się teraz wszędzie i zmień hasło do swojej poczty.',
    button: 'Zobacz moje logowania',
  },
} satisfies Record<Language, unknown>;

/** Tells a parent of a sign-in on a device never seen before. It says no code and opens nothing. */
export function newDeviceLetter(
  { settings }: Context,
  to: string,
  language: Language,
  { at, program }: { at: Instant; program: string | undefined },
): Letter {
  const words = DEVICE_WORDS[language];
  const when = new Date(at).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const body = words.body(`${when} UTC`, program ?? words.unknown);
  const button = { label: words.button, url: `${settings.baseUrl}/panel/account` };
  return compose({ to, language, subject: words.subject, parts: [body, words.good, words.bad, button] });
}

const LOCK_WORDS = {
  en: {
    subject: 'A child has to wait before the next PIN',
    body: (name: string) =>
      `The PIN of ${name} was typed wrong many times in a row. The next try on that device has to wait a little.`,
    help: 'In the panel you can end the wait, or give a new PIN.',
    button: 'Help with the PIN',
  },
  es: {
    subject: 'Hay que esperar antes del próximo PIN',
    body: (name: string) =>
      `El PIN de ${name} se ha escrito mal muchas veces seguidas. El próximo intento en ese dispositivo tiene que esperar un poco.`,
    help: 'En el panel puedes quitar la espera o poner un PIN nuevo.',
    button: 'Ayudar con el PIN',
  },
  uk: {
    subject: 'Наступна спроба ввести PIN трохи згодом',
    body: (name: string) =>
      `У профілі «${name}» багато разів поспіль увели неправильний PIN. Наступну спробу на тому пристрої доведеться трохи зачекати.`,
    help: 'На панелі ви можете прибрати це чекання або задати новий PIN.',
    button: 'Допомогти з PIN',
  },
  pl: {
    subject: 'Następna próba wpisania PIN-u za chwilę',
    body: (name: string) =>
      `W profilu „${name}” wiele razy z rzędu wpisano zły PIN. Z następną próbą na tamtym urządzeniu trzeba chwilę poczekać.`,
    help: 'W panelu możesz skrócić czekanie albo ustawić nowy PIN.',
    button: 'Pomóż z PIN-em',
  },
} satisfies Record<Language, unknown>;

/** Tells a guardian that wrong PINs have made a child wait. */
export function pinLockedLetter(
  { settings }: Context,
  to: string,
  language: Language,
  child: Pick<Profile, 'id' | 'display_name' | 'pseudonym'>,
): Letter {
  const words = LOCK_WORDS[language];
  const button = { label: words.button, url: `${settings.baseUrl}/panel/children/${child.id}/settings` };
  return compose({
    to,
    language,
    subject: words.subject,
    parts: [words.body(nameInEmail(child)), words.help, button],
  });
}
