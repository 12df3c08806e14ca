// The service worker of the panel. It shows messages, and stores nothing: the panel always needs the network.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { notification } = event.data.json();
  const { title, navigate, ...options } = notification;
  event.waitUntil(
    self.registration.showNotification(title, {
      ...options,
      renotify: true, // a message that replaces another one is heard as well
      icon: '/apple-touch-icon.png',
      data: { url: new URL(navigate).pathname },
    }),
  );
});

// Opens the page in the panel if it is open, or else in a new window. Whoever is not signed in signs in first.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});

async function openPage(url) {
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    try {
      return await (await client.navigate(url)).focus();
    } catch {
      // not a page of the panel: the next one, or a new window
    }
  }
  return self.clients.openWindow(url);
}
