import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly navigate: string;
}

/** A browser that has subscribed at the push service: what it gives the service, and the messages that it received and could decrypt. */
export interface PushBrowser {
  readonly endpoint: string;
  /** The JSON of its `PushSubscription`. */
  readonly subscription: string;
  readonly messages: PushMessage[];
  /** The headers of all requests, also of those that were refused. */
  readonly requests: IncomingHttpHeaders[];
  /** What the push service answers from now on. */
  answer: { status: number; headers?: Record<string, string> };
}

/**
 * Starts a push service (RFC 8030) without TLS. It checks that a message is signed with the VAPID key of the service (RFC 8292), and
 * decrypts it with the keys of the browser (RFC 8291), both without the library that the service uses.
 */
export async function startPushService() {
  const browsers = new Map<string, PushBrowser & { receive(body: Buffer): void }>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const browser = browsers.get(request.url ?? '');
    browser?.requests.push(request.headers);
    const answer = browser?.answer ?? { status: 404 };
    if (browser && answer.status === 201) {
      verifyVapid(request.headers.authorization ?? '', url);
      browser.receive(Buffer.concat(chunks));
    }
    response.writeHead(answer.status, answer.headers).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    createBrowser(): PushBrowser {
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const curve = createECDH('prime256v1');
      const p256dh = curve.generateKeys('base64url');
      const auth = randomBytes(16);
      const keys = { p256dh, auth: auth.toString('base64url') };
      const messages: PushMessage[] = [];
      const browser = {
        endpoint: url + path,
        subscription: JSON.stringify({ endpoint: url + path, expirationTime: null, keys }),
        messages,
        requests: [],
        answer: { status: 201 },
        receive: (body: Buffer) => void messages.push(JSON.parse(decrypt(body, curve, auth)).notification),
      };
      browsers.set(path, browser);
      return browser;
    },
    stop: () => server.close(),
  };
}

function verifyVapid(authorization: string, audience: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? assert.fail(authorization);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url'); // 0x04, x, y
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signed = Buffer.from(`${header}.${payload}`);
  const verifyKey = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  assert.ok(verify('sha256', signed, verifyKey, Buffer.from(signature, 'base64url')));
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  assert.equal(claims.aud, audience);
  assert.match(claims.sub, /^mailto:.+@.+/);
}

/** Decrypts a message of one record in the encoding aes128gcm (RFC 8188 and 8291). */
function decrypt(body: Buffer, browserCurve: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const serverKey = body.subarray(21, keyEnd);
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserCurve.getPublicKey(), serverKey]);
  const secret = derive(browserCurve.computeSecret(serverKey), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, 'Content-Encoding: nonce\0', 12));
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString(); // a record ends with 2 and padding
}
