import { computed, signal } from '@preact/signals';
import { callApi } from '../api/requests.ts';
import { session } from '../api/session.ts';
import { readValue, saveValue } from '../offline/database.ts';
import { computeAge } from '../rules/older.ts';

/** Texts are read aloud automatically to children under this age, unless reading was switched off. */
export const READING_AGE = 7;

/** Whether reading was switched on or off for the child who is signed in; undefined when it was not. */
const choice = signal<boolean | undefined>(undefined);
/** Whether the child is younger than `READING_AGE`; false if the birth year is not known. */
export const isYoung = signal(false);

/**
 * Whether the screens before the sign-in are read aloud: on a new device, and unless each child of the device has switched reading
 * off or was old enough to read.
 */
const isSignInReadAloud = signal(true);

/** Whether texts are read aloud automatically, before and after the sign-in. */
export const isReadAloudOn = computed(() => choice.value ?? (session.value ? isYoung.value : isSignInReadAloud.value));

/**
 * Whether a task is read aloud automatically. Tasks for children who cannot read yet are always read, unless the child
 * has switched reading off or was old enough to read when it registered.
 */
export function isTaskReadAloud({ pre_reader }: { readonly pre_reader: boolean }): boolean {
  return choice.value ?? (isYoung.value || pre_reader);
}

/** Reads the saved choice of the child who is signed in, now and whenever another child signs in. */
export async function initializeReadAloud(): Promise<void> {
  await restoreChoice(); // before the first screen reads its text
  profileId.subscribe((childId) => void restoreChoice().then(() => synchronizeChoice(childId)));
}

/** Switches automatic reading on or off for the child who is signed in, on all of its devices. */
export async function setReadAloud(isOn: boolean): Promise<void> {
  const childId = session.value?.profileId;
  await saveReadAloudChoice(childId, isOn);
  choice.value = isOn;
  await synchronizeChoice(childId);
}

/** Saves whether texts are read aloud automatically to a child. It takes effect, and is sent, when the child signs in. */
export async function saveReadAloudChoice(childId: string | undefined, isOn: boolean): Promise<void> {
  await saveValue(buildKey(childId), isOn);
  await saveValue(`unsent ${buildKey(childId)}`, true);
}

/** Sends a choice that was made on this device, or else takes over the one that was made on another device. */
async function synchronizeChoice(childId: string | undefined): Promise<void> {
  if (!childId || !navigator.onLine) return;
  const [saved, isUnsent] = [await readReadAloudChoice(childId), await isChoiceUnsent(childId)];
  try {
    const body = isUnsent && saved !== undefined ? { read_aloud: saved } : undefined;
    const { read_aloud } = await callApi((client) =>
      body ? client.post('/app/reading', { body }) : client.get('/app/reading'),
    );
    if (session.value?.profileId !== childId) return;
    if (body) await saveValue(`unsent ${buildKey(childId)}`, undefined);
    else if (read_aloud !== null && read_aloud !== saved && !(await isChoiceUnsent(childId))) {
      await saveValue(buildKey(childId), read_aloud);
      choice.value = read_aloud;
    }
  } catch {
    // The choice is sent when the app is opened again.
  }
}

function isChoiceUnsent(childId: string): Promise<boolean | undefined> {
  return readValue<boolean>(`unsent ${buildKey(childId)}`);
}

/** Whether reading was switched on or off for a child; undefined when nothing is saved on this device. */
export function readReadAloudChoice(childId: string): Promise<boolean | undefined> {
  return readValue<boolean>(buildKey(childId));
}

const profileId = computed(() => session.value?.profileId);

async function restoreChoice(): Promise<void> {
  const childSession = session.value;
  const age = computeAge(childSession?.birthYear) ?? READING_AGE;
  const saved = childSession && (await readReadAloudChoice(childSession.profileId));
  const profiles = (await readValue<readonly { readonly id: string }[]>('profiles')) ?? [];
  const choices = await Promise.all(profiles.map(({ id }) => readReadAloudChoice(id)));
  if (session.value?.profileId !== childSession?.profileId) return;
  choice.value = saved;
  isYoung.value = age < READING_AGE;
  isSignInReadAloud.value = choices.length === 0 || choices.some((isOn) => isOn !== false);
}

function buildKey(childId: string | undefined): string {
  return `reads ${childId}`;
}
