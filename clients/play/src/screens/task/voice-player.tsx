import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../messages.ts';
import { BigButton } from '../../parts/buttons.tsx';

/** Plays a recording that is still on the device. Web Audio decodes it, because the Content Security Policy allows no `blob:` sounds. */
export function VoicePlayer({ recording }: { recording: Blob }) {
  const state = useSignal<'silent' | 'playing' | 'unplayable'>('silent');
  const player = useRef<AudioContext | undefined>(undefined);
  const stop = () => {
    void player.current?.close();
    player.current = undefined;
    state.value = 'silent';
  };
  useEffect(() => stop, [recording]);
  const play = async () => {
    const audio = new AudioContext();
    player.current = audio;
    state.value = 'playing';
    try {
      const buffer = await audio.decodeAudioData(await recording.arrayBuffer());
      if (player.current !== audio) return;
      const source = new AudioBufferSourceNode(audio, { buffer });
      source.onended = () => player.current === audio && stop();
      source.connect(audio.destination);
      source.start();
    } catch {
      if (player.current !== audio) return;
      stop();
      state.value = 'unplayable';
    }
  };
  if (state.value === 'unplayable') return <p class="reading">{t('work.noListening')}</p>;
  const isPlaying = state.value === 'playing';
  return (
    <BigButton
      className="quiet wide"
      icon={isPlaying ? 'stop' : 'play'}
      onClick={() => (isPlaying ? stop() : void play())}
    >
      {t(isPlaying ? 'work.stopListening' : 'work.listen')}
    </BigButton>
  );
}
