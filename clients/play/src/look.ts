import { computed, effect, signal } from '@preact/signals';
import { session } from './api/session.ts';
import { readValue, saveValue } from './offline/database.ts';
import { isOlder } from './rules/older.ts';

/** Whether the child who is signed in has chosen the quieter look on this device; undefined if it has not chosen. */
const choice = signal<boolean | undefined>(undefined);

/** Whether the app is quieter: smaller scenes, no guide and no confetti. By default, for children of ten or older. */
export const isLookQuiet = computed(() => choice.value ?? isOlder(session.value?.birthYear));

const profileId = computed(() => session.value?.profileId);

/** Applies the look of the child who is signed in, now and whenever another child signs in. */
export async function initializeLook(): Promise<void> {
  await restoreChoice(); // before the first screen is shown
  profileId.subscribe(() => void restoreChoice());
  effect(() => {
    document.documentElement.dataset.look = isLookQuiet.value ? 'quiet' : 'playful';
  });
}

/** Chooses the look for the child who is signed in, on this device. */
export async function setLookQuiet(isQuiet: boolean): Promise<void> {
  choice.value = isQuiet;
  await saveValue(buildKey(profileId.value), isQuiet);
}

async function restoreChoice(): Promise<void> {
  const childId = profileId.value;
  const saved = childId && (await readValue<boolean>(buildKey(childId)));
  if (profileId.value === childId) choice.value = saved || saved === false ? saved : undefined;
}

function buildKey(childId: string | undefined): string {
  return `look ${childId}`;
}
