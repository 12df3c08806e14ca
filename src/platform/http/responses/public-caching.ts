import { Type } from 'typebox';
import { LenientText } from '../../../core/requests/json-schema.ts';

/**
 * Returns the caching headers for a body that is the same for everybody and whose URL may contain a version. If the URL has the
 * current version, its body never changes. Otherwise a client has to revalidate its copy, and receives 304 if nothing has changed.
 */
export function getPublicCacheHeaders(
  version: string,
  requestedVersion: string | undefined,
): { 'cache-control': string } {
  return { 'cache-control': requestedVersion === version ? 'public, max-age=31536000, immutable' : 'public, no-cache' };
}

/** The query parameter that contains the version. */
export const VersionParam = Type.Optional(LenientText({ description: 'The version of the content.' }));
