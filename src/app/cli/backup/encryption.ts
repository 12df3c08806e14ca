import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Files } from '../../../platform/files/local-files.ts';

// Encrypted backups have the format of age (age-encryption.org): the file KEY_FILE is encrypted with the passphrase and contains the
// key with which all other files are encrypted. So a passphrase, which takes a second to check, is checked once for each backup, and the
// backups that share files share the key.

/** The logarithm of the cost of trying a passphrase: 64 MB, which a small machine has, and half a second. */
const SCRYPT_WORK_FACTOR = 16;

/** The key of encrypted backups. */
export interface BackupKey {
  /** The public part of the key. */
  readonly recipient: string;
  /** The content of the key file. */
  readonly sealed: Uint8Array;
  encrypt(bytes: Uint8Array): Promise<Uint8Array>;
  readonly decryptFiles: (files: Files) => Files;
  encryptFile(from: string, to: string): Promise<void>;
  decryptFile(from: string, to: string): Promise<void>;
}

export async function createBackupKey(passphrase: string): Promise<BackupKey> {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  return toBackupKey(identity, await encrypter.encrypt(identity));
}

/** Opens a key file. Throws if the passphrase is another one. */
export async function openBackupKey(passphrase: string, sealed: Uint8Array): Promise<BackupKey> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const identity = await decrypter.decrypt(sealed, 'text').catch((error: unknown) => {
    throw new Error('BACKUP_PASSPHRASE is not the passphrase of this backup.', { cause: error });
  });
  return toBackupKey(identity, sealed);
}

async function toBackupKey(identity: string, sealed: Uint8Array): Promise<BackupKey> {
  const recipient = await identityToRecipient(identity);
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return {
    recipient,
    sealed,
    encrypt: (bytes) => encrypter.encrypt(bytes),
    decryptFiles: (files) => decryptFiles(files, decrypter),
    encryptFile: async (from, to) => write(to, await encrypter.encrypt(read(from))),
    decryptFile: async (from, to) => write(to, await decrypter.decrypt(read(from))),
  };
}

// Node's type of web streams is another one than that of the library, for the same thing.
type WebStream = Parameters<typeof Encrypter.prototype.encrypt>[0] & globalThis.ReadableStream<Uint8Array>;

function read(path: string): WebStream {
  return Readable.toWeb(createReadStream(path)) as unknown as WebStream;
}

async function write(path: string, stream: globalThis.ReadableStream<Uint8Array>): Promise<void> {
  await using file = await open(path, 'w', 0o600);
  await file.writeFile(Readable.fromWeb(stream as unknown as ReadableStream));
}

/** Reads encrypted files. A file that was submitted fits into memory. */
function decryptFiles(files: Files, decrypter: Decrypter): Files {
  const get = async (name: string) => {
    const bytes = await files.get(name);
    return bytes && Buffer.from(await decrypter.decrypt(bytes));
  };
  return {
    ...files,
    get,
    async find(name) {
      const bytes = await get(name);
      return bytes && { size: bytes.length, read: (first, last) => Readable.from([bytes.subarray(first, last + 1)]) };
    },
  };
}
