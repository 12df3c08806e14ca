import type { Text } from '../../core/languages.ts';

export const FIRST_ONLY: Text = {
  en: 'Only the first guardian can end somebody else’s link.',
  es: 'Solo la primera persona vinculada puede quitar a otra.',
  uk: 'Роз’єднати когось іншого може лише той, хто приєднався першим.',
  pl: 'Tylko pierwszy opiekun może odłączyć kogoś innego.',
};
export const GUARDIAN_ALREADY: Text = {
  en: 'This address belongs to a guardian already.',
  es: 'Esta dirección ya es de una persona vinculada.',
  uk: 'Ця адреса вже належить комусь із приєднаних дорослих.',
  pl: 'Ten adres należy już do jednego z opiekunów.',
};
export const TOO_MANY_GUARDIANS: Text = {
  en: 'A child has at most 4 guardians, invitations included.',
  es: 'Un perfil tiene como máximo 4 personas adultas, contando las invitaciones.',
  uk: 'У дитини може бути щонайбільше 4 дорослих, разом із запрошеннями.',
  pl: 'Dziecko może mieć najwyżej 4 opiekunów, razem z zaproszeniami.',
};
export const INVITATION_GONE: Text = {
  en: 'This invitation is no longer good. Ask for a new one.',
  es: 'Esta invitación ya no es válida. Pide otra.',
  uk: 'Це запрошення вже не дійсне. Попросіть нове.',
  pl: 'To zaproszenie straciło ważność. Poproś o nowe.',
};
export const ANOTHER_ADDRESS: Text = {
  en: 'This invitation is for another address. Sign out, and sign in with that one.',
  es: 'Esta invitación es para otra dirección. Cierra la sesión y entra con esa.',
  uk: 'Це запрошення для іншої адреси. Вийдіть і увійдіть з нею.',
  pl: 'To zaproszenie jest dla innego adresu. Wyloguj się i zaloguj tamtym.',
};
export const ACCOUNT_GOES: Text = {
  en: 'This profile goes with its guardians’ accounts. Keep your account first.',
  es: 'Este perfil se va con las cuentas de quienes lo acompañan. Conserva antes tu cuenta.',
  uk: 'Цей профіль зникне разом з обліковими записами дорослих. Спершу збережіть свій обліковий запис.',
  pl: 'Ten profil zniknie razem z kontami opiekunów. Najpierw zachowaj swoje konto.',
};
export const LETTER_LINK_GONE: Text = {
  en: 'This link is no longer good. You can choose your letters in the panel, on the page “Account”.',
  es: 'Este enlace ya no es válido. Puedes elegir tus cartas en el panel, en la página «Cuenta».',
  uk: 'Це посилання вже не діє. Вибрати листи можна на панелі, на сторінці «Обліковий запис».',
  pl: 'Ten odnośnik stracił ważność. Listy możesz wybrać w panelu, na stronie „Konto”.',
};
