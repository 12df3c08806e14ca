import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { selectLocale } from '../../../core/text/languages.ts';

/** The length up to which a header is read. Browsers send much shorter headers, and the cost of negotiation grows with the length. */
const MAX_HEADER_LENGTH = 1000;

export type ResponseFormat = 'json' | 'html' | 'csv';

/** The first format is the default. The variants with a charset match clients that name a charset in Accept. */
const FORMATS: ReadonlyMap<string, ResponseFormat> = new Map(
  (['', '; charset=utf-8'] as const).flatMap((charset) => [
    [`application/json${charset}`, 'json'],
    [`text/html${charset}`, 'html'],
    [`text/csv${charset}`, 'csv'],
  ]),
);

/** Selects the format of a list: an HTML fragment for htmx, else the best match of Accept, else JSON. */
export function negotiateFormat(headers: IncomingHttpHeaders): ResponseFormat {
  if (headers['hx-request'] === 'true') return 'html';
  const [bestType = ''] = createNegotiator(headers, 'accept').mediaTypes([...FORMATS.keys()]);
  return FORMATS.get(bestType) ?? 'json';
}

/** In the order of preference. */
const ENCODINGS = ['br', 'gzip'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/**
 * Selects the content encoding of a response: Brotli if the client accepts it with any quality, else gzip; undefined if the client
 * accepts neither.
 */
export function negotiateEncoding(headers: IncomingHttpHeaders): Encoding | undefined {
  const acceptedEncodings = createNegotiator(headers, 'accept-encoding').encodings([...ENCODINGS]);
  return ENCODINGS.find((encoding) => acceptedEncodings.includes(encoding));
}

/** Selects a locale from Accept-Language (`selectLocale`). */
export function negotiateLocale(headers: IncomingHttpHeaders): string {
  return selectLocale(createNegotiator(headers, 'accept-language').languages());
}

/** Treats a missing header as empty, because `Negotiator` accepts everything if a header is missing. */
function createNegotiator(
  headers: IncomingHttpHeaders,
  name: 'accept' | 'accept-encoding' | 'accept-language',
): Negotiator {
  return new Negotiator({ headers: { [name]: (headers[name] ?? '').slice(0, MAX_HEADER_LENGTH) } });
}
