import { openDatabase, readValue, type Session, saveValue } from './database.ts';
import { buildDrawingKey } from './drawings.ts';
import { deleteMediaCache } from './service-worker.ts';

/**
 * Deletes what this device stores of a profile that the service no longer lists, because it was erased or its guardian has removed
 * the device: nobody can sign in to it here anymore, so unsent work could never be sent.
 */
export async function forgetProfile(profileId: string): Promise<void> {
  const db = await openDatabase();
  const isOfProfile = (key: string) => key.startsWith(`${profileId} `);
  for (const store of ['cache', 'drafts'] as const) {
    const keys = (await db.getAllKeys(store)).filter(isOfProfile);
    for (const key of keys) await db.delete(store, key);
    if (store === 'cache' && keys.length > 0) await deleteMediaCache();
  }
  for (const key of await db.getAllKeysFromIndex('writes', 'profileId', profileId)) await db.delete('writes', key);
  for (const name of ['reads', 'unsent reads', 'pictures', 'look', 'garden'])
    await saveValue(`${name} ${profileId}`, undefined);
  for (const name of await db.getAllKeys('values'))
    if (name.startsWith(buildDrawingKey(profileId))) await saveValue(name, undefined);
  for (const name of ['session', 'return'])
    if ((await readValue<Pick<Session, 'profileId'>>(name))?.profileId === profileId) await saveValue(name, undefined);
}
