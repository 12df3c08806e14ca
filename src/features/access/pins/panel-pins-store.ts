import type { Context, TxContext } from '../../../platform/context.ts';

/** A parent in one browser: the panel PIN is valid only there. */
export interface ParentInBrowser {
  readonly profileId: string;
  /** The keys under which the browser may be stored. */
  readonly deviceKeys: readonly string[];
}

/** The panel PIN of a parent in a browser, and whether the parent has a passkey; undefined if the browser does not know the parent. */
export async function findPanelPin({ db }: Context, { profileId, deviceKeys }: ParentInBrowser) {
  if (deviceKeys.length === 0) return undefined;
  return db
    .selectFrom('saved_profiles')
    .select(({ exists, selectFrom }) => [
      'panel_pin_hash',
      'panel_pin_tries',
      'first_saved_at',
      'offer_declined_at',
      exists(selectFrom('passkeys').select('id').whereRef('passkeys.profile_id', '=', 'saved_profiles.profile_id')).as(
        'has_passkey',
      ),
    ])
    .where('device_key', 'in', deviceKeys)
    .where('profile_id', '=', profileId)
    .orderBy('saved_at', 'desc')
    .orderBy('device_key')
    .limit(1)
    .executeTakeFirst();
}

/** Stores a panel PIN, or removes it if `hash` is null. Returns false if the browser does not know the parent. */
export async function updatePanelPin(ctx: TxContext, browser: ParentInBrowser, hash: string | null): Promise<boolean> {
  const { numUpdatedRows } = await updateBrowser(ctx, browser)
    .set({ panel_pin_hash: hash, panel_pin_tries: 0 })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateOfferDeclined(ctx: TxContext, browser: ParentInBrowser): Promise<void> {
  if (browser.deviceKeys.length === 0) return;
  await updateBrowser(ctx, browser).set({ offer_declined_at: ctx.now() }).execute();
}

/** Counts a try unless there have been `maxTries`. Returns the hash and the number of this try; undefined if there is no try left. */
export async function countPanelPinTry(ctx: TxContext, browser: ParentInBrowser, maxTries: number) {
  return updateBrowser(ctx, browser)
    .set((eb) => ({ panel_pin_tries: eb('panel_pin_tries', '+', 1) }))
    .where('panel_pin_hash', 'is not', null)
    .where('panel_pin_tries', '<', maxTries)
    .returning(['panel_pin_hash as hash', 'panel_pin_tries as tries'])
    .executeTakeFirst();
}

/** Subtracts a try whose PIN could not be compared. */
export async function refundPanelPinTry(ctx: TxContext, browser: ParentInBrowser): Promise<void> {
  await updateBrowser(ctx, browser)
    .set((eb) => ({ panel_pin_tries: eb('panel_pin_tries', '-', 1) }))
    .where('panel_pin_tries', '>', 0)
    .execute();
}

/** Gives all tries back. With `hash`, only if that is still the PIN; returns false if it is not. */
export async function resetPanelPinTries(ctx: TxContext, browser: ParentInBrowser, hash?: string): Promise<boolean> {
  const update = updateBrowser(ctx, browser).set({ panel_pin_tries: 0 });
  const { numUpdatedRows } = await (hash === undefined
    ? update
    : update.where('panel_pin_hash', '=', hash)
  ).executeTakeFirst();
  return numUpdatedRows > 0n;
}

function updateBrowser({ db }: TxContext, { profileId, deviceKeys }: ParentInBrowser) {
  return db.updateTable('saved_profiles').where('profile_id', '=', profileId).where('device_key', 'in', deviceKeys);
}
