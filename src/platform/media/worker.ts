import { parentPort } from 'node:worker_threads';
import { convertUpload } from './convert.ts';

// The thread that parses untrusted files, one at a time (processor.ts).

parentPort?.on('message', async (upload: Uint8Array) => {
  const result = await convertUpload(Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength));
  if (typeof result === 'string') return parentPort?.postMessage(result);
  const bytes = new Uint8Array(result.bytes); // a copy in its own memory, which can be transferred
  parentPort?.postMessage({ ...result, bytes }, [bytes.buffer]);
});
