import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../messages.ts';
import { BigButton } from '../../parts/buttons.tsx';
import { Icon } from '../../parts/icon.tsx';

/** A recording stops automatically after this time. */
const MAX_MS = 120_000;

type State = 'ready' | 'recording' | 'done' | 'unavailable';

/** Records the child's voice, if the device has a microphone and permission to use it. */
export function VoiceRecorder({ onRecording }: { onRecording: (recording: Blob) => void }) {
  const state = useSignal<State>(
    'mediaDevices' in navigator && 'MediaRecorder' in globalThis ? 'ready' : 'unavailable',
  );
  const recorder = useRef<MediaRecorder | undefined>(undefined);
  useEffect(() => () => stopMicrophone(recorder.current), []);
  const begin = async () => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const mimeType = MediaRecorder.isTypeSupported('audio/webm') ? 'audio/webm' : 'audio/mp4';
      const recording = new MediaRecorder(stream, { mimeType });
      const chunks: Blob[] = [];
      recording.ondataavailable = ({ data }) => chunks.push(data);
      recording.onstop = () => {
        stopMicrophone(recording);
        state.value = 'done';
        onRecording(new Blob(chunks, { type: mimeType }));
      };
      recording.start();
      recorder.current = recording;
      state.value = 'recording';
      setTimeout(() => recording.state === 'recording' && recording.stop(), MAX_MS);
    } catch {
      state.value = 'unavailable'; // there is no microphone, or the child or the browser has not allowed it
    }
  };
  if (state.value === 'unavailable') return <p class="reading">{t('work.noMicrophone')}</p>;
  if (state.value === 'recording')
    return (
      <BigButton className="success wide" onClick={() => recorder.current?.stop()}>
        <Icon name="check" />
        {t('work.stop')}
      </BigButton>
    );
  return (
    <BigButton className="quiet wide" onClick={() => void begin()}>
      <Icon name="microphone" />
      {state.value === 'done' ? t('work.recordAgain') : t('work.record')}
    </BigButton>
  );
}

function stopMicrophone(recorder: MediaRecorder | undefined): void {
  for (const track of recorder?.stream.getTracks() ?? []) track.stop();
}
