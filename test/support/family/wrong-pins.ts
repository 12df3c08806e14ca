import { addSeconds, HOUR } from '../../../src/core/time/instant.ts';
import type { TestApp } from '../test-app.ts';

/**
 * Stores wrong PINs that were entered for a profile an hour ago, on unknown devices at the address `from`. So they count only for
 * budgets of a day.
 */
export async function addWrongPins(
  app: TestApp,
  profileId: string,
  count: number,
  from = '',
  deviceKey: string | null = null,
): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    id: app.ctx.random.timeOrderedId(),
    profile_id: profileId,
    lock_key: 'unknown',
    device_key: deviceKey,
    site_key: app.ctx.secrets.hashWithPepper('address', from),
    entered_at: addSeconds(app.ctx.now(), -HOUR),
    excused_at: null,
  }));
  await app.ctx.write(({ db }) => db.insertInto('wrong_pins').values(rows).execute());
}
