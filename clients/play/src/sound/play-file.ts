/** A sound that is being played. */
export interface Playback {
  /** Resolves when the sound has ended or was stopped, or if it cannot be loaded or played. */
  readonly result: Promise<'ended' | 'unreachable' | 'unplayable'>;
  readonly stop: () => void;
}

/**
 * Plays a sound file once. Web Audio decodes it, because the Content Security Policy allows no `blob:` sounds, and an audio element
 * sends no token. Call this function when somebody has tapped: browsers are silent before the first tap.
 */
export function playFile(load: () => Promise<Blob>): Playback {
  const context = new AudioContext();
  let stop = () => {};
  const ended = new Promise<'ended'>((resolve) => {
    stop = () => resolve('ended');
  });
  const play = async () => {
    const file = await load().catch(() => undefined);
    if (!file) return 'unreachable';
    try {
      const buffer = await context.decodeAudioData(await file.arrayBuffer());
      if (context.state === 'closed') return 'ended'; // it was stopped
      const source = new AudioBufferSourceNode(context, { buffer });
      source.onended = stop;
      source.connect(context.destination);
      source.start();
      return await ended;
    } catch {
      return 'unplayable';
    }
  };
  const result = Promise.race([ended, play()]).finally(() => void context.close());
  return { result, stop };
}
