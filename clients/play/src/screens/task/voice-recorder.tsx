import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../messages.ts';
import { BigButton } from '../../parts/controls/buttons.tsx';
import { VoicePlayer } from '../../parts/voice-player.tsx';

/** A recording stops automatically after this time. */
const MAX_RECORDING_MS = 120_000;

type RecorderState = 'ready' | 'recording' | 'unavailable';

interface VoiceRecorderProps {
  /** The last recording, if the child has made one. */
  readonly recording: Blob | undefined;
  readonly onRecording: (recording: Blob) => void;
}

/**
 * Records the child's voice if the app may use a microphone, and lets the child listen to the recording before it is sent.
 */
export function VoiceRecorder({ recording, onRecording }: VoiceRecorderProps) {
  const state = useSignal<RecorderState>(
    'mediaDevices' in navigator && 'MediaRecorder' in globalThis ? 'ready' : 'unavailable',
  );
  const currentRecorder = useRef<MediaRecorder | undefined>(undefined);
  useEffect(() => () => discardRecording(currentRecorder.current), []);
  const begin = async () => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const mimeType = MediaRecorder.isTypeSupported('audio/webm') ? 'audio/webm' : 'audio/mp4';
      const recorder = new MediaRecorder(stream, { mimeType });
      const chunks: Blob[] = [];
      recorder.ondataavailable = ({ data }) => chunks.push(data);
      recorder.onstop = () => {
        stopMicrophone(recorder);
        state.value = 'ready';
        onRecording(new Blob(chunks, { type: mimeType }));
      };
      recorder.start();
      currentRecorder.current = recorder;
      state.value = 'recording';
      setTimeout(() => recorder.state === 'recording' && recorder.stop(), MAX_RECORDING_MS);
    } catch {
      state.value = 'unavailable'; // there is no microphone, or the child or the browser has refused access to it
    }
  };
  if (state.value === 'unavailable') return <p class="reading-text">{t('creative.noMicrophone')}</p>;
  const isRecording = state.value === 'recording';
  return (
    <>
      {isRecording && <p class="reading-text recording">{t('creative.recording')}</p>}
      {recording && !isRecording && <VoicePlayer recording={recording} />}
      <BigButton
        key="record"
        className={`${isRecording ? 'success' : 'secondary'} full-width`}
        icon={isRecording ? 'check' : 'microphone'}
        onClick={() => (isRecording ? currentRecorder.current?.stop() : void begin())}
      >
        {t(isRecording ? 'creative.stop' : recording ? 'creative.recordAgain' : 'creative.record')}
      </BigButton>
    </>
  );
}

/** Ends a recording without saving it, when the child leaves the screen. */
function discardRecording(recorder: MediaRecorder | undefined): void {
  if (!recorder) return;
  recorder.onstop = null;
  stopMicrophone(recorder);
}

function stopMicrophone({ stream }: MediaRecorder): void {
  for (const track of stream.getTracks()) track.stop();
}
