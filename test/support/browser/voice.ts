import type { Page } from 'playwright-core';

interface PageWithVoice {
  spoken: string[];
}

/** Replaces the Web Speech API, because the browser of the tests has no voice. Pass this function to `addInitScript`. */
export function installVoice(): void {
  const spoken: string[] = [];
  const voice = { name: 'Test', lang: 'en-GB', default: true, localService: true, voiceURI: 'test' };
  class Utterance {
    text: string;
    onend: (() => void) | undefined;
    constructor(text: string) {
      this.text = text;
    }
  }
  const speechSynthesis = {
    getVoices: () => [voice],
    cancel: () => {},
    speak: ({ text, onend }: Utterance) => {
      spoken.push(text);
      setTimeout(() => onend?.());
    },
  };
  for (const [name, value] of Object.entries({ spoken, speechSynthesis, SpeechSynthesisUtterance: Utterance }))
    Object.defineProperty(globalThis, name, { value, configurable: true });
}

/** Returns the texts that were read aloud since the page was loaded or since the last call. */
export function takeSpokenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as PageWithVoice).spoken.splice(0));
}

/** Waits until a text was read aloud. */
export async function waitUntilSpoken(page: Page, text: string): Promise<void> {
  await page.waitForFunction((expected) => (globalThis as unknown as PageWithVoice).spoken.includes(expected), text);
}
