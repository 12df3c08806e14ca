import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { QueuedWrite } from './writes.ts';

/** The child who is signed in on this device. */
export interface Session {
  readonly profileId: string;
  readonly token: string;
  readonly language: string;
  readonly name: string;
  readonly avatarUrl: string;
  readonly birthYear: number | null;
  /** When the app was last used: Unix time in milliseconds. */
  readonly usedAt: number;
  /** Whether the child has resumed an idle session without a network. The app then asks for the PIN as soon as the network is back. */
  readonly needsPin?: true;
}

interface Schema extends DBSchema {
  /** Single values by name, such as the session and the device id. */
  values: { key: string; value: unknown };
  /** Responses for the child who is signed in, by profile, path and parameters. */
  cache: { key: string; value: unknown };
  /** The answers and creative work of unfinished tasks, by profile and task. */
  drafts: { key: string; value: unknown };
  /** Work that waits to be sent, was refused, or was sent after a wait, in the order in which the child did it. */
  writes: { key: number; value: QueuedWrite; indexes: { profileId: string } };
}

let databasePromise: Promise<IDBPDatabase<Schema>> | undefined;

/** Opens the database of the app on this device. Later calls return the same connection. */
export function openDatabase(): Promise<IDBPDatabase<Schema>> {
  databasePromise ??= openDB<Schema>('family-play', 1, { upgrade: createStores });
  return databasePromise;
}

/** Also runs in tests that open the app with data. */
export function createStores(db: IDBPDatabase<Schema>): void {
  db.createObjectStore('values');
  db.createObjectStore('cache');
  db.createObjectStore('drafts');
  db.createObjectStore('writes', { keyPath: 'id', autoIncrement: true }).createIndex('profileId', 'profileId');
}

export async function readValue<T>(name: string): Promise<T | undefined> {
  return (await (await openDatabase()).get('values', name)) as T | undefined; // written by `saveValue` with the same name
}

export async function saveValue(name: string, value: unknown): Promise<void> {
  const db = await openDatabase();
  await (value === undefined ? db.delete('values', name) : db.put('values', value, name));
}
