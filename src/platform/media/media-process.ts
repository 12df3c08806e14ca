import { inspect } from 'node:util';
import { convertUpload } from './convert.ts';
import type { ConversionMessage } from './processor.ts';

// This process parses untrusted files, one at a time. processor.ts starts it.

process.on('message', (upload: Uint8Array) => {
  convertUpload(Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength)).then(
    (result) => send(typeof result === 'string' ? { rejection: result } : { file: result }),
    (error: unknown) => send({ error: inspect(error) }),
  );
});
// A terminal and systemd send these signals to all processes of the service. This process ignores them, because the service itself
// ends it after the last upload.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL')); // the service has ended, and process.exit() would wait for native code

function send(message: ConversionMessage): void {
  process.send?.(message);
}
