import { parentPort, workerData } from 'node:worker_threads';
import { InvalidPackError } from '../content/index.ts';
import { loadContent } from './content-reload.ts';
import { keepPacks } from './good-packs.ts';

// The worker thread that reads, checks and caches changed packs while the service still uses the old ones, and keeps a copy of them.

parentPort?.postMessage(loadAndListErrors());

function loadAndListErrors(): readonly string[] {
  try {
    loadContent(workerData);
    keepPacks(workerData);
    return [];
  } catch (error) {
    if (error instanceof InvalidPackError) return error.errors;
    throw error;
  }
}
