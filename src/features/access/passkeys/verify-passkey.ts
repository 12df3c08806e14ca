import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Client } from '../../../core/requests/caller.ts';
import type { Context } from '../../../platform/context.ts';
import type { PasskeyRow } from '../../../schema/tables.ts';
import { ALGORITHMS, getRelyingParty, isValidChallenge } from './challenges.ts';
import { findPasskey } from './passkeys-store.ts';

// The library is loaded when a challenge of the service has been answered, because it takes 30 MB of memory.

/** The answer of a browser as JSON (`PublicKeyCredential.toJSON`), and the challenge in it, of which nothing is known yet. */
interface Answer<R> {
  readonly response: R;
  readonly challenge: string;
}

/** Finds the passkey with which a browser has answered and checks the answer. Returns undefined if anything is wrong with it. */
export async function verifyPasskeyUse(ctx: Context, client: Client, text: string, callerId?: string) {
  const answer = parseAnswer<AuthenticationResponseJSON>(ctx, client, text);
  const passkey = answer && (await findAnsweringPasskey(ctx, answer.response, callerId));
  if (!passkey) return undefined;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { id, counter, public_key } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...getExpectations(ctx, answer),
      credential: { id, counter, publicKey: Buffer.from(public_key, 'base64url') },
    });
    return verified ? { passkey, challenge: answer.challenge, counter: authenticationInfo.newCounter } : undefined;
  } catch {
    return undefined; // the library throws for whatever is wrong, such as another origin or a counter that has not grown
  }
}

/** Checks the answer of a browser that has created a passkey. Returns undefined if anything is wrong with it. */
export async function verifyNewPasskey(ctx: Context, client: Client, text: string) {
  const answer = parseAnswer<RegistrationResponseJSON>(ctx, client, text);
  if (!answer) return undefined;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const response = await withoutAttestation(answer.response);
    const { registrationInfo } = await verifyRegistrationResponse({
      ...getExpectations(ctx, { ...answer, response }),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    const public_key = Buffer.from(publicKey).toString('base64url');
    return { challenge: answer.challenge, passkey: { id, public_key, counter, transports: readTransports(response) } };
  } catch {
    return undefined; // the library throws for whatever is wrong
  }
}

function getExpectations<R>(ctx: Context, { response, challenge }: Answer<R>) {
  const { rpId, origin } = getRelyingParty(ctx);
  return {
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  };
}

/** Parses an answer to a challenge that the service has created for this browser. */
function parseAnswer<R>(ctx: Context, client: Client, text: string): Answer<R> | undefined {
  try {
    const response = JSON.parse(text);
    const { challenge } = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString());
    return isValidChallenge(ctx, client, challenge) ? { response, challenge } : undefined;
  } catch {
    return undefined; // no JSON, or no answer of a browser
  }
}

/** The owner of a passkey is the caller or, before the sign-in, whom the authenticator names. If both are known, they are the same. */
async function findAnsweringPasskey(ctx: Context, { id, response }: AuthenticationResponseJSON, callerId?: string) {
  const { userHandle } = response;
  const namedId = typeof userHandle === 'string' ? Buffer.from(userHandle, 'base64url').toString() : undefined;
  const profileId = callerId ?? namedId;
  if (profileId === undefined || (namedId ?? profileId) !== profileId) return undefined;
  return isToken(profileId) && isToken(id) ? findPasskey(ctx, profileId, id) : undefined;
}

function isToken(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{1,1400}$/.test(text); // a credential id has at most 1023 bytes
}

/**
 * Removes the statement about the make of the authenticator. The service does not ask for it, and the library would parse its
 * certificates and load lists of revoked ones from the addresses in them.
 */
async function withoutAttestation(answer: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const bytes = Buffer.from(answer.response.attestationObject, 'base64url');
  const authData = decodeAttestationObject(bytes).get('authData');
  const statement = new Map<string, unknown>([['fmt', 'none'], ['attStmt', new Map()], ['authData', authData]]); // biome-ignore format: a short table
  const attestationObject = Buffer.from(isoCBOR.encode(statement as never)).toString('base64url'); // the types of CBOR are narrower
  return { ...answer, response: { ...answer.response, attestationObject } };
}

/** How browsers reach the authenticator. They only help the browser to ask the right one, so those of an unknown form are left out. */
function readTransports({ response }: RegistrationResponseJSON): PasskeyRow['transports'] {
  const transports: unknown = response.transports;
  const names = Array.isArray(transports) ? transports : [];
  return names.filter((name) => /^[a-z-]{1,20}$/.test(String(name))).slice(0, 8).join(','); // biome-ignore format: one line
}
