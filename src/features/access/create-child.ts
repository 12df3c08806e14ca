import { createFieldError } from '../../core/requests/api-error.ts';
import type { Client, PanelParent } from '../../core/requests/caller.ts';
import { parseTimeZone } from '../../core/time/days.ts';
import { addSeconds, MINUTE } from '../../core/time/instant.ts';
import { localized } from '../../locales/index.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import {
  buildChild,
  type ChildDraft,
  checkChildLimit,
  insertFirstGuardian,
  insertProfile,
  listChildren,
  type Profile,
  recordConsent,
  requireChildBirthYear,
  requireNoAccountDeletion,
  validateName,
} from '../accounts/index.ts';
import { setFirstTimeZone } from '../progress/index.ts';
import { countAgainstIpAddressLimit } from './codes/ip-address-limits.ts';
import { requireOpenSession } from './open-sessions.ts';
import { isEasyPin } from './pins/easy-pins.ts';
import { hashPin } from './pins/pin-hash.ts';
import { insertPin } from './pins/pins-store.ts';
import { isPin } from './rules.ts';

/**
 * Hashes the PIN of a new child and returns a function that stores both in a transaction. There are two steps because hashing waits in a
 * queue and must not hold a transaction open. Refuses a PIN that is not four digits (400).
 */
export async function prepareNewChild(
  ctx: Context,
  child: Profile & { readonly birth_year: number | null },
  pin: string,
  client: Client,
): Promise<(ctx: TxContext) => Promise<void>> {
  if (!isPin(pin)) throw createFieldError('pin', localized.access.invalidPin);
  // Hashing waits in a queue. The time since the request arrived counts toward its maximum wait.
  const hash = await hashPin(ctx, pin, { client: client.address, waitedMs: client.msSinceArrival });
  return async (ctx) => {
    await countAgainstIpAddressLimit(ctx, 'registrations', client);
    await insertProfile(ctx, child);
    const easy_to_guess = Number(isEasyPin(pin, child.birth_year));
    await insertPin(ctx, { profile_id: child.id, hash, set_at: child.created_at, easy_to_guess });
  };
}

interface NewChild extends ChildDraft {
  readonly display_name: string;
  readonly pin: string;
  /** The time zone of the parent's browser, as the browser has sent it. */
  readonly time_zone?: string | undefined;
}

/** A child with the same name and birth year that was made so recently is the same one: the form was sent twice. */
const REPEAT_SECONDS = 2 * MINUTE;

/**
 * Creates a child in the panel, whose first guardian the parent becomes in the same transaction (decision 0074). The link needs no
 * wait and cannot be undone on a device, because nobody had the child before. Refuses invalid input, the birth
 * year of an adult and a PIN that is easy to guess (400).
 */
export async function createChildInPanel(
  ctx: Context,
  caller: PanelParent,
  { display_name, pin, time_zone, ...draft }: NewChild,
  client: Client,
): Promise<Profile> {
  const name = validateName(display_name);
  const child: Profile = { ...buildChild(ctx, draft), display_name: name, named_at: ctx.now() };
  requireChildBirthYear(ctx, draft.birth_year);
  if (isEasyPin(pin, child.birth_year)) throw createFieldError('pin', localized.access.easyPin);
  const timeZone = time_zone && parseTimeZone(time_zone); // a time zone that nobody knows refuses no child
  const save = await prepareNewChild(ctx, child, pin, client);
  return ctx.write(async (ctx) => {
    const parentId = caller.profileId;
    await requireOpenSession(ctx, caller);
    await requireNoAccountDeletion(ctx, parentId);
    const since = addSeconds(ctx.now(), -REPEAT_SECONDS);
    const sameChild = (await listChildren(ctx, parentId)).find(
      (other) => other.display_name === name && other.birth_year === child.birth_year && other.created_at > since,
    );
    if (sameChild) return sameChild;
    await save(ctx);
    await insertFirstGuardian(ctx, child.id, parentId);
    await checkChildLimit(ctx, parentId);
    await recordConsent(ctx, child.id, parentId);
    if (timeZone) await setFirstTimeZone(ctx, child.id, timeZone);
    ctx.logSecurity({ event: 'power-used', kind: 'new-child', subject: child.id, actor: parentId });
    return child;
  });
}
