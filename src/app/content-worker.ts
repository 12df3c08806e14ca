import { parentPort, workerData } from 'node:worker_threads';
import { InvalidPack } from '../content/index.ts';
import { loadContent } from './content-reload.ts';

// The thread that reads changed packs while the service goes on with the old ones (content-reload.ts).

parentPort?.postMessage(mistakes());

function mistakes(): readonly string[] {
  try {
    loadContent(workerData);
    return [];
  } catch (error) {
    if (error instanceof InvalidPack) return error.mistakes;
    throw error;
  }
}
