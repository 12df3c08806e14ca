import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PanelParent } from '../../../src/core/requests/caller.ts';
import { addPasskey, buildPasskeyRequest } from '../../../src/features/access/index.ts';
import { CLIENT_WITHOUT_DEVICE } from '../client.ts';
import type { TestApp } from '../test-app.ts';

/** The flags of authenticator data: somebody was there, the authenticator has checked who, and a new public key follows. */
const [PRESENT, VERIFIED, NEW_KEY] = [1, 4, 64];

/** What an authenticator or a browser that cannot be trusted may change in an answer. */
interface Forgery {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly userHandle?: string | undefined;
  readonly counter?: number;
  /** Nobody has proved to the authenticator who they are. */
  readonly isUnverified?: true;
  /** An attestation other than "none". */
  readonly format?: string;
}

type Options = Pick<Awaited<ReturnType<typeof buildPasskeyRequest>>, 'challenge'> & { readonly user?: { id: string } };

/** An authenticator with one passkey (ES256), and the browser that asks it. */
export function createAuthenticator(app: TestApp) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = encodeCbor(new Map<unknown, unknown>([[1, 2], [3, -7], [-1, 1], [-2, decode(x)], [-3, decode(y)]])); // biome-ignore format: a table
  const credentialId = randomBytes(32);
  const id = encode(credentialId);
  let owner: string | undefined;
  const buildClientData = (type: string, { challenge }: Options, forgery: Forgery) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: app.url, crossOrigin: false, ...pick(forgery) }));
  const buildAuthenticatorData = (
    flags: number,
    { rpId, counter = 0, isUnverified }: Forgery,
    rest = Buffer.alloc(0),
  ) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | PRESENT | (isUnverified ? 0 : VERIFIED));
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId ?? new URL(app.url).hostname), head, rest]);
  };
  const answer = (response: object) => JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }); // biome-ignore format: one line
  return {
    id,
    /** Creates the passkey, as `navigator.credentials.create` does. */
    create(options: Options, forgery: Forgery = {}): string {
      owner = options.user?.id;
      const length = Buffer.from([0, credentialId.length]);
      const rest = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const attestation = new Map<unknown, unknown>([
        ['fmt', forgery.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', buildAuthenticatorData(NEW_KEY, forgery, rest)],
      ]);
      return answer({
        clientDataJSON: encode(buildClientData('webauthn.create', options, forgery)),
        attestationObject: encode(encodeCbor(attestation)),
        transports: ['internal', 'hybrid'],
      });
    },
    /** Signs with the passkey, as `navigator.credentials.get` does. */
    get(options: Options, forgery: Forgery = {}): string {
      const clientData = buildClientData('webauthn.get', options, forgery);
      const authenticatorData = buildAuthenticatorData(0, forgery);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return answer({
        clientDataJSON: encode(clientData),
        authenticatorData: encode(authenticatorData),
        signature: encode(signature),
        userHandle: 'userHandle' in forgery ? forgery.userHandle : owner,
      });
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** The client with the device cookie of a session. */
function getBrowserClient(cookie: string) {
  return { ...CLIENT_WITHOUT_DEVICE, panelDeviceCookie: /__Host-device=([^;]*)/.exec(cookie)?.[1] };
}

/** The fields of the form with which a parent adds the passkey of a new authenticator. */
export async function createPasskeyFields(app: TestApp, caller: PanelParent & { readonly cookie: string }) {
  const options = await buildPasskeyRequest(app.ctx, caller, getBrowserClient(caller.cookie));
  return { name: 'My phone', passkey: createAuthenticator(app).create(options) };
}

/** Adds the passkey of a new authenticator. */
export async function addTestPasskey(
  app: TestApp,
  caller: PanelParent & { readonly cookie: string },
  chosenName?: string,
): Promise<void> {
  const { name, passkey: answer } = await createPasskeyFields(app, caller);
  await addPasskey(app.ctx, caller, { name: chosenName ?? name, answer }, getBrowserClient(caller.cookie));
}

function pick({ origin, challenge, type }: Forgery) {
  return { ...(origin && { origin }), ...(challenge && { challenge }), ...(type && { type }) };
}

const encode = (bytes: Buffer) => bytes.toString('base64url');
const decode = (text: string) => Buffer.from(text, 'base64url');
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Encodes whole numbers, bytes, texts and maps. */
function encodeCbor(value: unknown): Buffer {
  const head = (major: number, n: number) => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  const entries = [...(value as Map<unknown, unknown>)]; // no other type is encoded
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(encodeCbor)]);
}
