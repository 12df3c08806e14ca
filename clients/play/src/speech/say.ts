import { signal } from '@preact/signals';

/** The voices of the device. The browser loads them asynchronously. */
const voices = signal<readonly SpeechSynthesisVoice[]>([]);

if ('speechSynthesis' in globalThis) {
  const update = () => {
    voices.value = speechSynthesis.getVoices();
  };
  speechSynthesis.addEventListener?.('voiceschanged', update);
  update();
}

/** Whether the device can read a language aloud. */
export function canSay(language: string): boolean {
  return findVoice(language) !== undefined;
}

/** Reads a text aloud. Stops a text that is being read. */
export function say(text: string, language: string): void {
  const voice = findVoice(language);
  if (!voice) return;
  speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  utterance.rate = 0.92;
  speechSynthesis.speak(utterance);
}

export function stopSaying(): void {
  if (voices.value.length > 0) speechSynthesis.cancel();
}

/** A voice for the full language tag, or else for the language. */
function findVoice(language: string): SpeechSynthesisVoice | undefined {
  const getLanguage = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
  return (
    voices.value.find(({ lang }) => lang.toLowerCase() === language.toLowerCase()) ??
    voices.value.find(({ lang }) => getLanguage(lang) === getLanguage(language))
  );
}
