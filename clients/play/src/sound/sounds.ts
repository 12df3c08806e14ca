import { signal } from '@preact/signals';
import { readValue, saveValue } from '../offline/database.ts';

/** Whether this device plays the sounds of the app. They are soft, and on by default. */
export const areSoundsOn = signal(true);

interface Sound {
  /** The frequencies of the notes in hertz, in order. */
  readonly notes: readonly number[];
  /** The time from the start of one note to the start of the next. */
  readonly intervalSeconds: number;
  /** The time from the start of a note to its end. */
  readonly durationSeconds: number;
  /** The gain of each note, from 0 to 1. */
  readonly volume: number;
}

const SOUNDS = {
  tap: { notes: [880], intervalSeconds: 0, durationSeconds: 0.06, volume: 0.05 },
  correct: { notes: [659, 880], intervalSeconds: 0.09, durationSeconds: 0.28, volume: 0.1 },
  /** Two low, soft notes, which rise like a question. */
  incorrect: { notes: [330, 392], intervalSeconds: 0.12, durationSeconds: 0.24, volume: 0.07 },
  complete: { notes: [523, 659, 784], intervalSeconds: 0.08, durationSeconds: 0.22, volume: 0.1 },
  levelUp: { notes: [523, 659, 784, 1047], intervalSeconds: 0.07, durationSeconds: 0.18, volume: 0.1 },
} as const satisfies Readonly<Record<string, Sound>>;

const ATTACK_SECONDS = 0.015;

/** Reads whether sounds are switched on, and plays the sound of each tap on a card or a key. */
export async function initializeSounds(): Promise<void> {
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && isCardOrKey(target)) playSound('tap');
  });
  areSoundsOn.value = (await readValue<boolean>('sounds')) ?? true;
}

/** Switches sounds on or off on this device. */
export async function setSounds(isOn: boolean): Promise<void> {
  areSoundsOn.value = isOn;
  playSound('correct'); // lets the child hear what was switched on; silent when switched off
  await saveValue('sounds', isOn);
}

let audioContext: AudioContext | undefined;

/** Plays a sound if sounds are switched on, some steps of a scale of five notes higher. */
export function playSound(name: keyof typeof SOUNDS, steps = 0): void {
  // Browsers do not play sounds before the first tap.
  if (!areSoundsOn.value || navigator.userActivation?.hasBeenActive === false) return;
  audioContext ??= new AudioContext();
  void audioContext.resume();
  const { notes, intervalSeconds, durationSeconds, volume } = SOUNDS[name];
  const startTime = audioContext.currentTime;
  for (const [i, frequency] of notes.entries())
    playNote(audioContext, {
      frequency: frequency * raise(steps),
      start: startTime + i * intervalSeconds,
      durationSeconds,
      volume,
    });
}

/** The factor of so many steps of a scale of five notes. Any two of them sound well together. */
function raise(steps: number): number {
  const semitones = [0, 2, 4, 7, 9][((steps % 5) + 5) % 5] ?? 0;
  return 2 ** (Math.floor(steps / 5) + semitones / 12);
}

interface Note {
  readonly frequency: number;
  /** In seconds, in the time of the audio context. */
  readonly start: number;
  readonly durationSeconds: number;
  readonly volume: number;
}

/** Plays a sine tone that begins and ends softly. */
function playNote(context: AudioContext, { frequency, start, durationSeconds, volume }: Note): void {
  const tone = new OscillatorNode(context, { frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + ATTACK_SECONDS);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + durationSeconds); // an exponential ramp cannot reach 0
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + durationSeconds);
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
