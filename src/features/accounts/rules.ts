import { createHash, hash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { AvatarLook } from '../../core/avatar-look.ts';
import { QUOTAS } from '../../core/quotas.ts';
import { isPlain, normalizeLine, toNfc } from '../../core/text/normalize-text.ts';

/** The first guardian and the invited ones (gap 90). */
export const MAX_GUARDIANS = QUOTAS.guardiansPerChild;

/** The text that a parent agrees to by linking; a new text gets a new version. */
export const CONSENT_VERSION = '2026-11';

/** The normalized name, or undefined when it is invalid: 1 to 40 characters after trimming and NFC (gap 10). */
export function normalizeName(text: string): string | undefined {
  return normalizeLine(text, 40);
}

const MAX_EMAIL_LENGTH = 254;

/**
 * The normalized address, or undefined when it is invalid (gap 14). Storage, rate limits and emails all use this one
 * spelling: the local part in lower case, composed and without look-alike characters, the domain in ASCII.
 */
export function normalizeEmail(text: string): string | undefined {
  const typed = toNfc(toNfc(text, MAX_EMAIL_LENGTH)?.toLowerCase() ?? '', MAX_EMAIL_LENGTH);
  if (typed === undefined || typed.length > MAX_EMAIL_LENGTH || !typed.isWellFormed() || !EMAIL.test(typed))
    return undefined;
  const [local = '', domain = ''] = typed.split('@');
  if (!isPlain(local)) return undefined;
  const email = `${local}@${domainToASCII(domain)}`;
  return email.length <= MAX_EMAIL_LENGTH && ASCII_DOMAIN.test(email) ? email : undefined;
}

/** One ASCII @, no spaces or controls, no invisible characters, a dotted domain. Sending the email proves the rest. */
const EMAIL =
  /^[^\s\p{C}\p{Default_Ignorable_Code_Point}@<>()[\]\\,;:"]{1,64}@(?=.{3,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?)+$/u;

/** The domain in ASCII: labels of 1 to 63 characters, the last one not a number (that would be an IP address). */
const ASCII_DOMAIN =
  /@(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?![0-9]+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The path of an avatar picture. It names the items and not the profile, so that the same look is the same cacheable
 * picture; `v` changes with the look and with the art (gap 16).
 */
export function avatarPicturePath(look: AvatarLook, artRevision: string): string {
  const { skin, hair, hat, shirt, accessory } = look;
  const worn = `${skin}.${hair}.${hat ?? '_'}.${shirt}.${accessory ?? '_'}`;
  return `/avatars/${worn}.png?v=${hash('sha256', `${worn} ${artRevision}`, 'base64url').slice(0, 10)}`;
}

/** A starter look for an avatar id: the one with that id, else one that depends only on the id (gap 9). */
export function starterLook<T extends { id: string }>(avatarId: string, looks: readonly [T, ...T[]]): T {
  const hash = createHash('sha256').update(avatarId).digest().readUInt32BE(0);
  return looks.find((look) => look.id === avatarId) ?? looks[hash % looks.length] ?? looks[0];
}
