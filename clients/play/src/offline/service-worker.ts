import { scheduleReload } from '../router.ts';

/** The cache in which the service worker stores pictures and sounds. The name must be the same in worker/service-worker.ts. */
const MEDIA_CACHE = 'play-pictures';

/**
 * Registers the service worker, which stores the app on the device, so that the app opens without a network. When a newer
 * version of the worker has taken over, the app reloads at the next navigation to a screen that is not a task. Browsers support
 * service workers only over HTTPS and on localhost.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // The first service worker of a page that had none is not an update, so it does not reload the page.
  const hadServiceWorker = serviceWorker.controller !== null;
  let controllerChangeCount = 0;
  serviceWorker.addEventListener('controllerchange', () => {
    controllerChangeCount += 1;
    if (hadServiceWorker || controllerChangeCount > 1) scheduleReload((path) => !path.startsWith('/play/task/'));
  });
  try {
    const registration = await serviceWorker.register('/play-sw.js', { scope: '/play', updateViaCache: 'none' });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => {}); // the next check may succeed
    });
  } catch {
    // Without a service worker, the app works as long as there is a network.
  }
}

/** Deletes the stored pictures and sounds. */
export async function deleteMediaCache(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(MEDIA_CACHE);
}
