import type { Fingerprints } from '../../platform/secrets/secrets.ts';

/** What is found of an installation before a start changes anything. */
export interface Found {
  /** The id that the database says; undefined for one that no release with ids has started on. */
  readonly databaseId: string | undefined;
  readonly hasProfiles: boolean;
  /** The id that DATA_DIR says. */
  readonly folderId: string | undefined;
  /** Whether DATA_DIR holds files of children, and whether the database names any of them. */
  readonly files: 'none' | 'some named' | 'none named';
}

export type Mismatch = 'other installation' | 'empty database' | 'files of another database';

/**
 * Why a database and a folder do not belong together; undefined when they do, or when they are to from now on: a new
 * installation, one that is older than ids, a backup that is, or a new folder for a process of its own.
 */
export function mismatchOf({ databaseId, hasProfiles, folderId, files }: Found): Mismatch | undefined {
  if (databaseId !== undefined && folderId !== undefined)
    return databaseId === folderId ? undefined : 'other installation';
  if (folderId !== undefined && !hasProfiles) return 'empty database';
  return files === 'none named' ? 'files of another database' : undefined;
}

/** The settings whose secrets are not those of the installation. One key of a ring is enough: the other may be new. */
export function wrongSecrets(kept: Fingerprints, given: Fingerprints): ('SECRET_KEYS' | 'PIN_PEPPER')[] {
  const wrong: ('SECRET_KEYS' | 'PIN_PEPPER')[] = [];
  if (!given.keys.some((key) => kept.keys.includes(key))) wrong.push('SECRET_KEYS');
  if (given.pepper !== kept.pepper) wrong.push('PIN_PEPPER');
  return wrong;
}
