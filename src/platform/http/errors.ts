import type { FastifyError } from 'fastify';
import type { Language, Text } from '../../core/languages.ts';
import { type Details, type ErrorCode, Refusal, STATUS, Unavailable } from '../../core/refusal.ts';
import { shapeRefusal } from './validation.ts';

/** How an error is answered, whatever face shows it. `bug` tells that it belongs in the log. */
export interface Verdict {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Details;
  readonly headers: Record<string, string>;
  readonly bug: boolean;
}

/** Judges anything thrown while a request was answered; the one place that gives errors their status and words. */
export function judge(error: unknown, language: Language, isOutage: (error: unknown) => boolean): Verdict {
  if (error instanceof Refusal) return refused(error, language);
  if (error instanceof Unavailable) return unavailable(error.retryAfter, language);
  if (isOutage(error)) return unavailable(2, language);
  if (isHttpError(error) && error.validation) return refused(shapeRefusal(error.validation), language);
  if (isHttpError(error) && error.statusCode && error.statusCode < 500) return refused(unreadable(error), language);
  return { status: 500, code: 'INTERNAL_ERROR', message: BROKEN[language], details: {}, headers: {}, bug: true };
}

/** The specification's error body. */
export function errorBody({ code, message, details }: Verdict) {
  return { error: { code, message, ...(Object.keys(details).length > 0 && { details }) } };
}

/** Reasons after which a connection is of no more use. */
const CLOSING: readonly string[] = ['body_too_large', 'body_too_slow'];

export const bodyTooLarge = () => new Refusal('VALIDATION_ERROR', TOO_LARGE, { reason: 'body_too_large' });
export const unreadableBody = () => new Refusal('VALIDATION_ERROR', UNREADABLE, { reason: 'malformed_request' });
export const notFound = () => new Refusal('NOT_FOUND', NOT_THERE);

function refused({ code, text, details }: Refusal, language: Language): Verdict {
  const headers: Record<string, string> = {};
  if (details.retry_after !== undefined) headers['retry-after'] = String(details.retry_after);
  if (CLOSING.includes(details.reason ?? '')) headers.connection = 'close'; // more of the body may come
  if (code === 'UNAUTHORIZED') headers['www-authenticate'] = 'Bearer';
  return { status: STATUS[code], code, message: text[language], details, headers, bug: false };
}

function unavailable(seconds: number, language: Language): Verdict {
  const headers = { 'retry-after': String(seconds) };
  const details = { reason: 'unavailable', retry_after: seconds };
  return { status: 503, code: 'INTERNAL_ERROR', message: BUSY[language], details, headers, bug: false };
}

/** What the HTTP layer itself could not read: no JSON, another media type, too much of it. */
function unreadable(error: FastifyError): Refusal {
  if (error.statusCode === 413) return bodyTooLarge();
  if (error.statusCode === 415) return new Refusal('VALIDATION_ERROR', NO_JSON, { reason: 'unsupported_media_type' });
  return unreadableBody();
}

function isHttpError(error: unknown): error is FastifyError & { validation?: Parameters<typeof shapeRefusal>[0] } {
  return error instanceof Error && ('statusCode' in error || 'validation' in error);
}

const BROKEN: Text = {
  en: 'Something went wrong on our side. Please try again.',
  es: 'Algo ha fallado por nuestra parte. Inténtalo de nuevo.',
  uk: 'Щось пішло не так з нашого боку. Спробуйте ще раз.',
  pl: 'Coś poszło nie tak po naszej stronie. Spróbuj ponownie.',
};
const BUSY: Text = {
  en: 'The service cannot answer just now. Please try again in a moment.',
  es: 'El servicio no puede responder ahora mismo. Inténtalo de nuevo en un momento.',
  uk: 'Сервіс зараз не може відповісти. Спробуйте ще раз за мить.',
  pl: 'Usługa nie może teraz odpowiedzieć. Spróbuj ponownie za chwilę.',
};
const NOT_THERE: Text = {
  en: 'There is nothing here.',
  es: 'Aquí no hay nada.',
  uk: 'Тут нічого немає.',
  pl: 'Tutaj nic nie ma.',
};
const TOO_LARGE: Text = {
  en: 'The body is too large.',
  es: 'El cuerpo es demasiado grande.',
  uk: 'Тіло запиту завелике.',
  pl: 'Treść jest zbyt duża.',
};
const NO_JSON: Text = {
  en: 'Send the body as application/json.',
  es: 'Envía el cuerpo como application/json.',
  uk: 'Надішліть тіло запиту як application/json.',
  pl: 'Wyślij treść jako application/json.',
};
const UNREADABLE: Text = {
  en: 'The request cannot be read. If it has a body, is it JSON?',
  es: 'No se puede leer la petición. Si tiene cuerpo, ¿es JSON?',
  uk: 'Запит неможливо прочитати. Якщо він має тіло, чи це JSON?',
  pl: 'Nie można odczytać żądania. Jeśli ma treść, czy to JSON?',
};
