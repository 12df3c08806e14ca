import assert from 'node:assert/strict';
import { createCsrfToken } from '../../../src/platform/http/security/cross-site.ts';
import { createMultipartRequest, type Part } from '../files/multipart.ts';
import type { TestApp, TestResponse } from '../test-app.ts';

/** The fields of a form. A field with several values is a group of checkboxes. */
type Fields = Readonly<Record<string, string | readonly string[]>>;

/**
 * Opens pages and submits forms with their CSRF token as a browser does, without following redirects. `deviceName` becomes the
 * device cookie, so browsers with different names count as different devices. With null, it is the browser in which the parent signed in.
 */
export function createFormBrowser(app: TestApp, cookie: string, deviceName: string | null = 'home-browser') {
  const device =
    deviceName === null
      ? (/__Host-device=([^;]*)/.exec(cookie)?.[1] ?? assert.fail('no device cookie'))
      : deviceName.replaceAll(' ', '-').padEnd(32, '0'); // as long as a real device id
  const cookies = `__Host-device=${device}; ${cookie.replace(/(?:; )?__Host-device=[^;]*/, '')}`;
  const form_token = createCsrfToken(app.ctx, device);
  const send = (path: string, fields: Fields, from?: string): Promise<TestResponse> =>
    app.call('POST', path, {
      ...(from && { from }),
      cookie: cookies,
      raw: String(new URLSearchParams(Object.entries(fields).flatMap(toPairs))),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
  return {
    open: (path: string): Promise<TestResponse> => app.call('GET', path, { cookie: cookies }),
    submit: (path: string, fields: Fields = {}, from?: string) => send(path, { form_token, ...fields }, from),
    /** Submits a form with files. */
    submitParts: (
      path: string,
      fields: Readonly<Record<string, string>>,
      files: readonly Part[],
    ): Promise<TestResponse> => {
      const parts = Object.entries({ form_token, ...fields }).map(([name, body]) => ({ name, body }));
      const { raw, headers } = createMultipartRequest([...parts, ...files]);
      return app.call('POST', path, { cookie: cookies, raw, headers: { ...headers, 'sec-fetch-site': 'same-origin' } });
    },
    submitWithoutToken: (path: string, fields: Fields = {}) => send(path, fields),
  };
}

function toPairs([name, values]: [string, string | readonly string[]]): [string, string][] {
  return [values].flat().map((value) => [name, value]);
}

export function formatStatusAndLocation({ status, headers }: TestResponse): string {
  return `${status} ${headers.get('location') ?? ''}`;
}

export function assertRedirect(response: TestResponse, location: string): void {
  assert.equal(formatStatusAndLocation(response), `303 ${location}`);
}
