import type { Instant } from '../../core/instant.ts';
import type { Language } from '../../core/languages.ts';
import type { Context } from '../../platform/context.ts';
import { compose } from '../../platform/mail/compose.ts';
import type { Letter } from '../../platform/mail/transport.ts';
import { nameInEmail, type Profile } from '../accounts/index.ts';

type Child = Pick<Profile, 'id' | 'display_name' | 'pseudonym'>;
interface Parent {
  readonly id: string;
  readonly email: string | null;
}

const INVITATION_WORDS = {
  en: {
    subject: 'An invitation to be a guardian',
    body: (from: string, name: string) =>
      `${from} invites you to be a guardian of ${name} in the Family Learning Service: to see how the child is doing, praise its work and set its chores.`,
    life: 'The invitation is good for 7 days, for this address alone. You only accept it by signing in.',
    button: 'See the invitation',
    not: 'If you do not know who this is, you can ignore this letter: nothing happens.',
  },
  es: {
    subject: 'Invitación para acompañar un perfil',
    body: (from: string, name: string) =>
      `${from} te invita a acompañar a ${name} en Family Learning Service: ver cómo le va, elogiar su trabajo y ponerle tareas.`,
    life: 'La invitación vale 7 días y solo para esta dirección. La aceptas únicamente al entrar.',
    button: 'Ver la invitación',
    not: 'Si no sabes quién es, no hagas caso de este mensaje: no pasará nada.',
  },
  uk: {
    subject: 'Запрошення опікуватися дитячим профілем',
    body: (from: string, name: string) =>
      `${from} запрошує вас опікуватися профілем «${name}» у Family Learning Service: бачити, як справи в дитини, хвалити її роботи й давати справи.`,
    life: 'Запрошення діє 7 днів і лише для цієї адреси. Ви приймаєте його, тільки коли входите.',
    button: 'Переглянути запрошення',
    not: 'Якщо ви не знаєте цієї людини, просто не зважайте на цей лист: нічого не станеться.',
  },
  pl: {
    subject: 'Zaproszenie do opieki nad profilem dziecka',
    body: (from: string, name: string) =>
      `${from} zaprasza Cię do opieki nad profilem „${name}” w Family Learning Service: możesz widzieć, jak dziecku idzie, chwalić jego prace i zlecać zadania.`,
    life: 'Zaproszenie jest ważne 7 dni i tylko dla tego adresu. Przyjmujesz je dopiero, gdy się zalogujesz.',
    button: 'Zobacz zaproszenie',
    not: 'Jeśli nie wiesz, kto to jest, zignoruj tę wiadomość: nic się nie stanie.',
  },
} satisfies Record<Language, unknown>;

/** Invites somebody, who may never have heard of this service, to be a further guardian. */
export function invitationLetter(
  { settings }: Context,
  to: string,
  language: Language,
  child: Child,
  from: string,
  token: string,
): Letter {
  const words = INVITATION_WORDS[language];
  const button = { label: words.button, url: `${settings.baseUrl}/invitations/${token}` };
  const parts = [words.body(from, nameInEmail(child)), words.life, button];
  return compose({ to, language, subject: words.subject, parts, foot: [words.not] });
}

const NEW_GUARDIAN_WORDS = {
  en: {
    subject: 'A child’s profile has a new guardian',
    body: (who: string, name: string) => `${who} is now a guardian of ${name} too, and may see and steer what you may.`,
    button: 'See the guardians',
  },
  es: {
    subject: 'Alguien más acompaña un perfil de tu familia',
    body: (who: string, name: string) =>
      `${who} ahora también acompaña a ${name}: puede ver y decidir lo mismo que tú.`,
    button: 'Ver quién acompaña',
  },
  uk: {
    subject: 'Дитячим профілем опікується ще хтось із дорослих',
    body: (who: string, name: string) =>
      `${who} тепер теж опікується профілем «${name}»: може бачити й вирішувати те саме, що й ви.`,
    button: 'Хто опікується профілем',
  },
  pl: {
    subject: 'Profil dziecka ma nowego opiekuna',
    body: (who: string, name: string) =>
      `${who} też opiekuje się teraz profilem „${name}”: widzi to samo co Ty i może to samo.`,
    button: 'Zobacz opiekunów',
  },
} satisfies Record<Language, unknown>;

/** Tells a guardian that there is one more. */
export function newGuardianLetter(ctx: Context, to: string, language: Language, child: Child, parent: Parent): Letter {
  const words = NEW_GUARDIAN_WORDS[language];
  const name = nameInEmail(child);
  const parts = [words.body(parent.email ?? '', name), settingsButton(ctx, words.button, child)];
  return compose({ to, language, subject: words.subject, parts });
}

const GUARDIAN_GONE_WORDS = {
  en: {
    subject: 'A guardian has been unlinked',
    body: (who: string, name: string) =>
      `${who} is no longer a guardian of ${name}. To-dos that this parent had given are the child’s own now.`,
    pin: 'The child has been signed out on every device. Whoever was a guardian may know the PIN, so it is best to set a new one.',
    button: 'Set a new PIN',
  },
  es: {
    subject: 'Una persona ya no acompaña un perfil',
    body: (who: string, name: string) =>
      `${who} ya no acompaña a ${name}. Las tareas que había puesto son ahora propias del perfil.`,
    pin: 'Se ha cerrado la sesión del perfil en todos los dispositivos. Quien lo acompañaba quizá conozca el PIN, así que conviene poner uno nuevo.',
    button: 'Poner un PIN nuevo',
  },
  uk: {
    subject: 'Хтось із дорослих більше не опікується профілем',
    body: (who: string, name: string) =>
      `${who} більше не опікується профілем «${name}». Доручення від цієї людини тепер належать самій дитині.`,
    pin: 'На всіх пристроях дитини виконано вихід. Ця людина може знати PIN, тож краще задати новий.',
    button: 'Задати новий PIN',
  },
  pl: {
    subject: 'Profil dziecka ma o jednego opiekuna mniej',
    body: (who: string, name: string) =>
      `${who} nie opiekuje się już profilem „${name}”. Zadania od tej osoby należą teraz do dziecka.`,
    pin: 'Dziecko zostało wylogowane na wszystkich urządzeniach. Ta osoba może znać PIN, więc najlepiej ustaw nowy.',
    button: 'Ustaw nowy PIN',
  },
} satisfies Record<Language, unknown>;

/** Tells all who are concerned that a link has ended; those who stay, that a new PIN is due. */
export function guardianGoneLetter(
  { settings }: Context,
  to: string,
  language: Language,
  child: Child,
  parent: Parent,
  stays: boolean,
): Letter {
  const words = GUARDIAN_GONE_WORDS[language];
  const button = { label: words.button, url: `${settings.baseUrl}/panel/children/${child.id}/pin` };
  const parts = [words.body(parent.email ?? '', nameInEmail(child)), ...(stays ? [words.pin, button] : [])];
  return compose({ to, language, subject: words.subject, parts });
}

const LEFT_BEHIND_WORDS = {
  en: {
    subject: 'A child’s profile will be deleted',
    body: (name: string, day: string) =>
      `All guardians of ${name} are deleting their accounts. So on ${day} this profile will be gone as well, with all work, badges and XP. Until then it is closed.`,
    undo: 'You can keep it as long as your account is there: sign in and press “Keep my account”.',
    button: 'Keep my account',
  },
  es: {
    subject: 'Un perfil infantil se va a borrar',
    body: (name: string, day: string) =>
      `Todas las personas que acompañan a ${name} van a borrar sus cuentas. Por eso, el ${day} desaparecerá también este perfil, con todos sus trabajos, insignias y XP. Hasta entonces está cerrado.`,
    undo: 'Mientras exista tu cuenta puedes conservarlo: entra y pulsa «Conservar mi cuenta».',
    button: 'Conservar mi cuenta',
  },
  uk: {
    subject: 'Дитячий профіль буде видалено',
    body: (name: string, day: string) =>
      `Усі дорослі профілю «${name}» видаляють свої облікові записи. Тому ${day} зникне й цей профіль разом з усіма роботами, відзнаками та XP. До того часу він закритий.`,
    undo: 'Поки існує ваш обліковий запис, профіль можна зберегти: увійдіть і натисніть «Зберегти мій обліковий запис».',
    button: 'Зберегти мій обліковий запис',
  },
  pl: {
    subject: 'Profil dziecka zostanie usunięty',
    body: (name: string, day: string) =>
      `Wszyscy opiekunowie profilu „${name}” usuwają swoje konta. Dlatego ${day} zniknie też ten profil, razem ze wszystkimi pracami, odznakami i XP. Do tego czasu jest zamknięty.`,
    undo: 'Dopóki istnieje Twoje konto, możesz go zachować: zaloguj się i naciśnij „Zachowaj moje konto”.',
    button: 'Zachowaj moje konto',
  },
} satisfies Record<Language, unknown>;

/** Tells that a child goes because all its guardians do; a guardian can still keep it. */
export function leftBehindLetter(
  { settings }: Context,
  to: string,
  language: Language,
  child: Child,
  due: Instant,
  isGuardian: boolean,
): Letter {
  const words = LEFT_BEHIND_WORDS[language];
  const undo = [words.undo, { label: words.button, url: `${settings.baseUrl}/panel/account` }];
  const parts = [words.body(nameInEmail(child), dayIn(language, due)), ...(isGuardian ? undo : [])];
  return compose({ to, language, subject: words.subject, parts });
}

const CHILD_DELETION_WORDS = {
  en: {
    subject: 'A child’s profile will be deleted',
    body: (name: string, day: string) =>
      `On ${day} the profile of ${name} will be gone, with all work, badges and XP. Until then it is closed.`,
    undo: 'Until that day any guardian can keep it:',
    button: 'Keep the profile',
  },
  es: {
    subject: 'Un perfil infantil se va a borrar',
    body: (name: string, day: string) =>
      `El ${day} desaparecerá el perfil de ${name}, con todos sus trabajos, insignias y XP. Hasta entonces está cerrado.`,
    undo: 'Hasta ese día cualquiera que acompañe el perfil puede conservarlo:',
    button: 'Conservar el perfil',
  },
  uk: {
    subject: 'Дитячий профіль буде видалено',
    body: (name: string, day: string) =>
      `${day} профіль «${name}» зникне разом з усіма роботами, відзнаками та XP. До того часу він закритий.`,
    undo: 'До цього дня будь-хто з дорослих може його зберегти:',
    button: 'Зберегти профіль',
  },
  pl: {
    subject: 'Profil dziecka zostanie usunięty',
    body: (name: string, day: string) =>
      `${day} profil „${name}” zniknie, razem ze wszystkimi pracami, odznakami i XP. Do tego czasu jest zamknięty.`,
    undo: 'Do tego dnia każdy opiekun może go zachować:',
    button: 'Zachowaj profil',
  },
} satisfies Record<Language, unknown>;

/** Tells a guardian that a child's profile is to be gone, and how to keep it. */
export function childDeletionLetter(ctx: Context, to: string, language: Language, child: Child, due: Instant): Letter {
  const words = CHILD_DELETION_WORDS[language];
  const name = nameInEmail(child);
  const parts = [words.body(name, dayIn(language, due)), words.undo, settingsButton(ctx, words.button, child)];
  return compose({ to, language, subject: words.subject, parts });
}

const ACCOUNT_DELETION_WORDS = {
  en: {
    subject: 'Your account will be deleted',
    body: (day: string) => `On ${day} your account will be gone. You have been signed out everywhere else.`,
    children: 'These profiles go with it, for no other guardian of theirs stays:',
    undo: 'Until that day you can keep everything: sign in and press “Keep my account”.',
    button: 'Keep my account',
  },
  es: {
    subject: 'Tu cuenta se va a borrar',
    body: (day: string) => `El ${day} tu cuenta desaparecerá. Se han cerrado tus demás sesiones.`,
    children: 'Estos perfiles se irán con ella, porque nadie más se queda para acompañarlos:',
    undo: 'Hasta ese día puedes conservarlo todo: entra y pulsa «Conservar mi cuenta».',
    button: 'Conservar mi cuenta',
  },
  uk: {
    subject: 'Ваш обліковий запис буде видалено',
    body: (day: string) => `${day} ваш обліковий запис зникне. На всіх інших пристроях виконано вихід.`,
    children: 'Разом із ним зникнуть ці профілі, бо в них не лишається інших дорослих:',
    undo: 'До цього дня можна зберегти все: увійдіть і натисніть «Зберегти мій обліковий запис».',
    button: 'Зберегти мій обліковий запис',
  },
  pl: {
    subject: 'Twoje konto zostanie usunięte',
    body: (day: string) => `${day} Twoje konto zniknie. Wszędzie indziej nastąpiło wylogowanie.`,
    children: 'Razem z nim znikną te profile, bo nie zostaje przy nich żaden inny opiekun:',
    undo: 'Do tego dnia możesz zachować wszystko: zaloguj się i naciśnij „Zachowaj moje konto”.',
    button: 'Zachowaj moje konto',
  },
} satisfies Record<Language, unknown>;

/** Tells a parent that the account is to be gone, which children go with it, and how to keep all of it. */
export function accountDeletionLetter(
  { settings }: Context,
  to: string,
  language: Language,
  going: readonly Child[],
  due: Instant,
): Letter {
  const words = ACCOUNT_DELETION_WORDS[language];
  const children = { heading: words.children, lines: going.map(nameInEmail) };
  const button = { label: words.button, url: `${settings.baseUrl}/panel/account` };
  const parts = [words.body(dayIn(language, due)), ...(going.length > 0 ? [children] : []), words.undo, button];
  return compose({ to, language, subject: words.subject, parts });
}

function settingsButton({ settings }: Context, label: string, { id }: Child) {
  return { label, url: `${settings.baseUrl}/panel/children/${id}/settings` };
}

function dayIn(language: Language, instant: Instant): string {
  return new Date(instant).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}
