// Adds to the API reference: search, copying, opening objects and errors in place, marking the current heading in the contents,
// and colors in code. The page also works without this script.
const reference = document.querySelector('.reference');
const contents = reference.querySelector('nav');
const contentsLinks = new Map([...contents.querySelectorAll('li a')].map((link) => [link.hash.slice(1), link]));

// A part is prepared shortly before it becomes visible, because preparing all parts at the start would delay scrolling.
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      preparePart(target);
    }
  },
  { rootMargin: '600px' },
);
for (const part of reference.querySelectorAll('.endpoint, .object-definition, section > pre')) observer.observe(part);

function preparePart(part) {
  for (const code of part.matches('pre') ? [part] : part.querySelectorAll('.examples pre')) {
    highlight(code);
    addCopyButton(code);
  }
  makeObjectsExpandable(part);
  if (part.matches('.endpoint')) makeErrorsSelectable(part);
}

function addCopyButton(code) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  const heading = code.previousElementSibling;
  if (heading?.matches('h4')) heading.append(button);
  else code.before(button);
}

// Replaces the links to objects with buttons. A button shows the fields of the object below the button.
function makeObjectsExpandable(part) {
  for (const link of part.querySelectorAll('a.object')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'object';
    button.textContent = link.textContent;
    button.dataset.object = link.hash.slice(1);
    button.setAttribute('aria-expanded', 'false');
    const hadFocus = document.activeElement === link; // the Tab key can reach a part before it is visible
    link.replaceWith(button);
    if (hadFocus) button.focus();
  }
}
reference.addEventListener('click', ({ target }) => {
  const button = target.closest('button.object');
  if (!button) return;
  const isOpen = button.getAttribute('aria-expanded') === 'true';
  button.setAttribute('aria-expanded', String(!isOpen));
  const id = button.dataset.object;
  const container = button.closest('dt')?.nextElementSibling ?? button.closest('p');
  if (isOpen) {
    const siblings = container.matches('dd') ? [...container.children] : [container.nextElementSibling];
    return siblings.find((element) => element.dataset.shows === id)?.remove();
  }
  const original = document.getElementById(id).parentElement;
  const copy = document.createElement('div');
  copy.className = 'opened-object';
  copy.dataset.shows = id;
  copy.append(...[...original.children].slice(1).map((child) => child.cloneNode(true)));
  for (const openedObject of copy.querySelectorAll('.opened-object')) openedObject.remove();
  makeObjectsExpandable(copy); // the original may not have been prepared yet
  for (const nested of copy.querySelectorAll('button.object')) nested.setAttribute('aria-expanded', 'false');
  if (container.matches('dd')) container.append(copy);
  else container.after(copy);
});

// Makes the links to the errors of an endpoint show the recorded error in place of the successful response, or hide it again.
function makeErrorsSelectable(endpoint) {
  const example = [...endpoint.querySelectorAll('.examples pre')].at(-1);
  const heading = [...endpoint.querySelectorAll('.examples h4')].at(-1);
  const successfulResponse = { title: heading.firstChild.data, text: example.textContent };
  for (const link of endpoint.querySelectorAll('a.error-link')) {
    link.setAttribute('role', 'button');
    link.setAttribute('aria-pressed', 'false');
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const isShown = link.getAttribute('aria-pressed') === 'true';
      for (const errorLink of endpoint.querySelectorAll('a.error-link'))
        errorLink.setAttribute('aria-pressed', 'false');
      link.setAttribute('aria-pressed', String(!isShown));
      const recorded = document
        .getElementById(decodeURIComponent(link.hash.slice(1)))
        .parentElement.querySelector('pre');
      heading.firstChild.data = isShown ? successfulResponse.title : `Response ${link.textContent}`;
      example.textContent = isShown ? successfulResponse.text : recorded.textContent;
      highlight(example);
    });
  }
}

// Opens the closed `details` element that contains the target of the URL's hash.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target?.closest('details');
  if (details) details.open = true;
}
addEventListener('hashchange', openTarget);
openTarget();

// Marks the heading of the visible part in the contents.
const headings = [...reference.querySelectorAll('div > section > h2, .endpoint > h3')].filter(({ id }) =>
  contentsLinks.has(id),
);
// The current heading is the last one above this distance from the top of the window, in pixels.
const CURRENT_HEADING_MAX_TOP = 120;
// A link closer than this to the top or bottom of the sidebar, in pixels, is scrolled into view.
const [SIDEBAR_MARGIN_TOP, SIDEBAR_MARGIN_BOTTOM] = [80, 20];
let markedHeading;
function markCurrentHeading() {
  const heading = headings.findLast((candidate) => getTop(candidate) < CURRENT_HEADING_MAX_TOP) ?? headings[0];
  if (heading === markedHeading) return;
  contentsLinks.get(markedHeading?.id)?.removeAttribute('aria-current');
  markedHeading = heading;
  const link = contentsLinks.get(markedHeading.id);
  link.setAttribute('aria-current', 'true');
  const { top, bottom } = link.getBoundingClientRect();
  const visibleArea = contents.getBoundingClientRect();
  const isSidebar = getComputedStyle(contents).position === 'sticky';
  const isInView = top >= visibleArea.top + SIDEBAR_MARGIN_TOP && bottom <= visibleArea.bottom - SIDEBAR_MARGIN_BOTTOM;
  if (isSidebar && !isInView) contents.scrollTop += top - visibleArea.top - visibleArea.height / 3;
}

// For the heading of an endpoint, measures the section of the endpoint. Measuring the heading would force the browser to lay out
// endpoints that are not visible, and the layout of all endpoints would take most of a second on a slow phone.
function getTop(heading) {
  return (heading.closest('.endpoint') ?? heading).getBoundingClientRect().top;
}

let isFrameRequested = false;
addEventListener(
  'scroll',
  () => {
    if (isFrameRequested) return;
    isFrameRequested = true;
    requestAnimationFrame(() => {
      isFrameRequested = false;
      markCurrentHeading();
    });
  },
  { passive: true },
);
requestAnimationFrame(markCurrentHeading); // runs together with the first layout, so that it does not cause a second layout

// The search shows only the entries whose part contains all words. "/" focuses the search field, and Enter opens the first
// entry.
const searchForm = contents.querySelector('.search');
const searchField = searchForm.querySelector('input');
const resultCount = searchForm.querySelector('output');
const textById = new Map();
function getText(id) {
  if (!textById.has(id)) {
    const part = document.getElementById(id).closest('section');
    const elements = part.matches('.endpoint')
      ? [part]
      : [...part.children].filter((child) => !child.matches('.endpoint'));
    textById.set(
      id,
      elements
        .map(({ textContent }) => textContent.replaceAll('\u200b', '')) // the zero-width spaces at which paths may wrap
        .join(' ')
        .toLowerCase(),
    );
  }
  return textById.get(id);
}
function search() {
  const words = searchField.value.toLowerCase().split(/\s+/).filter(Boolean);
  let foundCount = 0;
  for (const [id, link] of contentsLinks) {
    const isFound = words.every((word) => getText(id).includes(word));
    link.parentElement.hidden = !isFound && !link.parentElement.querySelector('li');
    link.parentElement.classList.toggle('found', isFound && words.length > 0);
    if (isFound) foundCount += 1;
  }
  for (const group of contents.querySelectorAll('li:has(> ul)'))
    group.hidden = !group.querySelector('li:not([hidden])') && !group.classList.contains('found') && words.length > 0;
  resultCount.textContent = words.length > 0 ? `${foundCount} found` : '';
}
searchForm.hidden = false;
searchField.addEventListener('input', search);
searchForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const firstLink = [...contents.querySelectorAll('li.found > a')].find((link) => link.checkVisibility());
  if (searchField.value && firstLink) location.hash = firstLink.hash;
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.matches('input')) return;
  event.preventDefault();
  searchField.focus();
});

// Colors names, strings and variables in code with the CSS Custom Highlight API, which adds no elements.
const NAMES_AND_STRINGS = /(?<name>"[^"\n]*"(?=:))|(?<string>"[^"\n]*"|'[^'\n]*')/g;
const VARIABLES = /(?<variable>\$\w+|\$\(\w+\))/g;
function highlight(code) {
  const text = code.firstChild;
  if (!text || !globalThis.CSS?.highlights) return;
  for (const pattern of [NAMES_AND_STRINGS, VARIABLES])
    for (const { index, 0: found, groups } of text.data.matchAll(pattern)) {
      const kind = `code-${Object.keys(groups).find((group) => groups[group] !== undefined)}`;
      if (!CSS.highlights.has(kind)) CSS.highlights.set(kind, new Highlight());
      const end = index + found.length;
      const range = { startContainer: text, startOffset: index, endContainer: text, endOffset: end };
      CSS.highlights.get(kind).add(new StaticRange(range));
    }
}
