import { csrfToken } from '../../../src/platform/http/security/csrf.ts';
import type { TestApp, TestResponse } from '../test-app.ts';

/** Submits forms with their token as a browser does, without following redirects. */
export function formBrowser(app: TestApp, cookie: string, name = 'the browser at home') {
  const device = name.replaceAll(' ', '-').padEnd(32, '0'); // as long as a real one
  const cookies = `__Host-device=${device}; ${cookie.replace(/(?:; )?__Host-device=[^;]*/, '')}`;
  const form_token = csrfToken(app.ctx, device);
  const send = (path: string, fields: Readonly<Record<string, string>>): Promise<TestResponse> =>
    app.call('POST', path, {
      cookie: cookies,
      raw: String(new URLSearchParams(fields)),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
  return {
    open: (path: string): Promise<TestResponse> => app.call('GET', path, { cookie: cookies }),
    submit: (path: string, fields: Readonly<Record<string, string>> = {}) => send(path, { form_token, ...fields }),
    submitWithoutToken: (path: string, fields: Readonly<Record<string, string>> = {}) => send(path, fields),
  };
}

export function statusAndLocation({ status, headers }: TestResponse): string {
  return `${status} ${headers.get('location') ?? ''}`;
}
