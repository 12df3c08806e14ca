import { createHash, hash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { AvatarLook } from '../../core/avatar-look.ts';
import { QUOTAS } from '../../core/quotas.ts';
import { composed, isPlain, normalizeLine } from '../../core/text.ts';

/** The first one and those who were invited (gap 90). */
export const MAX_GUARDIANS = QUOTAS.guardiansPerChild;

/** The text that a parent agrees to by linking; a new text gets a new version. */
export const CONSENT_VERSION = '2026-11';

/** The name as it is kept, or undefined when it is none: 1 to 40 characters after trimming and NFC (gap 10). */
export function normalizeName(text: string): string | undefined {
  return normalizeLine(text, 40);
}

const LONGEST_EMAIL = 254;

/**
 * The address as it is kept, limited and written to, or undefined when it is none (gap 14). It has one spelling: the
 * local part composed and in lower case, without characters that only look like others; the domain in ASCII.
 */
export function normalizeEmail(text: string): string | undefined {
  const typed = composed(composed(text, LONGEST_EMAIL)?.toLowerCase() ?? '', LONGEST_EMAIL);
  if (typed === undefined || typed.length > LONGEST_EMAIL || !typed.isWellFormed() || !EMAIL.test(typed))
    return undefined;
  const [local = '', domain = ''] = typed.split('@');
  if (!isPlain(local)) return undefined;
  const email = `${local}@${domainToASCII(domain)}`;
  return email.length <= LONGEST_EMAIL && ASCII_DOMAIN.test(email) ? email : undefined;
}

/** One ASCII @, no spaces or controls, nothing that is not seen, a dotted domain: the email itself proves the rest. */
const EMAIL =
  /^[^\s\p{C}\p{Default_Ignorable_Code_Point}@<>()[\]\\,;:"]{1,64}@(?=.{3,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?)+$/u;

/** What that domain has to be in ASCII: labels of 1 to 63 characters, the last one no number (which would be an IP address). */
const ASCII_DOMAIN =
  /@(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?![0-9]+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Where the picture of a look is: the address names what is worn, not who wears it, so the same look is the same
 * cacheable picture; `v` changes with the look and with the art (gap 16).
 */
export function avatarPicturePath(look: AvatarLook, artRevision: string): string {
  const { skin, hair, hat, shirt, accessory } = look;
  const worn = `${skin}.${hair}.${hat ?? '_'}.${shirt}.${accessory ?? '_'}`;
  return `/avatars/${worn}.png?v=${hash('sha256', `${worn} ${artRevision}`, 'base64url').slice(0, 10)}`;
}

/** A starter look for an avatar id: the one of that name, else always the same one for the same id (gap 9). */
export function starterLook<T extends { id: string }>(avatarId: string, looks: readonly [T, ...T[]]): T {
  const hash = createHash('sha256').update(avatarId).digest().readUInt32BE(0);
  return looks.find((look) => look.id === avatarId) ?? looks[hash % looks.length] ?? looks[0];
}
