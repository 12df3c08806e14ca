import { type Profiler, Session } from 'node:inspector/promises';

// Preloaded (`--import`) into a server that `npm run bench -- profile` measures. The bench starts and stops the CPU profile with
// messages, so that the profile does not include the start of the server.

const SAMPLING_INTERVAL_MICROSECONDS = 200;

const session = new Session();
session.connect();
process.on('message', (message) => {
  if (message === 'start-profile') void startProfile();
  if (message === 'stop-profile') void sendProfile();
});
process.channel?.unref(); // the listener must not keep a stopped server alive

async function startProfile(): Promise<void> {
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_MICROSECONDS });
  await session.post('Profiler.start');
  process.send?.('profile-started');
}

async function sendProfile(): Promise<void> {
  const { profile }: { profile: Profiler.Profile } = await session.post('Profiler.stop');
  process.send?.(profile);
}
