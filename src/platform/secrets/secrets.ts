import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOnce } from '../files/write-once.ts';
import type { Settings } from '../settings.ts';

/** Everything that needs a key. A label ("device", "code") keeps one use's results worthless for every other. */
export interface Secrets {
  /** The keys of tokens, the signing one first; `id` says which without telling it. */
  readonly tokenKeys: readonly { id: string; key: Buffer }[];
  readonly pinPepper: Buffer;
  /** A keyed hash to find something by for a while: the same on every process, also while the signing keys change. */
  lookup(label: string, value: string): string;
  /** A keyed hash to store and to find by `hashes`: who looks for it by this one alone misses it after a change of keys. */
  hash(label: string, value: string): string;
  /** The keyed hashes that `value` may be stored under: one for each key of the ring. */
  hashes(label: string, value: string): string[];
  /** Encrypts text that has to rest in the database for a while. */
  seal(text: string): string;
  /** Undoes `seal`; throws when the text was sealed with a key that is gone, or changed. */
  open(sealed: string): string;
  /** What an installation recognises its secrets by; for another installation they are others. */
  fingerprints(installationId: string): Fingerprints;
}

const KEY_FILE = 'secret-key';
const PEPPER_FILE = 'pin-pepper';
/** Of a secret's characters, as SECRET_KEYS and PIN_PEPPER ask for. */
const SHORTEST = 32;

/** The secrets of the settings; what is not given is made at first start and kept in the data folder. */
export function loadSecrets(settings: Settings): Secrets {
  const ring = settings.secretKeys ?? [kept(settings.dataDir, KEY_FILE)];
  const pepper = settings.pinPepper ?? kept(settings.dataDir, PEPPER_FILE);
  const hashKeys = ring.map((secret) => derive(secret, 'hash'));
  const sealKeys = ring.map((secret) => derive(secret, 'seal'));
  const lookupKey = derive(pepper, 'lookup');
  const hashes = (label: string, value: string) => hashKeys.map((key) => keyedHash(key, label, value));
  return {
    tokenKeys: ring.map((secret) => derive(secret, 'token')).map((key) => ({ id: idOf(key), key })),
    pinPepper: derive(pepper, 'pin'),
    hashes,
    lookup: (label, value) => keyedHash(lookupKey, label, value),
    hash: (label, value) => hashes(label, value)[0] ?? '',
    seal: (text) => seal(text, sealKeys[0] ?? Buffer.alloc(0)),
    open: (sealed) => open(sealed, sealKeys),
    fingerprints: (installationId) => ({
      keys: ring.map((secret) => fingerprint(secret, installationId)),
      pepper: fingerprint(pepper, installationId),
    }),
  };
}

/** What the secrets of an installation are recognised by: keyed hashes that tell nothing about them. */
export interface Fingerprints {
  /** One for each key of the ring. */
  readonly keys: readonly string[];
  readonly pepper: string;
}

/** The files of secrets that the settings do not give and that have not been made yet. */
export function missingSecrets(settings: Settings): string[] {
  const wanted = [settings.secretKeys ? [] : KEY_FILE, settings.pinPepper ? [] : PEPPER_FILE].flat();
  return wanted.map((name) => join(settings.dataDir, name)).filter((file) => !existsSync(file));
}

function kept(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) writeOnce(file, randomBytes(48).toString('base64url'));
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < SHORTEST) throw new Error(tooShort(file, secret.length));
  return secret;
}

function tooShort(file: string, length: number): string {
  return (
    `${file} holds no secret: it has ${length} characters, ${SHORTEST} are the least. Put back the file from your backup. ` +
    'Only if the service has never run with it, delete it: the next start makes a new one.'
  );
}

function derive(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `family-learning ${use}`, 32));
}

function keyedHash(key: Buffer, label: string, value: string): string {
  return createHmac('sha256', key).update(`${label}\0${value}`).digest('base64url');
}

function fingerprint(secret: string, installationId: string): string {
  return createHmac('sha256', derive(secret, 'fingerprint')).update(installationId).digest('base64url').slice(0, 22);
}

function idOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 8);
}

function seal(text: string, key: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

function open(sealed: string, keys: readonly Buffer[]): string {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    } catch {
      // sealed with the other key of the ring
    }
  }
  throw new Error('Sealed with a key that is no longer in SECRET_KEYS.');
}
