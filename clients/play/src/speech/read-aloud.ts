import { computed, signal } from '@preact/signals';
import { session } from '../api/session.ts';
import { readValue, saveValue } from '../offline/store.ts';

/** A child who is younger has texts read aloud until the child or a parent switches that off. */
const READING_AGE = 7;

/** Whether texts are read aloud automatically to the child who is signed in. */
export const readsAloud = signal(false);

/** Restores each child's choice when the child signs in or comes back. */
export async function watchReadAloud(): Promise<void> {
  await restoreChoice(); // before the first screen reads its text
  profileId.subscribe(() => void restoreChoice());
}

/** Switches automatic reading on or off for the child who is signed in, and saves the choice on the device. */
export async function chooseReadAloud(isOn: boolean): Promise<void> {
  await saveValue(buildKey(), isOn);
  readsAloud.value = isOn;
}

const profileId = computed(() => session.value?.profileId);

async function restoreChoice(): Promise<void> {
  const child = session.value;
  const age = child?.birthYear ? new Date().getFullYear() - child.birthYear : READING_AGE;
  const saved = child && (await readValue<boolean>(buildKey()));
  if (session.value?.profileId === child?.profileId) readsAloud.value = saved ?? age < READING_AGE;
}

function buildKey(): string {
  return `reads ${session.value?.profileId}`;
}
