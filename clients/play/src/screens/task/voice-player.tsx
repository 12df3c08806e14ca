import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../messages.ts';
import { BigButton } from '../../parts/controls/buttons.tsx';

/** Plays a recording that is still on the device. Web Audio decodes it, because the Content Security Policy allows no `blob:` sounds. */
export function VoicePlayer({ recording }: { recording: Blob }) {
  const state = useSignal<'silent' | 'playing' | 'unplayable'>('silent');
  const audioContext = useRef<AudioContext | undefined>(undefined);
  const stop = () => {
    void audioContext.current?.close();
    audioContext.current = undefined;
    state.value = 'silent';
  };
  useEffect(() => stop, [recording]);
  const play = async () => {
    const context = new AudioContext();
    audioContext.current = context;
    state.value = 'playing';
    try {
      const buffer = await context.decodeAudioData(await recording.arrayBuffer());
      if (audioContext.current !== context) return;
      const source = new AudioBufferSourceNode(context, { buffer });
      source.onended = () => audioContext.current === context && stop();
      source.connect(context.destination);
      source.start();
    } catch {
      if (audioContext.current !== context) return;
      stop();
      state.value = 'unplayable';
    }
  };
  if (state.value === 'unplayable') return <p class="reading-text">{t('creative.unplayable')}</p>;
  const isPlaying = state.value === 'playing';
  return (
    <BigButton
      className="secondary full-width"
      icon={isPlaying ? 'stop' : 'play'}
      onClick={() => (isPlaying ? stop() : void play())}
    >
      {t(isPlaying ? 'creative.stopListening' : 'creative.listen')}
    </BigButton>
  );
}
