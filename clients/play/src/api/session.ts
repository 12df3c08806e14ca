import { signal } from '@preact/signals';
import { createClient, type FamilyClient, isRequestError, randomId } from '../../../typescript/src/index.ts';
import { switchLanguage } from '../messages.ts';
import { openDatabase, readValue, type Session, saveValue } from '../offline/database.ts';
import { deleteMediaCache } from '../offline/service-worker.ts';
import { currentPath, navigate } from '../router.ts';

/** After this time without use, the app asks for the PIN again. */
const IDLE_TIMEOUT_MS = 30 * 60_000;
/** How often the app saves the time of its last use and checks whether it is idle. */
const ACTIVITY_SYNC_INTERVAL_MS = 30_000;

/** The session of the child who is signed in. */
export const session = signal<Session | undefined>(undefined);

let anonymousClient: FamilyClient;
/** The last known use of the app in any tab: Unix time in milliseconds. */
let lastUsedAt = Date.now();

/** Prepares the app with the values that are saved on the device: the device id, the session and the language. */
export async function initializeApp(): Promise<void> {
  const deviceId = (await readValue<string>('device')) ?? randomId();
  await saveValue('device', deviceId);
  anonymousClient = createClient({ baseUrl: location.origin, deviceId, maxRetries: 2 });
  const saved = await reloadSession();
  await switchLanguage(saved?.language ?? (await readValue<string>('language')) ?? navigator.language);
  sessionChannel.onmessage = () => void reloadSession();
  watchActivity();
}

/** Informs the other tabs of this device that the saved session has changed. */
const sessionChannel = new BroadcastChannel('family-play-session');

/** Makes the saved session the current one, unless the child has to enter the PIN first. Returns the saved session. */
async function reloadSession(): Promise<Session | undefined> {
  const saved = await readValue<Session>('session');
  const mustEnterPin = saved && (isIdle(saved.usedAt) || (saved.needsPin && navigator.onLine));
  session.value = mustEnterPin ? undefined : saved;
  return saved;
}

/** Returns the client without a token, for signing in. */
export function getAnonymousClient(): FamilyClient {
  return anonymousClient;
}

/**
 * Calls the service for a child. If the session has ended, but another tab has signed the same child in again, the call
 * is repeated with the new session. Otherwise the app asks for the PIN.
 */
export async function callAsChild<T>(childSession: Session, call: (client: FamilyClient) => Promise<T>): Promise<T> {
  try {
    // A child who has continued without a network must enter the PIN before the token is used again. If the service can be reached,
    // this call without a token fails with UNAUTHORIZED, and the app asks for the PIN below.
    if (childSession.needsPin) await anonymousClient.get('/app/users/me');
    return await call(anonymousClient.withToken(childSession.token));
  } catch (error) {
    if (!isRequestError(error, 'UNAUTHORIZED')) throw error;
    const renewed = await readValue<Session>('session');
    if (renewed?.profileId === childSession.profileId && renewed.token !== childSession.token) {
      session.value = renewed;
      return callAsChild(renewed, call);
    }
    if (session.value?.token === childSession.token) await askForPin({ hasSessionEnded: !childSession.needsPin });
    throw error;
  }
}

/** Returns a function that tells whether the session and the screen have stayed the same since it was created. */
export function createUnchangedCheck(): () => boolean {
  const [tokenBefore, pathBefore] = [session.value?.token, currentPath.value];
  return () => session.value?.token === tokenBefore && currentPath.value === pathBefore;
}

/**
 * Signs a child in with a token from the service and deletes the cached data of another child. Does nothing if the session
 * or the screen has changed since `createUnchangedCheck` returned `isUnchanged`, because a slow response must not replace the
 * child who is playing now. Returns whether the child was signed in.
 */
export async function beginSession(profileId: string, token: string, isUnchanged: () => boolean): Promise<boolean> {
  const me = await anonymousClient.withToken(token).get('/app/users/me');
  if (!isUnchanged()) return false;
  const db = await openDatabase();
  // The cache contains data of one child only. Its keys start with the profile id and a space.
  const [firstKey] = await db.getAllKeys('cache', undefined, 1);
  if (firstKey !== undefined && !firstKey.startsWith(`${profileId} `)) await deleteCachedData();
  await saveSession({
    profileId,
    token,
    language: me.language,
    name: me.display_name,
    avatarUrl: me.avatar_url,
    birthYear: me.birth_year,
    usedAt: Date.now(),
  });
  await switchLanguage(me.language);
  await saveValue('language', me.language);
  return true;
}

/** Changes part of a child's saved session, such as the name, unless this session is no longer the current one. */
export async function updateSession(childSession: Session | undefined, changes: Partial<Session>): Promise<void> {
  if (childSession && session.value?.token === childSession.token)
    await saveSession({ ...session.value, ...changes, usedAt: lastUsedAt });
}

async function saveSession(value: Session): Promise<void> {
  session.value = value;
  lastUsedAt = value.usedAt;
  await saveValue('session', value);
  sessionChannel.postMessage('changed');
}

/**
 * Deletes a child's token and cached data, unless another session has begun. Unsent work stays on the device until the child
 * signs in again.
 */
export async function endSession(childSession: Session | undefined): Promise<void> {
  // There is no current session if the service has ended it. The cached data is deleted all the same.
  const current = session.value ?? (await readValue<Session>('session'));
  if (current && current.token !== childSession?.token) return;
  session.value = undefined;
  await saveValue('session', undefined);
  await saveValue('return', undefined);
  await deleteCachedData();
  sessionChannel.postMessage('changed');
}

/** Deletes the cached responses, pictures and sounds. */
async function deleteCachedData(): Promise<void> {
  await (await openDatabase()).clear('cache');
  await deleteMediaCache();
}

interface ReturnPath {
  readonly profileId: string;
  readonly path: string;
}

/**
 * Opens the PIN screen and saves the current path, so that the app returns to it after the PIN. The token is deleted if the
 * service has ended the session, and otherwise kept, so that the child can continue without a network.
 */
async function askForPin({ hasSessionEnded }: { hasSessionEnded: boolean }): Promise<void> {
  const profileId = session.value?.profileId;
  if (profileId === undefined) return;
  await saveValue('return', { profileId, path: currentPath.value } satisfies ReturnPath);
  session.value = undefined;
  if (hasSessionEnded) await saveValue('session', undefined);
  navigate(`/play/pin/${profileId}`, { replace: true });
}

/** Opens the screen that the child saw before the PIN screen, or else the home screen. */
export async function returnToScreen(profileId: string): Promise<void> {
  const saved = await readValue<ReturnPath>('return');
  await saveValue('return', undefined);
  navigate(saved?.profileId === profileId ? saved.path : '/play/home', { replace: true });
}

/** Whether the child's session is still on the device, so that the child can continue without a network. */
export async function canResumeOffline(profileId: string): Promise<boolean> {
  return (await readValue<Session>('session'))?.profileId === profileId;
}

/** Signs in the child of the saved session again without a network. The app asks for the PIN when the network is back. */
export async function resumeOffline(profileId: string): Promise<void> {
  const saved = await readValue<Session>('session');
  if (saved?.profileId !== profileId) return;
  await saveSession({ ...saved, usedAt: Date.now(), needsPin: true });
  await returnToScreen(profileId);
}

/**
 * Asks for the PIN when the app has not been used in any tab for `IDLE_TIMEOUT_MS`, and when the network is back after a child
 * has continued without it.
 */
function watchActivity(): void {
  const recordActivity = () => {
    // The first tap in an idle app does not count as use.
    if (isIdle(lastUsedAt)) void syncActivity();
    else lastUsedAt = Date.now();
  };
  for (const event of ['pointerdown', 'keydown'] as const)
    addEventListener(event, recordActivity, { capture: true, passive: true });
  setInterval(() => void syncActivity(), ACTIVITY_SYNC_INTERVAL_MS);
  document.addEventListener('visibilitychange', () => void syncActivity());
  addEventListener('online', () => {
    if (session.value?.needsPin) void askForPin({ hasSessionEnded: false });
  });
}

/** Saves the time of the last use in any tab, or asks for the PIN if the app is idle. */
async function syncActivity(): Promise<void> {
  const childSession = session.value;
  if (!childSession) return;
  const saved = await readValue<Session>('session');
  if (saved?.token !== childSession.token) return; // another tab has changed the session
  lastUsedAt = Math.max(lastUsedAt, saved.usedAt);
  if (isIdle(lastUsedAt)) await askForPin({ hasSessionEnded: false });
  else if (lastUsedAt > saved.usedAt) await saveValue('session', { ...saved, usedAt: lastUsedAt });
}

function isIdle(usedAt: number): boolean {
  return Date.now() - usedAt >= IDLE_TIMEOUT_MS;
}
