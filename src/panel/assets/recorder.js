// Recordings of phrases. Where there may be a microphone, a form with data-recorder records instead of asking for a file.

const MAX_RECORDING_MS = 20_000;
let recorder; // a MediaRecorder, because one phrase is recorded at a time
let isAsking = false; // whether the browser asks if the page may use the microphone

const getRecordParts = (form) => {
  const [fileParts, record, stop] = [form.querySelector('span'), ...form.querySelectorAll('button[type="button"]')];
  return { fileParts, record, stop, file: form.elements.files };
};

function showRecordButtons() {
  if (!navigator.mediaDevices || !window.MediaRecorder) return;
  for (const form of document.querySelectorAll('[data-recorder]')) {
    const { fileParts, record, stop } = getRecordParts(form);
    fileParts.hidden = true;
    record.hidden = form.matches('.recording');
    stop.hidden = !record.hidden;
  }
}

async function recordPhrase(form) {
  const { file, stop, fileParts } = getRecordParts(form);
  let stream;
  isAsking = true;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch {
    document.querySelector('[data-no-microphone]').hidden = false;
    fileParts.hidden = false;
    return;
  } finally {
    isAsking = false;
  }
  const type = MediaRecorder.isTypeSupported('audio/webm') ? 'audio/webm' : 'audio/mp4';
  const chunks = [];
  recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: 48_000 });
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  recorder.addEventListener('stop', () => {
    for (const track of stream.getTracks()) track.stop();
    recorder = undefined;
    form.classList.remove('recording');
    showRecordButtons();
    if (!form.isConnected) return;
    const transfer = new DataTransfer();
    transfer.items.add(new File(chunks, 'recording', { type }));
    file.files = transfer.files;
    form.requestSubmit();
    file.value = '';
  });
  recorder.start();
  form.classList.add('recording');
  showRecordButtons();
  stop.focus();
  const started = recorder;
  setTimeout(() => started.state === 'recording' && started.stop(), MAX_RECORDING_MS);
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-recorder] button[type="button"]');
  if (!button || isAsking) return;
  if (recorder) recorder.stop();
  if (button === getRecordParts(button.form).record) recordPhrase(button.form);
});
document.addEventListener('htmx:after:swap', showRecordButtons);
showRecordButtons();
