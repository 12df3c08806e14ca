import { inspect } from 'node:util';
import { convertUpload } from './convert.ts';
import type { ConversionMessage } from './processor.ts';

// The process that parses untrusted files, one at a time (processor.ts).

process.on('message', (upload: Uint8Array) => {
  convertUpload(Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength)).then(
    (result) => send(typeof result === 'string' ? { rejection: result } : { file: result }),
    (error: unknown) => send({ error: inspect(error) }),
  );
});
// A terminal and systemd send these signals to all processes of the service. The service itself ends this one, after the last upload.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL')); // the service has ended; exit() would wait for native code

function send(message: ConversionMessage): void {
  process.send?.(message);
}
