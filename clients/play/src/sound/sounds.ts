import { signal } from '@preact/signals';
import { readValue, saveValue } from '../offline/database.ts';

/** Whether this device plays the sounds of the app. They are off by default. */
export const areSoundsOn = signal(false);

interface Sound {
  /** The frequencies of the notes in hertz, in order. */
  readonly notes: readonly number[];
  /** The time from one note to the next, in seconds. */
  readonly interval: number;
  /** The time until each note has faded, in seconds. No sound takes longer than 0.4 s. */
  readonly fade: number;
  /** From 0 to 1. */
  readonly volume: number;
}

const SOUNDS = {
  tap: { notes: [880], interval: 0, fade: 0.06, volume: 0.05 },
  correct: { notes: [659, 880], interval: 0.09, fade: 0.28, volume: 0.1 },
  /** Played after a wrong answer that can be tried once more: two low, soft notes, which rise like a question. */
  again: { notes: [330, 392], interval: 0.12, fade: 0.24, volume: 0.07 },
  complete: { notes: [523, 659, 784], interval: 0.08, fade: 0.22, volume: 0.1 },
  levelUp: { notes: [523, 659, 784, 1047], interval: 0.07, fade: 0.18, volume: 0.1 },
} as const satisfies Readonly<Record<string, Sound>>;

/** How long each note takes to reach its volume. */
const ATTACK_SECONDS = 0.015;

/** Reads whether sounds are switched on, and from then on plays one for each tap on a card or a key. */
export async function initializeSounds(): Promise<void> {
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && isCardOrKey(target)) playSound('tap');
  });
  areSoundsOn.value = (await readValue<boolean>('sounds')) ?? false;
}

/** Switches sounds on or off on this device. */
export async function setSounds(isOn: boolean): Promise<void> {
  areSoundsOn.value = isOn;
  playSound('correct'); // an example of the sounds that were switched on
  await saveValue('sounds', isOn);
}

let context: AudioContext | undefined;

/** Plays a sound if sounds are switched on. */
export function playSound(name: keyof typeof SOUNDS): void {
  // Browsers do not play sounds before the first tap.
  if (!areSoundsOn.value || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  void context.resume();
  const { notes, interval, fade, volume } = SOUNDS[name];
  for (const [i, note] of notes.entries()) playNote(context, note, context.currentTime + i * interval, fade, volume);
}

/** Plays a sine tone that begins and ends softly. */
function playNote(audio: AudioContext, frequency: number, start: number, fade: number, volume: number): void {
  const tone = new OscillatorNode(audio, { frequency });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + ATTACK_SECONDS);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + fade); // an exponential ramp cannot reach 0
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + fade);
}

/**
 * Whether a click on this element is a tap on a card or a key. A click on a label does not count, because the browser
 * also dispatches a click on its input.
 */
function isCardOrKey(target: Element): boolean {
  return (
    target.closest('.option, .tile, .keypad button') !== null && (target.matches('input') || !target.closest('label'))
  );
}
