import { computed, signal } from '@preact/signals';
import { deleteOtherFiles, fetchData, fetchFile, RECORDINGS } from '../api/requests.ts';
import { session } from '../api/session.ts';
import { language } from '../messages.ts';
import { type Playback, playFile } from '../sound/play-file.ts';

/** The URLs of what the child's guardians have recorded, by what they say. */
const urlsByText = signal<ReadonlyMap<string, string>>(new Map());
/** Whether the recordings of the child have been loaded, or cannot be. */
export const areRecordingsLoaded = signal(false);
/** The child whose recordings were loaded. */
let loadedFor: string | undefined;
const profileId = computed(() => session.value?.profileId);

/** Loads the recordings for the child who is signed in, and again whenever the app is opened, to play them without a network, too. */
export function initializeRecordings(): void {
  const load = () => void loadRecordings(profileId.value, language.value);
  computed(() => `${profileId.value} ${language.value}`).subscribe(load);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') load();
  });
}

/** Whether a guardian has recorded this text, or any text. */
export function isRecorded(text?: string): boolean {
  return text === undefined ? urlsByText.value.size > 0 : urlsByText.value.has(text);
}

/** Plays the recording of a text; undefined if there is none. */
export function playRecordedText(text: string): Playback | undefined {
  const url = urlsByText.value.get(text);
  return url === undefined ? undefined : playFile(() => fetchFile(url, RECORDINGS));
}

async function loadRecordings(childId: string | undefined, tag: string): Promise<void> {
  const isCurrent = () => profileId.value === childId && language.value === tag;
  if (loadedFor !== childId) {
    urlsByText.value = new Map(); // no child hears the guardians of another one
    areRecordingsLoaded.value = false;
  }
  loadedFor = childId;
  if (!childId) return;
  try {
    const recordings = await fetchData('/app/recordings');
    if (!isCurrent()) return;
    urlsByText.value = new Map(recordings.map(({ text, url }) => [text, url]));
    areRecordingsLoaded.value = true;
    await deleteOtherFiles(
      recordings.map(({ url }) => url),
      RECORDINGS,
    );
    for (const { url } of recordings) if (isCurrent()) await fetchFile(url, RECORDINGS);
  } catch {
    if (isCurrent()) areRecordingsLoaded.value = true;
    // What is missing is loaded when it is said, or when the app is opened again.
  }
}
