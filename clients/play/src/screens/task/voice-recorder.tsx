import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../messages.ts';
import { BigButton } from '../../parts/buttons.tsx';
import { VoicePlayer } from './voice-player.tsx';

/** A recording stops automatically after this time. */
const MAX_MS = 120_000;

type State = 'ready' | 'recording' | 'unavailable';

interface VoiceRecorderProps {
  /** What the child has recorded before. */
  readonly recording: Blob | undefined;
  readonly onRecording: (recording: Blob) => void;
}

/**
 * Records the child's voice, if the device has a microphone and permission to use it, and lets the child listen to it before
 * it is sent.
 */
export function VoiceRecorder({ recording: recorded, onRecording }: VoiceRecorderProps) {
  const state = useSignal<State>(
    'mediaDevices' in navigator && 'MediaRecorder' in globalThis ? 'ready' : 'unavailable',
  );
  const recorder = useRef<MediaRecorder | undefined>(undefined);
  useEffect(() => () => discard(recorder.current), []);
  const begin = async () => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const mimeType = MediaRecorder.isTypeSupported('audio/webm') ? 'audio/webm' : 'audio/mp4';
      const recording = new MediaRecorder(stream, { mimeType });
      const chunks: Blob[] = [];
      recording.ondataavailable = ({ data }) => chunks.push(data);
      recording.onstop = () => {
        stopMicrophone(recording);
        state.value = 'ready';
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
  const isRecording = state.value === 'recording';
  return (
    <>
      {isRecording && <p class="reading recording">{t('work.recording')}</p>}
      {recorded && !isRecording && <VoicePlayer recording={recorded} />}
      <BigButton
        key="record"
        className={`${isRecording ? 'success' : 'quiet'} wide`}
        icon={isRecording ? 'check' : 'microphone'}
        onClick={() => (isRecording ? recorder.current?.stop() : void begin())}
      >
        {t(isRecording ? 'work.stop' : recorded ? 'work.recordAgain' : 'work.record')}
      </BigButton>
    </>
  );
}

/** Ends a recording that the child has left. */
function discard(recording: MediaRecorder | undefined): void {
  if (!recording) return;
  recording.onstop = null;
  stopMicrophone(recording);
}

function stopMicrophone({ stream }: MediaRecorder): void {
  for (const track of stream.getTracks()) track.stop();
}
