import { computed, effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { language } from '../messages.ts';
import { readValue, saveValue } from '../offline/database.ts';
import { toLocalPath } from '../parts/local-path.ts';
import { areRecordingsLoaded, isRecorded, playRecordedText } from './recordings.ts';

/** A text and how it is read aloud. */
export interface SpokenText {
  readonly text: string;
  /** The words that a voice says instead of the text. */
  readonly speech?: string | null;
  /** The URL of a recording that is played instead. */
  readonly recording_url?: string | null;
  /** The language of this text, if it is not that of the others. */
  readonly language?: string;
}

/** The voices of the device. The browser loads them asynchronously. */
const voices = signal<readonly SpeechSynthesisVoice[]>([]);
/** The text that is being read aloud. */
export const textBeingRead = signal<SpokenText | undefined>(undefined);
/** Increases when reading begins or stops, so that a running `speakAll` can see that it has to end. */
let readingNumber = 0;
/** Stops the recording that is being played. */
let stopRecording: (() => void) | undefined;

if ('speechSynthesis' in globalThis) {
  const updateVoices = () => {
    // Other voices send the text to the company that made the browser.
    voices.value = speechSynthesis.getVoices().filter(({ localService }) => localService);
  };
  speechSynthesis.addEventListener?.('voiceschanged', updateVoices);
  updateVoices();
}

/** Whether the device can read a language aloud. */
export function canSpeak(language: string): boolean {
  return findVoice(language) !== undefined;
}

/** Browsers load the voices after the page, so that only after this time it is known that there is none. */
const VOICE_LOADING_MS = 2000;
const isLoadingOver = signal(false);
setTimeout(() => (isLoadingOver.value = true), VOICE_LOADING_MS);

/** Whether the device had a voice at the last visit, by language. Screens keep to it, so that nothing moves when voices come. */
let hadVoices: Readonly<Record<string, boolean>> = {};

/** Reads which voices the device had, and saves which it has, for the next visit. */
export async function initializeVoices(): Promise<void> {
  hadVoices = (await readValue<typeof hadVoices>('voices')) ?? {};
  let saved = hadVoices;
  effect(() => {
    if (!isLoadingOver.value) return;
    saved = { ...saved, [language.value]: canSpeak(language.value) };
    void saveValue('voices', saved);
  });
}

/**
 * Whether a child hears nothing: the device has no voice for its language, and no guardian has recorded anything. Undefined until that is
 * known.
 */
export const isSilent = computed(() => {
  const hasVoice = hadVoices[language.value] ?? (canSpeak(language.value) || (isLoadingOver.value ? false : undefined));
  if (hasVoice || isRecorded()) return false;
  return hasVoice === false && (areRecordingsLoaded.value || isLoadingOver.value) ? true : undefined;
});

/** Whether the device can read a text aloud, or there is a recording of it. */
export function canSpeakText(text: SpokenText, language: string): boolean {
  return Boolean(text.recording_url) || isRecorded(getWords(text)) || canSpeak(language);
}

/** Reads a text aloud. Stops a text that is still being read. */
export function speak(text: string, language: string): void {
  void speakAll([{ text }], language);
}

/** Reads texts aloud, one after the other. Stops a text that is still being read. */
export async function speakAll(texts: readonly SpokenText[], language: string): Promise<void> {
  stopSpeaking();
  const thisReading = readingNumber;
  for (const text of texts) {
    textBeingRead.value = text;
    const wasPlayed = await playRecording(text);
    if (readingNumber === thisReading && !wasPlayed) await pronounce(getWords(text), text.language ?? language);
    if (readingNumber !== thisReading) return;
  }
  textBeingRead.value = undefined;
}

/** Reads texts of the app aloud whenever they change, while `isOn`. The voices of a device may come after the first screen. */
export function useSpoken(texts: readonly string[], isOn: boolean): void {
  const isReading = isOn && texts.some((text) => canSpeakText({ text }, language.value));
  useEffect(() => {
    if (!isReading) return;
    void speakAll(
      texts.map((text) => ({ text })),
      language.value,
    );
    const thisReading = readingNumber;
    return () => {
      if (readingNumber === thisReading) stopSpeaking(); // what something else has begun to say is not stopped
    };
  }, [texts.join('\n'), isReading]);
}

export function stopSpeaking(): void {
  readingNumber += 1;
  textBeingRead.value = undefined;
  stopRecording?.();
  if (voices.value.length > 0) speechSynthesis.cancel();
}

/** The words that are said. */
function getWords({ text, speech }: SpokenText): string {
  return speech ?? text;
}

/**
 * Plays the recording of a guardian, or else that of the pack, to its end, or until reading stops. Returns false if there is none, or
 * it cannot be played.
 */
async function playRecording(text: SpokenText): Promise<boolean> {
  const thisReading = readingNumber;
  if (isRecorded(getWords(text))) {
    await waitForFirstTap();
    if (readingNumber !== thisReading) return true;
    const playback = playRecordedText(getWords(text));
    stopRecording = playback?.stop;
    if ((await playback?.result) === 'ended') return true;
  }
  return text.recording_url ? playSound(toLocalPath(text.recording_url)) : false;
}

/** Browsers play nothing before the first tap. */
async function waitForFirstTap(): Promise<void> {
  if (navigator.userActivation?.hasBeenActive !== false) return;
  await new Promise((resolve) => addEventListener('pointerup', resolve, { once: true }));
}

function playSound(url: string): Promise<boolean> {
  const audio = new Audio(url);
  stopRecording = () => audio.pause();
  return new Promise((resolve) => {
    audio.addEventListener('pause', () => resolve(true)); // also dispatched at the end of the recording
    audio.addEventListener('error', () => resolve(false));
    audio.play().catch(() => resolve(false));
  });
}

/** Reads a text with a voice of the device. Resolves at its end, or immediately when there is no voice. */
function pronounce(text: string, language: string): Promise<void> {
  const voice = findVoice(language);
  if (!voice) return Promise.resolve();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  utterance.rate = 0.92; // a little slower than normal, for children
  return new Promise((resolve) => {
    utterance.onend = () => resolve();
    utterance.onerror = ({ error }) => {
      // Browsers say nothing before the first tap. The text is then read at the tap, unless another screen came with it.
      if (error === 'not-allowed') addEventListener('pointerup', repeat, { once: true });
      else resolve();
    };
    const thisReading = readingNumber;
    const repeat = () => resolve(readingNumber === thisReading ? pronounce(text, language) : undefined);
    speechSynthesis.speak(utterance);
  });
}

/** Finds a voice for the full language tag, or else for the language without the region. */
function findVoice(language: string): SpeechSynthesisVoice | undefined {
  const getPrimarySubtag = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
  return (
    voices.value.find(({ lang }) => lang.toLowerCase() === language.toLowerCase()) ??
    voices.value.find(({ lang }) => getPrimarySubtag(lang) === getPrimarySubtag(language))
  );
}
