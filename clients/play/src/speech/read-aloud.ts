import { computed, signal } from '@preact/signals';
import { session } from '../api/session.ts';
import { readValue, saveValue } from '../offline/database.ts';

/** Texts are read aloud automatically to children under this age, unless reading was switched off on this device. */
export const READING_AGE = 7;

/** Whether reading was switched on or off for the child who is signed in; undefined when it was not changed. */
const choice = signal<boolean | undefined>(undefined);
const isYoung = signal(false);

/** Whether texts are read aloud automatically to the child who is signed in. */
export const isReadAloudOn = computed(() => choice.value ?? isYoung.value);

/**
 * Whether a task is read aloud automatically. Tasks for children who cannot read yet are always read, unless the child
 * has switched reading off.
 */
export function isTaskReadAloud({ pre_reader }: { readonly pre_reader: boolean }): boolean {
  return choice.value ?? (isYoung.value || pre_reader);
}

/** Restores the saved choice of the child who is signed in, now and whenever another child signs in. */
export async function watchReadAloud(): Promise<void> {
  await restoreChoice(); // before the first screen reads its text
  profileId.subscribe(() => void restoreChoice());
}

/** Switches automatic reading on or off for the child who is signed in, and saves the choice on the device. */
export async function setReadAloud(isOn: boolean): Promise<void> {
  await saveValue(buildKey(), isOn);
  choice.value = isOn;
}

const profileId = computed(() => session.value?.profileId);

async function restoreChoice(): Promise<void> {
  const child = session.value;
  const age = child?.birthYear ? new Date().getFullYear() - child.birthYear : READING_AGE;
  const saved = child && (await readValue<boolean>(buildKey()));
  if (session.value?.profileId !== child?.profileId) return;
  choice.value = saved;
  isYoung.value = age < READING_AGE;
}

function buildKey(): string {
  return `reads ${session.value?.profileId}`;
}
