import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import {
  type CallInput,
  type FamilyClient,
  type GetPath,
  isRequestError,
  type ResponseData,
} from '../../../typescript/src/index.ts';
import { openDatabase, type Session } from '../offline/database.ts';
import { toLocalPath } from '../parts/local-path.ts';
import { callAsChild, session } from './session.ts';

/** The state of a load. `data` is undefined until a load has succeeded; `error` is undefined unless the last load has failed. */
export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly reload: () => void;
  /** Shows changed data without a request to the service. */
  readonly replace: (data: T) => void;
}

/** A hook that loads data for a screen, and loads it again whenever `key` changes. Until the new data arrives, it returns the old data. */
export function useLoaded<T>(load: () => Promise<T>, key: string): Loaded<T> {
  const data = useSignal<T | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  const loadCount = useRef(0);
  const startLoading = () => {
    loadCount.current += 1;
    const thisLoad = loadCount.current;
    error.value = undefined;
    load().then(
      (loaded) => {
        if (loadCount.current === thisLoad) data.value = loaded; // a later load may have been faster
      },
      (failure) => {
        if (loadCount.current === thisLoad) error.value = failure;
      },
    );
  };
  useEffect(startLoading, [key]);
  return {
    data: data.value,
    error: error.value,
    reload: startLoading,
    replace: (changed) => {
      data.value = changed;
    },
  };
}

/** Fetches data from the service. If the service cannot be reached, returns the data of the last fetch; throws if there is none. */
export async function fetchData<P extends GetPath>(
  path: P,
  input?: CallInput<'get', P>,
): Promise<ResponseData<'get', P>> {
  const childSession = getChildSession();
  try {
    if (!navigator.onLine) {
      const cached = await findCached(path, input, childSession);
      if (cached !== undefined) return cached;
    }
    // TypeScript cannot check the arguments of `get` while the path is a type parameter.
    const callGet = (client: FamilyClient) =>
      (client.get as (path: P, input?: CallInput<'get', P>) => Promise<ResponseData<'get', P>>)(path, input);
    const data = await callAsChild(childSession, callGet);
    // The cache contains only data of the child who is signed in, and another child may have signed in while this call ran.
    if (session.value?.profileId === childSession.profileId)
      await (await openDatabase()).put('cache', data, buildCacheKey(childSession.profileId, path, input));
    return data;
  } catch (error) {
    const cached = isRequestError(error, 'NO_RESPONSE') ? await findCached(path, input, childSession) : undefined;
    if (cached === undefined) throw error;
    return cached;
  }
}

/** Finds data of the service on the device, as it was when it was last fetched. */
export async function findCached<P extends GetPath>(
  path: P,
  input?: CallInput<'get', P>,
  { profileId }: Pick<Session, 'profileId'> = getChildSession(),
): Promise<ResponseData<'get', P> | undefined> {
  const cached = await (await openDatabase()).get('cache', buildCacheKey(profileId, path, input));
  return cached as ResponseData<'get', P> | undefined; // stored by `fetchData` under the same path
}

/** Whether data of the service is on the device, so that the app shows it without a network. */
export async function isCached<P extends GetPath>(path: P, input?: CallInput<'get', P>): Promise<boolean> {
  return (await findCached(path, input)) !== undefined;
}

/** A kind of private files, and how many of them are cached. */
interface FileKind {
  readonly name: string;
  readonly maxCount: number;
}
const CREATIVE_WORK: FileKind = { name: 'file', maxCount: 40 };
export const RECORDINGS: FileKind = { name: 'recording', maxCount: 1000 };
/** The size of the largest file that is cached. */
const MAX_CACHED_FILE_BYTES = 3 * 1024 * 1024;

/** Fetches a private file. A file never changes, so one that is cached is not fetched again. */
export async function fetchFile(url: string, { name, maxCount } = CREATIVE_WORK): Promise<Blob> {
  const { profileId, token } = getChildSession();
  const path = toLocalPath(url);
  const prefix = `${profileId} ${name} `;
  const db = await openDatabase();
  const cached = await db.get('cache', prefix + path);
  if (cached instanceof Blob) return cached;
  const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const file = await response.blob();
  if (session.value?.profileId === profileId && file.size <= MAX_CACHED_FILE_BYTES) {
    const keys = await listKeys(prefix);
    // Any of the files makes room, because nothing tells which one will be looked at again.
    if (keys.length >= maxCount) await db.delete('cache', keys[Math.floor(Math.random() * keys.length)] ?? '');
    await db.put('cache', file, prefix + path);
  }
  return file;
}

/** Deletes the cached files of a kind except those with these URLs. */
export async function deleteOtherFiles(urls: readonly string[], { name }: FileKind): Promise<void> {
  const prefix = `${getChildSession().profileId} ${name} `;
  const kept = new Set(urls.map((url) => prefix + toLocalPath(url)));
  const db = await openDatabase();
  for (const key of await listKeys(prefix)) if (!kept.has(key)) await db.delete('cache', key);
}

async function listKeys(prefix: string): Promise<string[]> {
  return (await openDatabase()).getAllKeys('cache', IDBKeyRange.bound(prefix, `${prefix}\uffff`));
}

/** Changes the cached data of a path, which the app shows when there is no network. Does nothing if the path has no cached data. */
export async function changeCachedData<P extends GetPath>(
  profileId: string,
  path: P,
  input: CallInput<'get', P>,
  change: (data: ResponseData<'get', P>) => ResponseData<'get', P>,
): Promise<void> {
  const cached = await findCached(path, input, { profileId });
  if (cached === undefined) return;
  await (await openDatabase()).put('cache', change(cached), buildCacheKey(profileId, path, input));
}

function buildCacheKey(profileId: string, path: string, input: unknown = {}): string {
  return `${profileId} ${path} ${JSON.stringify(input)}`;
}

/** Calls the API for the child who is signed in. If the session has ended, the app asks for the PIN. */
export async function callApi<T>(call: (client: FamilyClient) => Promise<T>): Promise<T> {
  return callAsChild(getChildSession(), call);
}

function getChildSession(): Session {
  if (!session.value) throw new Error('Nobody is signed in.');
  return session.value;
}
