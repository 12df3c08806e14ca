import { signal } from '@preact/signals';
import { createClient, type FamilyClient, isRequestError, randomId } from '../../../typescript/src/index.ts';
import { useLanguage } from '../messages.ts';
import { deletePictures } from '../offline/service-worker.ts';
import { database, readValue, type Session, saveValue } from '../offline/store.ts';
import { go, path } from '../router.ts';

/** After this long without use, the face and the PIN are asked for again. */
const IDLE_MS = 30 * 60_000;
/** How often the app looks whether it is in use, and remembers that it was. */
const LOOK_MS = 30_000;

/** The child who is signed in. */
export const session = signal<Session | undefined>(undefined);

let visitor: FamilyClient;
/** When this tab was last used, in milliseconds. */
let usedAt = Date.now();

/** Reads what the device remembers. */
export async function openApp(): Promise<void> {
  const deviceId = (await readValue<string>('device')) ?? randomId();
  await saveValue('device', deviceId);
  visitor = createClient({ baseUrl: location.origin, deviceId, retries: 2 });
  const remembered = await readValue<Session>('session');
  if (remembered && !isIdle(remembered)) session.value = remembered;
  await useLanguage(remembered?.language ?? (await readValue<string>('language')) ?? navigator.language);
  sessions.onmessage = () => void readAgain();
  watchUse();
}

/** Tells the other tabs of this device that somebody has signed in or out. */
const sessions = new BroadcastChannel('family-play-session');

async function readAgain(): Promise<void> {
  session.value = await readValue<Session>('session');
}

/** The client of a visitor, for signing in. */
export function anyone(): FamilyClient {
  return visitor;
}

/**
 * Calls the service for a child. When the session has ended, another tab may have signed the same child in again; otherwise
 * the app asks for the PIN.
 */
export async function asChild<T>(child: Session, call: (client: FamilyClient) => Promise<T>): Promise<T> {
  try {
    return await call(visitor.withToken(child.token));
  } catch (error) {
    if (!isRequestError(error, 'UNAUTHORIZED')) throw error;
    const renewed = await readValue<Session>('session');
    if (renewed?.profileId === child.profileId && renewed.token !== child.token) {
      session.value = renewed;
      return call(visitor.withToken(renewed.token));
    }
    if (session.value?.token === child.token) await askForPin({ isEnded: true });
    throw error;
  }
}

/** Returns a function that tells whether the same child, or nobody as before, is still signed in on the same screen. */
export function watchSession(): () => boolean {
  const [before, screen] = [session.value?.token, path.value];
  return () => session.value?.token === before && path.value === screen;
}

/**
 * Signs a child in with a token that the service has given, unless the device has gone on without it (`isWanted`): a slow
 * answer must not replace the child who plays now. Returns whether the child is signed in. Of other children, nothing that was
 * read stays on the device.
 */
export async function beginSession(profileId: string, token: string, isWanted: () => boolean): Promise<boolean> {
  const me = await visitor.withToken(token).get('/app/users/me');
  if (!isWanted()) return false;
  const db = await database();
  const [first] = await db.getAllKeys('cache', undefined, 1);
  if (first !== undefined && !first.startsWith(`${profileId} `)) await forgetReading();
  await saveSession({
    profileId,
    token,
    language: me.language,
    name: me.display_name,
    avatarUrl: me.avatar_url,
    birthYear: me.birth_year,
    usedAt: Date.now(),
  });
  await useLanguage(me.language);
  await saveValue('language', me.language);
  return true;
}

/** Changes what is remembered about a child, such as a new name, unless another has signed in meanwhile. */
export async function updateSession(child: Session | undefined, changes: Partial<Session>): Promise<void> {
  if (child && session.value?.token === child.token) await saveSession({ ...session.value, ...changes, usedAt });
}

async function saveSession(value: Session): Promise<void> {
  session.value = value;
  usedAt = value.usedAt;
  await saveValue('session', value);
  sessions.postMessage('changed');
}

/** Forgets the token and what was read, unless another child has signed in meanwhile. Unsent work stays for the next sign-in. */
export async function endSession(child: Session | undefined): Promise<void> {
  if (session.value?.token !== child?.token) return;
  session.value = undefined;
  await saveValue('session', undefined);
  await saveValue('return', undefined);
  await forgetReading();
  sessions.postMessage('changed');
}

/** Forgets what was read and shown. */
async function forgetReading(): Promise<void> {
  await (await database()).clear('cache');
  await deletePictures();
}

interface ReturnPath {
  readonly profileId: string;
  readonly path: string;
}

/**
 * Asks the child for the PIN and comes back to this screen afterwards. A task that has begun stays as it is. The token of a
 * session that has ended is forgotten; after a pause it stays, so that the child can go on without a network.
 */
async function askForPin({ isEnded }: { isEnded: boolean }): Promise<void> {
  const profileId = session.value?.profileId;
  if (profileId === undefined) return;
  await saveValue('return', { profileId, path: path.value } satisfies ReturnPath);
  session.value = undefined;
  if (isEnded) await saveValue('session', undefined);
  go(`/play/pin/${profileId}`, { replace: true });
}

/** Where a child goes on after the PIN. */
export async function goOn(profileId: string): Promise<void> {
  const left = await readValue<ReturnPath>('return');
  await saveValue('return', undefined);
  go(left?.profileId === profileId ? left.path : '/play/home', { replace: true });
}

/** Whether the device still remembers the child, who can then go on without a network with what was read before. */
export async function canResumeOffline(profileId: string): Promise<boolean> {
  return (await readValue<Session>('session'))?.profileId === profileId;
}

export async function resumeOffline(profileId: string): Promise<void> {
  const remembered = await readValue<Session>('session');
  if (remembered?.profileId !== profileId) return;
  await saveSession({ ...remembered, usedAt: Date.now() });
  await goOn(profileId);
}

/** Asks for the PIN when nobody has used the app in any tab for a while, also while it stays open. */
function watchUse(): void {
  const use = () => {
    if (isIdle({ usedAt }))
      void checkUse(); // the first tap after a long pause does not count as use
    else usedAt = Date.now();
  };
  for (const event of ['pointerdown', 'keydown'] as const)
    addEventListener(event, use, { capture: true, passive: true });
  setInterval(() => void checkUse(), LOOK_MS);
  document.addEventListener('visibilitychange', () => void checkUse());
}

async function checkUse(): Promise<void> {
  const child = session.value;
  if (!child) return;
  const remembered = await readValue<Session>('session');
  if (remembered?.token !== child.token) return; // another tab has changed it and says so
  usedAt = Math.max(usedAt, remembered.usedAt);
  if (isIdle({ usedAt })) await askForPin({ isEnded: false });
  else if (usedAt > remembered.usedAt) await saveValue('session', { ...remembered, usedAt });
}

function isIdle({ usedAt }: Pick<Session, 'usedAt'>): boolean {
  return Date.now() - usedAt >= IDLE_MS;
}
