import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.ts';

/** Everything that needs a key. A label ("device", "code") keeps one use's results worthless for every other. */
export interface Secrets {
  /** The keys of tokens, the signing one first; `id` says which without telling it. */
  readonly tokenKeys: readonly { id: string; key: Buffer }[];
  readonly pinPepper: Buffer;
  /** A keyed hash to store. */
  hash(label: string, value: string): string;
  /** The keyed hashes that `value` may be stored under: one for each key of the ring. */
  hashes(label: string, value: string): string[];
  /** Encrypts text that has to rest in the database for a while. */
  seal(text: string): string;
  /** Undoes `seal`; throws when the text was sealed with a key that is gone, or changed. */
  open(sealed: string): string;
}

/** The secrets of the settings; what is not given is made at first start and kept in the data folder. */
export function loadSecrets(settings: Settings): Secrets {
  const ring = settings.secretKeys ?? [kept(settings.dataDir, 'secret-key')];
  const pepper = settings.pinPepper ?? kept(settings.dataDir, 'pin-pepper');
  const hashKeys = ring.map((secret) => derive(secret, 'hash'));
  const sealKeys = ring.map((secret) => derive(secret, 'seal'));
  const hashes = (label: string, value: string) =>
    hashKeys.map((key) => createHmac('sha256', key).update(`${label}\0${value}`).digest('base64url'));
  return {
    tokenKeys: ring.map((secret) => derive(secret, 'token')).map((key) => ({ id: idOf(key), key })),
    pinPepper: derive(pepper, 'pin'),
    hashes,
    hash: (label, value) => hashes(label, value)[0] ?? '',
    seal: (text) => seal(text, sealKeys[0] ?? Buffer.alloc(0)),
    open: (sealed) => open(sealed, sealKeys),
  };
}

function kept(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // "wx" makes the file or fails: of two processes that start at once one makes it and the other reads it.
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

function derive(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `family-learning ${use}`, 32));
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
