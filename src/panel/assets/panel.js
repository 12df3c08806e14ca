// Small additions to htmx. Every page also works without JavaScript.

// After htmx has replaced the whole page, focus moves to the first invalid field or to the heading, so that keyboard and
// screen reader users start there, as after a normal page load. A fragment sets the focus itself, with autofocus.
document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
  if (ctx.target !== document.body) return;
  scrollToCurrentTab();
  fillTimeZone();
  showPinPictures();
  document.documentElement.lang = /<html lang="([\w-]+)"/.exec(ctx.text)?.[1] ?? document.documentElement.lang;
  const invalidField = document.querySelector('[aria-invalid="true"]');
  if (invalidField) return invalidField.focus();
  const heading = document.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
});

// When a request receives no response, the page does not change except that it shows a message: next to the button of the form,
// which is on the screen, or else at the top.
document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
  const notice = document.querySelector('#notice');
  if (!ctx?.request || !notice) return;
  const message = document.createElement('p');
  message.className = 'error';
  message.textContent = notice.dataset.networkError;
  const place = findErrorPlace(ctx.sourceElement) ?? notice;
  place.replaceChildren(message);
  place.scrollIntoView({ block: 'nearest' });
});

// An error that is about no field is shown next to the button, too. When the session has ended, what was entered is kept
// for the page to which signing in returns.
document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
  if (ctx.response.status === 401) keepEntries(ctx.sourceElement);
  if (ctx.hx?.retarget === '#notice') ctx.hx.retarget = findErrorPlace(ctx.sourceElement) ?? '#notice';
});

function findErrorPlace(form) {
  if (form?.localName !== 'form') return undefined;
  let place = form.querySelector('.form-error');
  if (!place) {
    place = document.createElement('div');
    place.className = 'form-error';
    place.setAttribute('role', 'alert');
    form.append(place);
  }
  return place;
}

const KEPT_ENTRIES = 'kept entries';
// PINs and codes are not kept: others could read them in the browser.
const listEntries = (form) =>
  [...form.elements].filter(
    ({ name, type }) => name && !/pin|code/.test(name) && !['hidden', 'password', 'submit', 'file'].includes(type),
  );

function keepEntries(form) {
  if (form?.localName !== 'form') return;
  const entries = listEntries(form).map(({ value, checked }) => ({ value, checked }));
  sessionStorage.setItem(KEPT_ENTRIES, JSON.stringify({ action: form.getAttribute('action'), entries }));
}

function restoreEntries() {
  const { action, entries } = JSON.parse(sessionStorage.getItem(KEPT_ENTRIES) ?? '{}');
  const forms = [...document.forms].filter((candidate) => candidate.getAttribute('action') === action);
  const form = forms.find((candidate) => listEntries(candidate).length === entries?.length);
  if (!form) return;
  sessionStorage.removeItem(KEPT_ENTRIES);
  for (const [i, element] of listEntries(form).entries()) Object.assign(element, entries[i]);
  for (let parent = form; parent; parent = parent.parentElement) if (parent.localName === 'details') parent.open = true;
  for (const details of form.querySelectorAll('details')) details.open = true;
  form.querySelector('button')?.focus();
}
restoreEntries();

// A button with data-count="Approve 0 selected" says how many checkboxes of its form are checked. A style sheet hides it if none is.
// Buttons that approve several items count those that still wait, each of which has a checkbox.
function countApprovals() {
  const bulk = document.querySelector('#bulk');
  if (!bulk) return;
  const button = bulk.querySelector('[data-count]');
  const boxes = [...bulk.elements].filter(({ type }) => type === 'checkbox');
  const count = boxes.filter(({ checked }) => checked).length;
  bulk.dataset.selected = count;
  button.textContent = button.dataset.count.replace('0', count);
  const waiting = new Set(boxes.map(({ value }) => value));
  for (const input of document.querySelectorAll('.review-form [name="chosen"]'))
    if (!waiting.has(input.value)) input.remove();
  for (const form of document.querySelectorAll('[data-approve-all]')) {
    const left = form.querySelectorAll('[name="chosen"]').length;
    form.hidden = left === 0;
    showCount(form.querySelector('button'), left);
  }
  for (const heading of document.querySelectorAll('.part-heading h2'))
    showCount(heading, heading.parentElement.nextElementSibling.querySelectorAll('[form="bulk"]').length);
}
function showCount(element, count) {
  element.textContent = element.textContent.replace(/\d+/, count);
}
countApprovals();
document.addEventListener('change', countApprovals);
document.addEventListener('htmx:after:swap', countApprovals);

// A button with data-print prints the page.
document.addEventListener('click', ({ target }) => {
  if (target.closest('[data-print]')) window.print();
});

// The pictures of a PIN: a tap adds a digit to the input, and four places show the pictures of its digits.
const getPinInput = (pad) => pad.form.elements.pin;

function showPinPictures() {
  const pad = document.querySelector('.pin-pictures');
  if (!pad) return;
  pad.disabled = false;
  const { firstYear } = pad.dataset;
  pad.hidden = firstYear !== undefined && !(pad.form.elements.birth_year.value >= firstYear);
  const digits = getPinInput(pad).value.replaceAll(/\D/g, '');
  const places = Array.from({ length: 4 }, (_, i) => {
    const picture = pad.querySelector(`[data-digit="${digits[i]}"] img`);
    return picture ? picture.cloneNode() : document.createElement('span');
  });
  pad.querySelector('.chosen').replaceChildren(...places);
}
showPinPictures();
document.addEventListener('input', showPinPictures);
document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-digit], [data-clear-pin]');
  if (!button) return;
  const input = getPinInput(button.closest('.pin-pictures'));
  const digit = button.dataset.digit;
  if (digit === undefined) input.value = '';
  else if (input.value.length < input.maxLength) input.value += digit;
  showPinPictures();
});

// Scrolls the current entry of each list that scrolls horizontally to the center.
function scrollToCurrentTab() {
  for (const list of document.querySelectorAll('.chips ul, .tabs ul, .main-nav ul')) {
    const entry = list.querySelector('[aria-current]');
    if (entry) list.scrollLeft += entry.getBoundingClientRect().left - (list.clientWidth - entry.clientWidth) / 2;
  }
}
scrollToCurrentTab();

// The times of a new child are in the time zone of this browser until the child's device says more.
function fillTimeZone() {
  const input = document.querySelector('input[name="time_zone"]');
  if (input) input.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
fillTimeZone();
