import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

const TAGS = [
  'img src=x',
  'svg',
  'body',
  'iframe src=//evil.example',
  'video><source',
  'details open',
  'input autofocus',
  'marquee',
  'audio src=x',
  'object data=x',
];
const HANDLERS = [
  'onerror',
  'onload',
  'onfocus',
  'ontoggle',
  'onstart',
  'onpointerenter',
  'hx-on:load',
  'hx-on::after:init',
];
/** Texts that would run or load something if they were shown as markup. */
export const PAYLOADS = [
  ...TAGS.flatMap((tag) => HANDLERS.map((handler) => `"'><${tag} ${handler}=alert(1)>`)),
  '<script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  'javascript:alert(1)',
  '<svg><script>alert(1)</script></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<hx-partial hx-target="body"><script>alert(1)</script></hx-partial>',
  '<div hx-get="/panel" hx-trigger="load" hx-target="body">x</div>',
  '<div hx-swap-oob="true" id="list">gone</div>',
  '<template hx type="partial" hx-target="body"><img src=x onerror=alert(1)></template>',
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  '<base href="//evil.example/">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>*{display:none}</style>',
  '<form action=//evil.example><button>x</button></form>',
  '{{constructor.constructor("alert(1)")()}}',
  `${'$'}{alert(1)}`, // "${alert(1)}", written so that the linter accepts it
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '<!--<img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '`-alert(1)-`',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
];

/**
 * Asserts that a page contains no scripts, event handlers, htmx attributes or URLs that the service has not created. In an email,
 * absolute URLs that start with `ownOrigin` are allowed.
 */
export async function assertNoInjectedMarkup(page: Page, pageName: string, ownOrigin = ''): Promise<void> {
  const injected = await page.evaluate((allowedOrigin) => {
    const elements = [...document.querySelectorAll('*')];
    const injectedElements = elements.filter((element) => {
      const hasHandler = element.getAttributeNames().some((name) => name.startsWith('on') || name.startsWith('hx-on'));
      const urls = ['src', 'href', 'action', 'data', 'hx-get', 'hx-post'].map((name) => element.getAttribute(name));
      const isOwnUrl = (url: string) =>
        /^(\/(?!\/)|#)/.test(url) || (allowedOrigin !== '' && url.startsWith(`${allowedOrigin}/`));
      // The head of an email has one style element, for dark mode.
      const isEmailStyle = allowedOrigin !== '' && element.matches('head > style:only-of-type');
      const hasForeignUrl = urls.some((url) => url !== null && !isOwnUrl(url));
      return (
        hasHandler ||
        hasForeignUrl ||
        (element.matches('script:not([src]), iframe, object, embed, base, style, marquee, math, [hx-trigger]') &&
          !isEmailStyle)
      );
    });
    return injectedElements.map((element) => element.outerHTML.slice(0, 120));
  }, ownOrigin);
  assert.deepEqual(injected, [], pageName);
}
