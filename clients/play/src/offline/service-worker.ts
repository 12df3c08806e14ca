import { reloadPageAt } from '../router.ts';

/** The pictures and sounds that the service worker has stored. */
const PICTURES = 'play-pictures';

/**
 * Installs the app on the device, so that it opens without a network. When a newer version has taken over, the app
 * reloads with the next screen that is not a task. Pages that are served over plain HTTP have no service worker.
 */
export async function installApp(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const wasControlled = serviceWorker.controller !== null;
  let changes = 0;
  serviceWorker.addEventListener('controllerchange', () => {
    changes += 1;
    if (wasControlled || changes > 1) reloadPageAt((path) => !path.startsWith('/play/task/'));
  });
  try {
    const registration = await serviceWorker.register('/play-sw.js', { scope: '/play', updateViaCache: 'none' });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => {}); // the next check may succeed
    });
  } catch {
    // Without it the app works as long as there is a network.
  }
}

/** Deletes the stored pictures and sounds. */
export async function deletePictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(PICTURES);
}
