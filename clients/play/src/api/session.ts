import { signal } from '@preact/signals';
import { createClient, type FamilyClient, randomId } from '../../../typescript/src/index.ts';
import { useLanguage } from '../messages.ts';
import { database, readValue, type Session, saveValue } from '../offline/store.ts';

/** After this long without use, the face and the PIN are asked for again. */
const IDLE_MS = 30 * 60_000;

/** The child who is signed in. */
export const session = signal<Session | undefined>(undefined);

let visitor: FamilyClient;

/** Reads what the device remembers. */
export async function openApp(): Promise<void> {
  const deviceId = (await readValue<string>('device')) ?? randomId();
  await saveValue('device', deviceId);
  visitor = createClient({ baseUrl: location.origin, deviceId, retries: 2 });
  const remembered = await readValue<Session>('session');
  if (remembered && Date.now() - remembered.usedAt < IDLE_MS) session.value = remembered;
  await useLanguage(remembered?.language ?? (await readValue<string>('language')) ?? navigator.language);
  sessions.onmessage = () => void readAgain();
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

/** The client of the child who is signed in. */
export function family(): FamilyClient {
  return visitor.withToken(session.value?.token);
}

/** Signs a child in with a token that the service has given. */
export async function beginSession(profileId: string, token: string): Promise<void> {
  const me = await visitor.withToken(token).get('/app/users/me');
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
}

/** Changes what is remembered about the child, such as a new name. */
export async function updateSession(changes: Partial<Session>): Promise<void> {
  if (session.value) await saveSession({ ...session.value, ...changes, usedAt: Date.now() });
}

async function saveSession(value: Session): Promise<void> {
  session.value = value;
  await saveValue('session', value);
  sessions.postMessage('changed');
}

/** Forgets the token and what was cached. Unsent work stays for the next sign-in. */
export async function endSession(): Promise<void> {
  session.value = undefined;
  await saveValue('session', undefined);
  await (await database()).clear('cache');
  sessions.postMessage('changed');
}
