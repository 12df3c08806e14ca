import type { Text } from '../../core/languages.ts';

/** What is wrong with a header or query that several features read. */
export const NO_TIME_ZONE: Text = {
  en: 'must be a time zone such as Europe/Kyiv',
  es: 'debe ser una zona horaria, como Europe/Madrid',
  uk: 'має бути часовим поясом, наприклад Europe/Kyiv',
  pl: 'ma być strefą czasową, na przykład Europe/Warsaw',
};
export const BODY_TOO_SLOW: Text = {
  en: 'The body of the request came too slowly.',
  es: 'El cuerpo de la petición ha llegado demasiado despacio.',
  uk: 'Тіло запиту надходило надто повільно.',
  pl: 'Treść żądania napływała zbyt wolno.',
};
export const NO_CURSOR: Text = {
  en: 'must be the next_cursor of the page before',
  es: 'debe ser el next_cursor de la página anterior',
  uk: 'має бути значенням next_cursor попередньої сторінки',
  pl: 'ma być wartością next_cursor z poprzedniej strony',
};
