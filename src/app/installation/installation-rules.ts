import type { Fingerprints } from '../../platform/secrets/secrets.ts';

/** The state of an installation at the start of the service, before anything is changed. */
export interface InstallationState {
  /** The id in the database. Undefined if the database is new, or if only releases without installation ids have used it. */
  readonly databaseId: string | undefined;
  readonly hasProfiles: boolean;
  /** The id in DATA_DIR or in the bucket. */
  readonly storeId: string | undefined;
  /** Whether the folder or the bucket contains submitted files, and whether the database references any of them. */
  readonly files: 'none' | 'some referenced' | 'none referenced';
}

/** Why a database and a folder or bucket with files do not belong together. */
export type Mismatch = 'other installation' | 'empty database' | 'files of another database';

/**
 * Returns the reason why a database and a folder or bucket do not belong together. Returns undefined if they belong together, or
 * if the service can mark them as belonging together: for a new installation, for an installation or backup of an older release
 * without ids, or for the new folder of an additional process.
 */
export function findMismatch({ databaseId, hasProfiles, storeId, files }: InstallationState): Mismatch | undefined {
  if (databaseId !== undefined && storeId !== undefined)
    return databaseId === storeId ? undefined : 'other installation';
  if (storeId !== undefined && !hasProfiles) return 'empty database';
  return files === 'none referenced' ? 'files of another database' : undefined;
}

/**
 * Lists the settings whose secrets do not match the installation. One matching key is enough, because SECRET_KEYS can also
 * contain a new key.
 */
export function listMismatchedSecrets(stored: Fingerprints, current: Fingerprints): ('SECRET_KEYS' | 'PIN_PEPPER')[] {
  const mismatchedSecrets: ('SECRET_KEYS' | 'PIN_PEPPER')[] = [];
  if (!current.keys.some((key) => stored.keys.includes(key))) mismatchedSecrets.push('SECRET_KEYS');
  if (current.pepper !== stored.pepper) mismatchedSecrets.push('PIN_PEPPER');
  return mismatchedSecrets;
}
