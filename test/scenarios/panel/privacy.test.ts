import assert from 'node:assert/strict';
import { testWithApp } from '../../support/test-app.ts';

testWithApp(
  'everybody can read the privacy notice in their language, with the name and the address of the operator',
  async (app) => {
    const open = async (language: string) => {
      const response = await fetch(`${app.url}/privacy`, { headers: { 'accept-language': language } });
      assert.equal(response.status, 200);
      return response.text();
    };
    const pages = await Promise.all(['en', 'es', 'pl', 'uk'].map(open));
    const childrenHeadings = [/For children/, /Para niños y niñas/, /Dla dzieci/, /Для дітей/];
    for (const [i, page] of pages.entries()) {
      assert.match(page, childrenHeadings[i] ?? assert.fail());
      assert.match(page, /Little School &amp; Sons/);
      assert.match(page, /href="mailto:privacy@example.org"/);
    }
    assert.match(await (await fetch(`${app.url}/`)).text(), /href="\/privacy"/);
    assert.match(await (await fetch(`${app.url}/robots.txt`)).text(), /Allow: \/privacy\$/);
  },
  { env: { OPERATOR_NAME: 'Little School & Sons', OPERATOR_CONTACT: 'privacy@example.org' } },
);
