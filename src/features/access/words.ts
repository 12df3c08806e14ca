import type { Text } from '../../core/languages.ts';

export const PIN_FORM: Text = {
  en: 'must be exactly 4 digits',
  es: 'debe tener exactamente 4 dígitos',
  uk: 'має складатися рівно з 4 цифр',
  pl: 'musi mieć dokładnie 4 cyfry',
};
export const WRONG_PIN: Text = {
  en: 'This is not the right PIN. A PIN must be 4 digits.',
  es: 'Este PIN no es correcto. Un PIN debe tener 4 dígitos.',
  uk: 'Це неправильний PIN. PIN має складатися з 4 цифр.',
  pl: 'To nie jest właściwy PIN. PIN musi mieć 4 cyfry.',
};
export const NO_SUCH_PROFILE: Text = {
  en: 'There is no such profile.',
  es: 'No existe ese perfil.',
  uk: 'Такого профілю немає.',
  pl: 'Nie ma takiego profilu.',
};
export const WRONG_CODE: Text = {
  en: 'This code is not right, or it has expired. You can ask for a new one.',
  es: 'Este código no es correcto o ha caducado. Puedes pedir uno nuevo.',
  uk: 'Цей код неправильний або вже недійсний. Можна попросити новий.',
  pl: 'Ten kod jest niewłaściwy lub wygasł. Możesz poprosić o nowy.',
};
export const ALREADY_LINKED: Text = {
  en: 'You are already linked to this parent.',
  es: 'Ya estás vinculado a este padre o madre.',
  uk: 'Тебе вже пов’язано з цим обліковим записом батьків.',
  pl: 'Ten rodzic jest już z tobą połączony.',
};
export const LINKED_TO_ANOTHER: Text = {
  en: 'This profile is already linked to another parent, who can invite more guardians from the panel.',
  es: 'Este perfil ya está vinculado a otra persona, que puede invitar a más tutores desde el panel.',
  uk: 'Цей профіль уже пов’язано з іншим обліковим записом батьків; запросити ще когось можна звідти, з панелі.',
  pl: 'Ten profil jest już połączony z innym rodzicem, który może zaprosić kolejnych opiekunów w panelu.',
};
export const NOT_REGISTERED: Text = {
  en: 'This address is not registered. Register in the app first.',
  es: 'Esta dirección no está registrada. Regístrate primero en la aplicación.',
  uk: 'Ця адреса не зареєстрована. Спочатку зареєструйтеся в застосунку.',
  pl: 'Ten adres nie jest zarejestrowany. Najpierw zarejestruj się w aplikacji.',
};
export const NO_DEVICE_ID: Text = { en: 'is missing', es: 'falta', uk: 'відсутній', pl: 'brakuje' };
export const CODE_SENT: Text = {
  en: 'We have sent a code to this address.',
  es: 'Hemos enviado un código a esta dirección.',
  uk: 'Ми надіслали код на цю адресу.',
  pl: 'Wysłaliśmy kod na ten adres.',
};
export const SIGNED_OUT: Text = {
  en: 'You are signed out.',
  es: 'Has cerrado la sesión.',
  uk: 'Ви вийшли.',
  pl: 'Wylogowano.',
};
export const CONFIRM_FIRST: Text = {
  en: 'Please confirm with a fresh code first.',
  es: 'Confirma primero con un código nuevo.',
  uk: 'Спочатку підтвердьте це новим кодом.',
  pl: 'Najpierw potwierdź to nowym kodem.',
};
export const TO_BE_DELETED: Text = {
  en: 'This profile is about to be deleted. A parent can still keep it, in the panel.',
  es: 'Este perfil se va a borrar. Tu familia todavía puede conservarlo desde el panel.',
  uk: 'Цей профіль буде видалено. Батьки ще можуть зберегти його на панелі.',
  pl: 'Ten profil zostanie usunięty. Rodzic może go jeszcze zachować w panelu.',
};
