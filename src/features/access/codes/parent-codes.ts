import { createHash } from 'node:crypto';
import { generateLinkingCode, generateManagerCode, type RandomInt } from '../../../core/one-time-codes.ts';
import type { PanelParent, Parent } from '../../../core/requests/caller.ts';
import { addSeconds, type Instant, MINUTE } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { NonEmpty } from '../../../platform/secrets/secrets.ts';
import { requireOpenSession } from '../open-sessions.ts';
import { LIFETIME_SECONDS } from '../rules.ts';
import { insertCode, listValidCodes } from './codes-store.ts';

const PARENT_CODES = {
  manager: { generate: generateManagerCode, lifetimeSeconds: LIFETIME_SECONDS.managerCode },
  linking: { generate: generateLinkingCode, lifetimeSeconds: LIFETIME_SECONDS.linkingCode },
  tablet: { generate: generateLinkingCode, lifetimeSeconds: LIFETIME_SECONDS.tabletCode },
};

interface ParentCode {
  readonly code: string;
  readonly expires_at: Instant;
}

/** Creates a linking code or a manager code. Each identifies the parent without an email address. */
export async function issueParentCode(
  ctx: Context,
  purpose: 'linking' | 'manager',
  caller: Parent | PanelParent,
): Promise<ParentCode> {
  return ctx.write(async (ctx) => {
    await requireOpenSession(ctx, caller);
    return insertParentCode(ctx, purpose, caller.profileId, {
      code: PARENT_CODES[purpose].generate(ctx.random.int),
      id: ctx.random.timeOrderedId(),
    });
  });
}

/** A code with less time than this is replaced when a page is to show one. */
const MIN_SHOWN_SECONDS = 5 * MINUTE;

/** Returns the code that a page of the panel shows, and creates it first if there is none that is valid for a while. */
export async function ensureShownCode(
  ctx: Context,
  purpose: 'linking' | 'tablet',
  caller: PanelParent,
): Promise<ParentCode> {
  return ctx.write(async (ctx) => {
    await requireOpenSession(ctx, caller);
    const shown = await findShownCode(ctx, purpose, caller.profileId);
    if (shown && shown.expires_at > addSeconds(ctx.now(), MIN_SHOWN_SECONDS)) return shown;
    const id = ctx.random.timeOrderedId();
    return insertParentCode(ctx, purpose, caller.profileId, { code: deriveCode(ctx, purpose, id), id });
  });
}

/**
 * Finds the valid code that the panel shows. Only the hash of a code is stored. So that a page can show it again, this code is derived
 * from the id of its row, with a key that is not in the database.
 */
export async function findShownCode(
  ctx: Context,
  purpose: 'linking' | 'tablet',
  parentId: string,
): Promise<ParentCode | undefined> {
  const codes = await listValidCodes(ctx, { purpose, subject: parentId });
  return codes
    .reverse()
    .map(({ id, digest, expires_at }) => ({ code: deriveCode(ctx, purpose, id), digest, expires_at }))
    .find(({ code, digest }) => computeParentCodeDigests(ctx, purpose, code).includes(digest));
}

function deriveCode({ secrets }: Context, purpose: 'linking' | 'tablet', id: string): string {
  const bytes = createHash('sha256')
    .update(secrets.hashWithPepper(`shown ${purpose} code`, id))
    .digest();
  let offset = -4;
  const pickNext: RandomInt = (below) => {
    offset += 4;
    return bytes.readUInt32BE(offset) % below;
  };
  return PARENT_CODES[purpose].generate(pickNext);
}

async function insertParentCode(
  ctx: TxContext,
  purpose: keyof typeof PARENT_CODES,
  subject: string,
  { code, id }: { readonly code: string; readonly id: string },
): Promise<ParentCode> {
  const created_at = ctx.now();
  const expires_at = addSeconds(created_at, PARENT_CODES[purpose].lifetimeSeconds);
  const [digest] = computeParentCodeDigests(ctx, purpose, code.replace('-', ''));
  await insertCode(ctx, { id, purpose, subject, digest, link_digest: null, created_at, expires_at });
  return { code, expires_at };
}

/**
 * The keyed hashes under which a code may be stored, the one with the newest secret first. `code` has no dash, as the parsers in
 * `core/one-time-codes` return it.
 */
export function computeParentCodeDigests(
  { secrets }: Context,
  purpose: keyof typeof PARENT_CODES,
  code: string,
): NonEmpty<string> {
  return secrets.hashWithAllKeys(`${purpose} code`, code);
}
