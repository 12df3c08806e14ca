// Passkeys. A form with data-passkey="get" or "create" sends the answer of an authenticator. It stays hidden where there are none.

const CHALLENGE_RENEWAL_MS = 4 * 60_000; // before a challenge ends
let openRequest; // an AbortController, because a browser has one open request at most

function showPasskeyForms() {
  for (const form of document.querySelectorAll('form[data-passkey][hidden]')) {
    if (!canUsePasskeys(form)) continue;
    form.hidden = false;
    for (const hint of document.querySelectorAll('[data-no-passkeys]')) hint.hidden = true;
    if ('autofill' in form.dataset) offerInAutofill(form);
  }
}

// Tells the device which passkeys the account has, so that it no longer suggests those that were removed.
function reportPasskeys() {
  const { rpId, userId, passkeys } = document.querySelector('[data-passkeys]')?.dataset ?? {};
  if (passkeys === undefined) return;
  const allAcceptedCredentialIds = passkeys.split(' ').filter(Boolean);
  // Only a courtesy: nothing depends on whether the device removes them.
  window.PublicKeyCredential?.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }).catch(
    () => {},
  );
}

// Browsers allow no passkeys for an IP address. At another name of the service they would refuse those of its own name.
function canUsePasskeys({ dataset: { rpId } }) {
  const hasJson = typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
  return hasJson && rpId === location.hostname && !/^[\d.]+$|:/.test(rpId);
}

// The browser suggests passkeys at the field for the email address. It waits for as long as the page is open.
async function offerInAutofill(form) {
  if (await PublicKeyCredential.isConditionalMediationAvailable?.()) requestPasskey(form, 'conditional');
}

async function requestPasskey(form, mediation) {
  openRequest?.abort();
  openRequest = new AbortController();
  const { signal } = openRequest;
  const isVisible = mediation === undefined;
  if (isVisible) showPasskeyError(form, undefined);
  else setTimeout(() => signal.aborted || requestPasskey(form, mediation), CHALLENGE_RENEWAL_MS);
  try {
    const response = await fetch(form.dataset.options);
    if (!response.ok) throw new Error(`status ${response.status}`);
    const options = await response.json();
    const credential =
      form.dataset.passkey === 'create'
        ? await navigator.credentials.create({
            signal,
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
          })
        : await navigator.credentials.get({
            signal,
            mediation,
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
          });
    const field = form.querySelector('[data-passkey-answer]');
    field.value = JSON.stringify(credential);
    form.requestSubmit();
    field.value = ''; // a second tap asks for the passkey again
  } catch (error) {
    if (signal.aborted || !isVisible) return;
    showPasskeyError(form, error.name === 'InvalidStateError' ? 'known' : 'failed');
  }
}

function showPasskeyError(form, name) {
  for (const message of form.querySelectorAll('[data-passkey-error]'))
    message.hidden = message.dataset.passkeyError !== name;
}

// Before htmx sees it, a form without an answer asks for one.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target;
    if (!form.matches('[data-passkey]') || form.querySelector('[data-passkey-answer]').value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    requestPasskey(form);
  },
  { capture: true },
);
function start() {
  showPasskeyForms();
  reportPasskeys();
}
document.addEventListener('htmx:after:swap', start);
start();
