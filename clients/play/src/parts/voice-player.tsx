import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { fetchFile } from '../api/requests.ts';
import { t } from '../messages.ts';
import { type Playback, playFile } from '../sound/play-file.ts';
import { BigButton } from './controls/buttons.tsx';
import { Warning } from './loading-and-failure.tsx';

/** Plays a recording that is still on the device, or one of the service, which is given by its URL. */
export function VoicePlayer({ recording }: { recording: Blob | string }) {
  const state = useSignal<'ended' | 'playing' | 'unplayable' | 'unreachable'>('ended');
  const playback = useRef<Playback | undefined>(undefined);
  const stop = () => playback.current?.stop();
  useEffect(() => stop, [recording]);
  const play = async () => {
    state.value = 'playing';
    playback.current = playFile(async () => (typeof recording === 'string' ? fetchFile(recording) : recording));
    state.value = await playback.current.result;
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
