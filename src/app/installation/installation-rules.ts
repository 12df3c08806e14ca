import type { Fingerprints } from '../../platform/secrets/secrets.ts';

/** The state of an installation before the service changes anything at its start. */
export interface InstallationState {
  /** The id in the database; undefined if no release with ids has used it yet. */
  readonly databaseId: string | undefined;
  readonly hasProfiles: boolean;
  /** The id in DATA_DIR or in the bucket. */
  readonly folderId: string | undefined;
  /** Whether that place contains submitted files, and whether the database references any of them. */
  readonly files: 'none' | 'some referenced' | 'none referenced';
}

export type Mismatch = 'other installation' | 'empty database' | 'files of another database';

/**
 * Why a database and a folder or a bucket do not belong together. Returns undefined if they do, or if they will from now on:
 * a new installation, an installation or backup that is older than the ids, or a new folder for another process.
 */
export function findMismatch({ databaseId, hasProfiles, folderId, files }: InstallationState): Mismatch | undefined {
  if (databaseId !== undefined && folderId !== undefined)
    return databaseId === folderId ? undefined : 'other installation';
  if (folderId !== undefined && !hasProfiles) return 'empty database';
  return files === 'none referenced' ? 'files of another database' : undefined;
}

/** The settings whose secrets do not match the installation. One matching key is enough, because the other keys may be new. */
export function findWrongSecrets(stored: Fingerprints, current: Fingerprints): ('SECRET_KEYS' | 'PIN_PEPPER')[] {
  const wrongSecrets: ('SECRET_KEYS' | 'PIN_PEPPER')[] = [];
  if (!current.keys.some((key) => stored.keys.includes(key))) wrongSecrets.push('SECRET_KEYS');
  if (current.pepper !== stored.pepper) wrongSecrets.push('PIN_PEPPER');
  return wrongSecrets;
}
