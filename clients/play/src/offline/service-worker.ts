import { reloadAt } from '../router.ts';

/** The pictures and sounds that the service worker has stored. */
const PICTURES = 'play-pictures';

/**
 * Installs the app on the device, so that it opens without a network. When a newer version has taken over, the next screen
 * other than a task loads it. Pages that are served over plain HTTP have no service worker.
 */
export async function installApp(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const wasControlled = serviceWorker.controller !== null;
  let changes = 0;
  serviceWorker.addEventListener('controllerchange', () => {
    changes += 1;
    if (wasControlled || changes > 1) reloadAt((path) => !path.startsWith('/play/task/'));
  });
  try {
    const registration = await serviceWorker.register('/play-sw.js', { scope: '/play', updateViaCache: 'none' });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => {}); // the next look may succeed
    });
  } catch {
    // Without it the app works as long as there is a network.
  }
}

/** Forgets the pictures and sounds that were shown. */
export async function deletePictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(PICTURES);
}
