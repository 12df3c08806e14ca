// Small additions to htmx. Every page also works without JavaScript.

// After htmx has replaced the whole page, focus moves to the first invalid field, to a field or an Undo button with autofocus or to the
// heading, so that keyboard and screen reader users start there, as after a normal page load. A fragment sets the focus itself.
document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
  if (ctx.target !== document.body) return;
  showChosenIdea();
  fillTimeZone();
  showPinPictures();
  document.documentElement.lang = /<html lang="([\w-]+)"/.exec(ctx.text)?.[1] ?? document.documentElement.lang;
  const field =
    document.querySelector('[aria-invalid="true"]') ??
    document.querySelector('main :is(input, .flash button)[autofocus]');
  if (field) return field.focus();
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

// A field with an error of its own shows that, in place of the browser's bubble, until something is entered.
function showFieldError(field, isShown) {
  const error = document.getElementById(`${field?.id}-error`);
  if (!error) return false;
  error.hidden = !isShown;
  field.ariaInvalid = String(isShown);
  if (isShown) field.setAttribute('aria-describedby', error.id);
  else field.removeAttribute('aria-describedby');
  return true;
}
// The form to send something back has one question. Where its answer is chosen already, no keyboard covers the screen of a phone. An answer
// that opens comes into sight.
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target.open && target.matches('.send-back')) target.querySelector('input:required, button').focus();
    if (target.open && target.matches('.together .other-way')) target.scrollIntoView({ block: 'nearest' });
  },
  true,
);

const FIELDS_WITH_ERRORS = '.send-back input, #assign-title, #assign-who';
document.addEventListener(
  'invalid',
  (event) => {
    const { target } = event;
    if (!target.matches(FIELDS_WITH_ERRORS) || !showFieldError(target, true)) return;
    event.preventDefault();
    if (target.form.querySelector('input:invalid') === target) target.focus();
  },
  true,
);
document.addEventListener('input', ({ target }) => {
  chooseChild(target);
  requireChild();
  const field = target.closest('.who')?.querySelector('input') ?? target;
  if (field.matches(FIELDS_WITH_ERRORS)) showFieldError(field, false);
});

// A parent who adds a to-do on the page of the family has to choose a child.
function requireChild() {
  const all = document.querySelector('#assign-who');
  if (all) all.required = !!document.querySelector('#assign-who-error') && !document.querySelector('.who :checked');
}
// The next to-do there, or one with an idea, is for the children who were chosen last. A name takes the place of all children.
const CHOSEN_CHILDREN = 'chosen children';
function chooseChild({ checked, value, form, name }) {
  if (name !== 'child_ids') return;
  const boxes = [...form.elements.child_ids];
  if (checked) for (const box of boxes) box.checked &&= (box.value === 'all') === (value === 'all');
  const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
  sessionStorage.setItem(CHOSEN_CHILDREN, chosen.join(' '));
}
function restoreChildren() {
  const chosen = sessionStorage.getItem(CHOSEN_CHILDREN)?.split(' ');
  const boxes = [...document.querySelectorAll('.who:has(#assign-who-error) input')];
  if (chosen && boxes.some(({ value }) => chosen.includes(value)))
    for (const box of boxes) box.checked = chosen.includes(box.value);
  requireChild();
}
restoreChildren();
document.addEventListener('htmx:after:swap', restoreChildren);

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

// Buttons that decide on several items, and groups, count the items that still wait: an outcome has replaced the others.
const isWaiting = (item) => item && !item.matches('.review-outcome');
const setNumber = (node, number) => {
  node.data = node.data.replace(/\d+/, number);
};
function countApprovals() {
  for (const form of document.querySelectorAll('form:has([name="chosen"])')) {
    for (const input of form.querySelectorAll('[name="chosen"]')) {
      if (!isWaiting(document.getElementById(input.value.replace(' ', '-')))) input.remove();
    }
    const left = form.querySelectorAll('[name="chosen"]').length;
    const sendBack = form.closest('.send-back');
    if (left === 0) (sendBack ?? form).remove();
    const button = (sendBack ?? form).querySelector('summary, button');
    setNumber(button.firstChild, left);
    button.ariaLabel = button.ariaLabel.replace(/\d+/, left);
  }
  for (const group of document.querySelectorAll('.line:has(.repeat)'))
    setNumber(
      group.querySelector('.times').firstChild,
      [...group.querySelectorAll('.repeat')].filter(isWaiting).length,
    );
}
countApprovals();
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

// On a phone, the ideas for a to-do are a line that scrolls.
function showChosenIdea() {
  document.querySelector('.presets [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
showChosenIdea();

// The times of a new child are in the time zone of this browser until the child's device says more.
function fillTimeZone() {
  const input = document.querySelector('input[name="time_zone"]');
  if (input) input.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
fillTimeZone();
