// What HTML cannot say by itself. Without this file, and without htmx, every page works whole.

// Another page came in place: who hears or steers it by keys begins at its heading, as after any link. A part of a page
// that came in place says itself, by autofocus, where the eye should go.
document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
  if (ctx.target !== document.body) return;
  showTab();
  document.documentElement.lang = /<html lang="([\w-]+)"/.exec(ctx.text)?.[1] ?? document.documentElement.lang;
  const wrong = document.querySelector('[aria-invalid="true"]');
  if (wrong) return wrong.focus();
  const heading = document.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
});

// Nothing came back: the page stays as it was, and says so.
document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
  const place = document.querySelector('#notice');
  if (!ctx?.request || !place) return;
  const words = document.createElement('p');
  words.className = 'problem';
  words.textContent = place.dataset.lost;
  place.replaceChildren(words);
});

// One box that ticks all the others of its form.
document.addEventListener('change', ({ target }) => {
  if (!target.matches('[data-all]')) return;
  for (const box of target.form.elements) if (box.name === target.dataset.all) box.checked = target.checked;
});

// Of a row of tabs that is wider than the screen, the one that is open is in sight.
function showTab() {
  const tab = document.querySelector('.tabs [aria-current]');
  const row = tab?.closest('.tabs');
  if (row) row.scrollLeft += tab.getBoundingClientRect().left - (row.clientWidth - tab.clientWidth) / 2;
}
showTab();
