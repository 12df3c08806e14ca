import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { isNfkc, normalizeLine, toNfc } from '../../core/text/normalize-text.ts';

/** The version of the text that a parent agrees to by linking: the day on which the text changed last. */
export const CONSENT_TEXT_VERSION = '2026-11-28';

/** Returns the normalized name, or undefined unless it has 1 to 40 characters after trimming and NFC (gap 10). */
export function normalizeName(text: string): string | undefined {
  return normalizeLine(text, 40);
}

const MAX_EMAIL_LENGTH = 254;

/**
 * Returns the normalized email address, or undefined if it is invalid (gap 14). Storage, limits and emails all use this
 * canonical form: the local part in lower case and NFC, the domain in ASCII. An address is invalid if its
 * local part has compatibility characters, such as full-width letters.
 */
export function normalizeEmail(text: string): string | undefined {
  const normalizedText = toNfc(toNfc(text, MAX_EMAIL_LENGTH)?.toLowerCase() ?? '', MAX_EMAIL_LENGTH);
  if (
    normalizedText === undefined ||
    normalizedText.length > MAX_EMAIL_LENGTH ||
    !normalizedText.isWellFormed() ||
    !EMAIL_PATTERN.test(normalizedText)
  )
    return undefined;
  const [local = '', domain = ''] = normalizedText.split('@');
  if (!isNfkc(local)) return undefined;
  const email = `${local}@${domainToASCII(domain)}`;
  return email.length <= MAX_EMAIL_LENGTH && ASCII_DOMAIN_PATTERN.test(email) ? email : undefined;
}

/**
 * One ASCII @, no spaces, control or invisible characters, and a domain with a dot. The code that is sent to the address
 * verifies that the mailbox exists.
 */
const EMAIL_PATTERN =
  /^[^\s\p{C}\p{Default_Ignorable_Code_Point}@<>()[\]\\,;:"]{1,64}@(?=.{3,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?)+$/u;

/** The domain in ASCII: labels of 1 to 63 characters, the last one not a number (that would be an IP address). */
const ASCII_DOMAIN_PATTERN =
  /@(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?![0-9]+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Chooses the starter look whose id is `avatarId`. For an unknown id, it chooses one of the looks, always the same one for the
 * same id (gap 9).
 */
export function chooseStarterLook<T extends { id: string }>(avatarId: string, looks: readonly [T, ...T[]]): T {
  const hashNumber = createHash('sha256').update(avatarId).digest().readUInt32BE(0);
  return looks.find((look) => look.id === avatarId) ?? looks[hashNumber % looks.length] ?? looks[0];
}
