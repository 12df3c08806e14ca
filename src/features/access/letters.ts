import type { Language } from '../../core/languages.ts';
import { html } from '../../platform/html.ts';
import { frame } from '../../platform/mail/compose.ts';
import type { Letter } from '../../platform/mail/transport.ts';

const CODE_WORDS = {
  en: {
    subject: 'Your sign-in code',
    lead: 'Here is your code for the Family Learning Service:',
    life: 'It is good for 10 minutes and for one sign-in.',
    not: 'If you did not ask for it, you can ignore this letter: nobody can sign in without the code.',
  },
  es: {
    subject: 'Tu código de acceso',
    lead: 'Este es tu código para Family Learning Service:',
    life: 'Vale durante 10 minutos y para un solo acceso.',
    not: 'Si no lo has pedido, no hagas caso de este mensaje: nadie puede entrar sin el código.',
  },
  uk: {
    subject: 'Ваш код для входу',
    lead: 'Ось ваш код для Family Learning Service:',
    life: 'Він діє 10 хвилин і лише для одного входу.',
    not: 'Якщо ви його не просили, просто не зважайте на цей лист: без коду ніхто не увійде.',
  },
  pl: {
    subject: 'Twój kod logowania',
    lead: 'Oto Twój kod do Family Learning Service:',
    life: 'Jest ważny przez 10 minut i na jedno logowanie.',
    not: 'Jeśli to nie Ty o niego prosisz, zignoruj tę wiadomość: bez kodu nikt się nie zaloguje.',
  },
} satisfies Record<Language, unknown>;

/** For what cannot be undone: the letter must not look like that of a sign-in. */
const CONFIRM_WORDS = {
  en: {
    subject: 'Your code to confirm',
    lead: 'Here is your code to confirm what you are about to do in the panel:',
    life: 'It is good for 10 minutes and can be used once.',
    not: 'If you did not ask for it, somebody else is in your panel: sign out everywhere on the page “Account”.',
  },
  es: {
    subject: 'Tu código de confirmación',
    lead: 'Este es tu código para confirmar lo que vas a hacer en el panel:',
    life: 'Vale durante 10 minutos y una sola vez.',
    not: 'Si no lo has pedido, alguien más está en tu panel: cierra todas las sesiones en la página «Cuenta».',
  },
  uk: {
    subject: 'Ваш код підтвердження',
    lead: 'Ось ваш код, щоб підтвердити те, що ви збираєтеся зробити на панелі:',
    life: 'Він діє 10 хвилин і лише один раз.',
    not: 'Якщо ви його не просили, хтось інший відкрив вашу панель: вийдіть усюди на сторінці «Обліковий запис».',
  },
  pl: {
    subject: 'Twój kod potwierdzający',
    lead: 'Oto Twój kod, którym potwierdzisz to, co chcesz zrobić w panelu:',
    life: 'Jest ważny przez 10 minut i tylko raz.',
    not: 'Jeśli to nie Ty o niego prosisz, ktoś inny korzysta z Twojego panelu: wyloguj się wszędzie na stronie „Konto”.',
  },
} satisfies Record<Language, unknown>;

/** The letter with a code: six unbroken digits on a line of their own (gap 14). */
export function codeLetter(to: string, code: string, language: Language, use: 'enter' | 'confirm'): Letter {
  const words = use === 'enter' ? CODE_WORDS[language] : { ...CODE_WORDS[language], ...CONFIRM_WORDS[language] };
  return {
    to,
    subject: words.subject,
    text: `${words.lead}\n\n${code}\n\n${words.life}\n${words.not}\n`,
    html: frame(
      language,
      String(html`<p>${words.lead}</p>
<p style="font-size:32px;font-weight:bold;letter-spacing:6px;margin:24px 0">${code}</p>
<p>${words.life}</p>
<p style="color:#6b6259">${words.not}</p>`),
    ),
  };
}

const CONFLICT_WORDS = {
  en: {
    subject: 'Somebody tried to link to your child’s profile',
    body: (name: string) =>
      `A linking code of another parent was entered on the profile of ${name}. Nothing has changed: you are still the guardian. If you know this person, you can invite them as a second guardian from the panel.`,
  },
  es: {
    subject: 'Alguien ha intentado vincularse al perfil de tu peque',
    body: (name: string) =>
      `Se ha introducido el código de otra persona en el perfil de ${name}. No ha cambiado nada: el perfil sigue vinculado a ti. Si conoces a esa persona, puedes invitarla desde el panel.`,
  },
  uk: {
    subject: 'Хтось намагався приєднатися до профілю вашої дитини',
    body: (name: string) =>
      `У профілі «${name}» ввели код іншого облікового запису батьків. Нічого не змінилося: профіль і далі пов’язаний з вами. Якщо ви знаєте цю людину, можете запросити її з панелі.`,
  },
  pl: {
    subject: 'Ktoś próbował połączyć się z profilem Twojego dziecka',
    body: (name: string) =>
      `W profilu „${name}” wpisano kod innego rodzica. Nic się nie zmieniło: profil jest nadal połączony z Tobą. Jeśli znasz tę osobę, możesz ją zaprosić w panelu.`,
  },
} satisfies Record<Language, unknown>;

/** Tells the first guardian that another parent's linking code was tried on the child (gap 12). */
export function linkConflictLetter(to: string, childName: string, language: Language): Letter {
  const { subject, body } = CONFLICT_WORDS[language];
  const text = body(childName);
  return { to, subject, text: `${text}\n`, html: frame(language, String(html`<p>${text}</p>`)) };
}
