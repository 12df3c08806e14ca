import type { Text } from '../../core/languages.ts';

/** What is wrong with a multipart body. */
export const NOT_A_FILE: Text = {
  en: 'is the name under which files are sent, and only files',
  es: 'es el nombre con el que se envían los archivos, y solo archivos',
  uk: 'це назва, під якою надсилають файли, і лише файли',
  pl: 'to nazwa, pod którą wysyła się pliki, i tylko pliki',
};
export const TOO_MANY_FILES: Text = {
  en: 'there are too many files',
  es: 'hay demasiados archivos',
  uk: 'забагато файлів',
  pl: 'jest za dużo plików',
};
export const FILE_TOO_LARGE: Text = {
  en: 'a file is too large',
  es: 'un archivo es demasiado grande',
  uk: 'файл завеликий',
  pl: 'plik jest za duży',
};
export const FIELD_TOO_LONG: Text = {
  en: 'the text is too long',
  es: 'el texto es demasiado largo',
  uk: 'текст задовгий',
  pl: 'tekst jest za długi',
};
export const ONCE: Text = {
  en: 'each part with text needs a name of its own',
  es: 'cada parte con texto necesita un nombre propio',
  uk: 'кожна частина з текстом потребує власної назви',
  pl: 'każda część z tekstem potrzebuje własnej nazwy',
};
export const UNREADABLE_PARTS: Text = {
  en: 'The parts of the body cannot be read. Is it whole, and is its boundary named?',
  es: 'No se pueden leer las partes del cuerpo. ¿Está completo y se indica su separador?',
  uk: 'Частини тіла запиту неможливо прочитати. Чи воно повне і чи вказано його роздільник?',
  pl: 'Nie można odczytać części treści. Czy jest pełna i czy podano jej separator?',
};
