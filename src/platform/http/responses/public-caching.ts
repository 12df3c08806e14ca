import { Type } from 'typebox';
import { LookupText } from '../../../core/requests/json-schema.ts';

/**
 * Returns the caching headers of a body that is the same for everybody and has its version in the URL. If the request names
 * the current version, the body at this URL never changes. Otherwise a client has to revalidate its copy, and gets 304 while
 * nothing has changed.
 */
export function getPublicCacheHeaders(
  version: string,
  requestedVersion: string | undefined,
): { 'cache-control': string } {
  return { 'cache-control': requestedVersion === version ? 'public, max-age=31536000, immutable' : 'public, no-cache' };
}

/** The query parameter of such a URL. */
export const VersionParam = Type.Optional(LookupText({ description: 'version of the content' }));
