import { parentPort } from 'node:worker_threads';
import { toMedium } from './convert.ts';

// The thread in which files of strangers are taken apart, one at a time (processor.ts).

parentPort?.on('message', async (sent: Uint8Array) => {
  const result = await toMedium(Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength));
  if (typeof result === 'string') return parentPort?.postMessage(result);
  const bytes = new Uint8Array(result.bytes); // memory of its own, which can be handed over
  parentPort?.postMessage({ ...result, bytes }, [bytes.buffer]);
});
