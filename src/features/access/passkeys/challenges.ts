import type { Client, PanelParent } from '../../../core/requests/caller.ts';
import { addSeconds, MINUTE } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { hashToken } from '../../../platform/secrets/secrets.ts';
import { findProfile } from '../../accounts/index.ts';
import { requireFreshCode } from '../codes/confirm-session.ts';
import { countAgainstLimit } from '../codes/limits-store.ts';
import type { Limit } from '../rules.ts';
import { listPasskeys } from './passkeys-store.ts';

/** How long a browser may take to answer a challenge. */
const LIFETIME_SECONDS = 5 * MINUTE;
/** A used challenge stays counted for longer than it is valid. */
const USE_LIMIT: Limit = { name: 'passkey challenge', maxCount: 1, windowSeconds: 2 * LIFETIME_SECONDS };
/** The encrypted text begins with this, so that no other text that the service has encrypted is accepted as a challenge. */
const PREFIX = 'passkey-challenge';
/** EdDSA, ES256 and RS256, which all authenticators know one of. */
export const ALGORITHMS = [-8, -7, -257];

/** The name and the origin for which passkeys are valid. A browser refuses both on any other site. */
export function getRelyingParty({ settings }: Context): { readonly rpId: string; readonly origin: string } {
  return { rpId: new URL(settings.baseUrl).hostname, origin: settings.baseUrl };
}

/** Whose passkeys, and for which site, as authenticators store it. The id says nothing about the parent. */
export function getPasskeyUser(ctx: Context, { profileId }: PanelParent) {
  return { rpId: getRelyingParty(ctx).rpId, userId: Buffer.from(profileId).toString('base64url') };
}

/**
 * Creates a challenge for the browser of the request. It contains its end and its browser, encrypted with a random nonce, so that
 * nothing is stored for visitors who only open the sign-in page.
 */
function createChallenge({ secrets, now }: Context, { panelDeviceCookie = '' }: Client): string {
  return secrets.encrypt([PREFIX, addSeconds(now(), LIFETIME_SECONDS), panelDeviceCookie].join(' '));
}

/** Whether the service has created the challenge for this browser and it is still valid. It may have been used. */
export function isValidChallenge({ secrets, now }: Context, { panelDeviceCookie }: Client, challenge: string): boolean {
  try {
    const [prefix, expiresAt = '', deviceCookie] = secrets.decrypt(challenge).split(' ');
    return prefix === PREFIX && now() < expiresAt && deviceCookie === panelDeviceCookie;
  } catch {
    return false; // forged, or encrypted with a key that has been removed
  }
}

/** Uses up a challenge. Returns false if it was used before. */
export async function spendChallenge(ctx: TxContext, challenge: string): Promise<boolean> {
  return (await countAgainstLimit(ctx, USE_LIMIT, hashToken(challenge))).isWithinLimit;
}

/**
 * Builds what a browser needs to ask for a passkey (`PublicKeyCredential.parseRequestOptionsFromJSON`): one of this parent's, or
 * before the sign-in any that it knows for this site.
 */
export async function buildPasskeyRequest(ctx: Context, caller: PanelParent | undefined, client: Client) {
  return {
    challenge: createChallenge(ctx, client),
    rpId: getRelyingParty(ctx).rpId,
    allowCredentials: caller ? await listDescriptors(ctx, caller.profileId) : [],
    userVerification: 'required',
    timeout: LIFETIME_SECONDS * 1000,
  };
}

/** Builds what a browser needs to create a passkey (`PublicKeyCredential.parseCreationOptionsFromJSON`). Refused without a fresh proof (403). */
export async function buildPasskeyCreation(ctx: Context, caller: PanelParent, client: Client) {
  await requireFreshCode(ctx, caller);
  const { rpId, userId } = getPasskeyUser(ctx, caller);
  const email = (await findProfile(ctx, caller.profileId))?.email ?? '';
  return {
    challenge: createChallenge(ctx, client),
    rp: { id: rpId, name: 'Family Learning' },
    user: { id: userId, name: email, displayName: email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: await listDescriptors(ctx, caller.profileId),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: LIFETIME_SECONDS * 1000,
  };
}

async function listDescriptors(ctx: Context, profileId: string) {
  const passkeys = await listPasskeys(ctx, profileId);
  return passkeys.map(({ id, transports }) => ({
    type: 'public-key',
    id,
    transports: transports.split(',').filter((transport) => transport !== ''),
  }));
}
