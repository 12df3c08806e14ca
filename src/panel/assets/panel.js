// Small additions to htmx. Every page also works without JavaScript.

// After htmx has replaced the whole page, focus moves to the first invalid field or to the heading, so that keyboard and
// screen reader users start there, as after a normal page load. A fragment sets the focus itself, with autofocus.
document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
  if (ctx.target !== document.body) return;
  scrollToCurrentTab();
  document.documentElement.lang = /<html lang="([\w-]+)"/.exec(ctx.text)?.[1] ?? document.documentElement.lang;
  const invalidField = document.querySelector('[aria-invalid="true"]');
  if (invalidField) return invalidField.focus();
  const heading = document.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
});

// When a request receives no response, the page does not change except that it shows a message.
document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
  const notice = document.querySelector('#notice');
  if (!ctx?.request || !notice) return;
  const message = document.createElement('p');
  message.className = 'error';
  message.textContent = notice.dataset.networkError;
  notice.replaceChildren(message);
});

// A checkbox with data-check-all="name" checks or clears all checkboxes of that name in its form.
document.addEventListener('change', ({ target }) => {
  if (!target.matches('[data-check-all]')) return;
  for (const input of target.form.elements) if (input.name === target.dataset.checkAll) input.checked = target.checked;
});

// Scrolls the current child and the current tab to the center, because both lists scroll horizontally on narrow screens.
function scrollToCurrentTab() {
  for (const list of document.querySelectorAll('.chips, .tabs')) {
    const entry = list.querySelector('[aria-current]');
    if (entry) list.scrollLeft += entry.getBoundingClientRect().left - (list.clientWidth - entry.clientWidth) / 2;
  }
}
scrollToCurrentTab();
