// Telling parents at once. The form with data-push sends the subscription of the browser. It stays hidden where there is none.

const PUSH_WORKER = '/panel/push-worker.js';
const PUSH_SCOPE = '/panel/';

async function showPushForm() {
  const form = document.querySelector('form[data-push]');
  if (!form || !('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return;
  document.querySelector('[data-no-push]')?.setAttribute('hidden', '');
  const registration = await navigator.serviceWorker.getRegistration(PUSH_SCOPE);
  const subscription = await registration?.pushManager.getSubscription();
  const isKnown = 'subscribed' in form.dataset;
  if (subscription && !isKnown) await subscription.unsubscribe(); // the parent has removed the browser, or signed out
  form.hidden = Boolean(subscription) && isKnown;
}

async function subscribeToPush(form) {
  showPushError(form, undefined);
  try {
    if ((await Notification.requestPermission()) !== 'granted') return showPushError(form, 'denied');
    const registration = await navigator.serviceWorker.register(PUSH_WORKER, { scope: PUSH_SCOPE });
    await navigator.serviceWorker.ready;
    await (await registration.pushManager.getSubscription())?.unsubscribe(); // it may belong to an earlier key
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: form.dataset.push,
    });
    form.elements.subscription.value = JSON.stringify(subscription);
    form.requestSubmit();
    form.elements.subscription.value = '';
  } catch {
    showPushError(form, 'failed');
  }
}

function showPushError(form, name) {
  for (const message of form.querySelectorAll('[data-push-error]')) message.hidden = message.dataset.pushError !== name;
}

// Before htmx sees it, a form without a subscription asks for one.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target;
    if (!form.matches('[data-push]') || form.elements.subscription.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    subscribeToPush(form);
  },
  { capture: true },
);
document.addEventListener('htmx:after:swap', showPushForm);
showPushForm();
