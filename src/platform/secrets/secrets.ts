import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeOnce } from '../files/write-once.ts';
import type { Settings } from '../settings.ts';

export type NonEmpty<T> = [T, ...T[]];

/**
 * The secrets of an installation, and what is computed with them. Each use of a hash has a label, such as "device" or "code", so
 * that equal values have different hashes in different uses. The key ring is the list of all keys that are accepted. Only the
 * first key signs and encrypts.
 */
export interface Secrets {
  /** The keys of tokens, the signing key first. `id` identifies a key without revealing it. */
  readonly tokenKeys: readonly { id: string; key: Buffer }[];
  readonly pinPepper: Buffer;
  /** The keys by which push services recognize the service (VAPID, RFC 8292), one for each key of the ring. Browsers subscribe with the first. */
  readonly vapidKeys: NonEmpty<VapidKey>;
  /** A keyed hash that stays the same when the signing keys change, because its key is derived from the PIN pepper. */
  hashWithPepper(label: string, value: string): string;
  /**
   * A keyed hash to store, with the current signing key. Search for stored hashes with `hashWithAllKeys`, because after a change of
   * keys this method returns a different hash.
   */
  hash(label: string, value: string): string;
  /** The keyed hashes under which `value` may be stored: one for each key of the ring. */
  hashWithAllKeys(label: string, value: string): NonEmpty<string>;
  /** Encrypts text for storage in the database. */
  encrypt(text: string): string;
  /** Decrypts a text. Throws if it was changed, or encrypted with a key that has been removed. */
  decrypt(encrypted: string): string;
  /** Returns fingerprints by which the installation recognizes its secrets. Each installation has different fingerprints. */
  getFingerprints(installationId: string): Fingerprints;
}

/** Hashes a secret that contains at least 16 random bytes, such as a cookie or a token, so a hash without a key is safe. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const KEY_FILE = 'secret-key';
const PEPPER_FILE = 'pin-pepper';
/** The minimum length of a secret, the same as for SECRET_KEYS and PIN_PEPPER. */
const MIN_SECRET_LENGTH = 32;

/** Loads the secrets from the settings. Missing secrets are generated at the first start and stored in the data folder. */
export function loadSecrets(settings: Settings): Secrets {
  const [currentSecret, ...olderSecrets] = settings.secretKeys ?? [readOrCreate(settings.dataDir, KEY_FILE)];
  if (!currentSecret) throw new Error('SECRET_KEYS contains no secret.');
  const keyRing: NonEmpty<string> = [currentSecret, ...olderSecrets];
  const pepper = settings.pinPepper ?? readOrCreate(settings.dataDir, PEPPER_FILE);
  const hashKeys = mapNonEmpty(keyRing, (secret) => deriveKey(secret, 'hash'));
  const encryptionKeys = mapNonEmpty(keyRing, (secret) => deriveKey(secret, 'seal')); // the label must not change: it is part of the key
  const pepperHashKey = deriveKey(pepper, 'lookup'); // the label must not change: it is part of the key
  return {
    tokenKeys: keyRing.map((secret) => deriveKey(secret, 'token')).map((key) => ({ id: toKeyId(key), key })),
    pinPepper: deriveKey(pepper, 'pin'),
    vapidKeys: mapNonEmpty(keyRing, deriveVapidKey),
    hashWithAllKeys: (label, value) => mapNonEmpty(hashKeys, (key) => hashWithKey(key, label, value)),
    hashWithPepper: (label, value) => hashWithKey(pepperHashKey, label, value),
    hash: (label, value) => hashWithKey(hashKeys[0], label, value),
    encrypt: (text) => encrypt(text, encryptionKeys[0]),
    decrypt: (encrypted) => decrypt(encrypted, encryptionKeys),
    getFingerprints: (installationId) => ({
      keys: keyRing.map((secret) => computeFingerprint(secret, installationId)),
      pepper: computeFingerprint(pepper, installationId),
    }),
  };
}

function mapNonEmpty<T, R>([first, ...others]: NonEmpty<T>, convert: (value: T) => R): NonEmpty<R> {
  return [convert(first), ...others.map((value) => convert(value))];
}

/** Keyed hashes by which an installation recognizes its secrets. They reveal nothing about the secrets. */
export interface Fingerprints {
  /** One for each key of the ring. */
  readonly keys: readonly string[];
  readonly pepper: string;
}

/** Lists the files of the secrets that are not in the settings and have not been generated yet. */
export function listMissingSecretFiles(settings: Settings): string[] {
  const names: string[] = [];
  if (!settings.secretKeys) names.push(KEY_FILE);
  if (!settings.pinPepper) names.push(PEPPER_FILE);
  return names.map((name) => join(settings.dataDir, name)).filter((file) => !existsSync(file));
}

/** Whether the target has all of its secrets after `copySecrets`. */
export function canCopySecrets(source: Settings, target: Settings): boolean {
  return listMissingSecretFiles(target).every((file) => existsSync(join(source.dataDir, basename(file))));
}

/** Copies generated secrets to the data folder of the target, if it needs them and does not have them yet. */
export function copySecrets(source: Settings, target: Settings): void {
  const missingFiles = listMissingSecretFiles(target).map((file) => basename(file));
  for (const name of missingFiles) {
    const file = join(source.dataDir, name);
    if (existsSync(file)) writeOnce(join(target.dataDir, name), readFileSync(file, 'utf8'));
  }
}

function readOrCreate(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) writeOnce(file, randomBytes(48).toString('base64url')); // 64 characters
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < MIN_SECRET_LENGTH) throw new Error(formatTooShortMessage(file, secret.length));
  return secret;
}

function formatTooShortMessage(file: string, length: number): string {
  return (
    `${file} does not contain a valid secret: it has ${length} characters, but needs at least ${MIN_SECRET_LENGTH}. Restore the ` +
    'file from your backup. If the service has never run with it, delete it instead: the next start generates a new one.'
  );
}

function deriveKey(secret: string, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `family-learning ${label}`, 32));
}

/** A key pair of the curve P-256, in base64url. */
export interface VapidKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Of 2^32 secrets, one gives no valid private key: then this throws. */
function deriveVapidKey(secret: string): VapidKey {
  const privateKey = deriveKey(secret, 'vapid');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

function hashWithKey(key: Buffer, label: string, value: string): string {
  return createHmac('sha256', key).update(`${label}\0${value}`).digest('base64url');
}

function computeFingerprint(secret: string, installationId: string): string {
  const hash = createHmac('sha256', deriveKey(secret, 'fingerprint')).update(installationId).digest('base64url');
  return hash.slice(0, 22); // 132 bits are enough to distinguish all secrets
}

function toKeyId(key: Buffer): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 8);
}

/** An encrypted text begins with a nonce and the authentication tag of GCM, which has 16 bytes. The content follows. */
const NONCE_BYTES = 12;
const HEADER_BYTES = NONCE_BYTES + 16;

function encrypt(text: string, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
}

function decrypt(encrypted: string, keys: readonly Buffer[]): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, HEADER_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      // encrypted with another key of the ring
    }
  }
  throw new Error('The text was changed, or encrypted with a key that is no longer in SECRET_KEYS.');
}

/** Compares secrets in constant time. */
export function isEqualInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
