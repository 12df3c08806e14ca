import { Type } from 'typebox';
import { LookupText } from '../../../core/requests/json-schema.ts';

/**
 * The headers of a body that is the same for everybody and has a version in its URL. With the current version in the request
 * the body at this URL never changes. Otherwise a client has to ask again, and gets 304 while nothing has changed.
 */
export function publicCaching(version: string, requested: string | undefined): { 'cache-control': string } {
  return { 'cache-control': requested === version ? 'public, max-age=31536000, immutable' : 'public, no-cache' };
}

/** The query parameter of such a URL. */
export const Version = Type.Optional(LookupText({ description: 'version of the content' }));
