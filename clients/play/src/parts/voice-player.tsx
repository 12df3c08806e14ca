import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { fetchFile } from '../api/requests.ts';
import { t } from '../messages.ts';
import { BigButton } from './controls/buttons.tsx';
import { Warning } from './loading-and-failure.tsx';

/**
 * Plays a recording that is still on the device, or one of the service, which is given by its URL. Web Audio decodes it, because the
 * Content Security Policy allows no `blob:` sounds, and an audio element sends no token.
 */
export function VoicePlayer({ recording }: { recording: Blob | string }) {
  const state = useSignal<'silent' | 'playing' | 'unplayable' | 'unreachable'>('silent');
  const audioContext = useRef<AudioContext | undefined>(undefined);
  const stop = () => {
    void audioContext.current?.close();
    audioContext.current = undefined;
    state.value = 'silent';
  };
  useEffect(() => stop, [recording]);
  const play = async () => {
    const context = new AudioContext();
    const failAs = (failure: 'unplayable' | 'unreachable') => {
      if (audioContext.current !== context) return;
      stop();
      state.value = failure;
    };
    audioContext.current = context;
    state.value = 'playing';
    const file = typeof recording === 'string' ? await fetchFile(recording).catch(() => undefined) : recording;
    if (!file) return failAs('unreachable');
    try {
      const buffer = await context.decodeAudioData(await file.arrayBuffer());
      if (audioContext.current !== context) return;
      const source = new AudioBufferSourceNode(context, { buffer });
      source.onended = () => audioContext.current === context && stop();
      source.connect(context.destination);
      source.start();
    } catch {
      failAs('unplayable');
    }
  };
  if (state.value === 'unplayable') return <p class="reading-text">{t('creative.unplayable')}</p>;
  const isPlaying = state.value === 'playing';
  return (
    <>
      <BigButton
        className="secondary full-width"
        icon={isPlaying ? 'stop' : 'play'}
        onClick={() => (isPlaying ? stop() : void play())}
      >
        {t(isPlaying ? 'creative.stopListening' : 'creative.listen')}
      </BigButton>
      <Warning text={state.value === 'unreachable' ? t('state.offline') : ''} />
    </>
  );
}
