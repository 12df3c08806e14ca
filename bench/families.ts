import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { plusSeconds } from '../src/core/instant.ts';
import { loadSecrets } from '../src/platform/secrets.ts';
import { readSettings } from '../src/platform/settings.ts';
import { createTokens } from '../src/platform/tokens.ts';

/** Fills the database of a data folder with children, each linked and signed in; gives tokens of a thousand of them. */
export async function fillFamilies(folder: string, children: number): Promise<{ tokens: string[]; floorKey: string }> {
  const secrets = loadSecrets(readSettings({ DATA_DIR: folder }));
  const now = new Date().toISOString();
  const expiresAt = plusSeconds(now, 86_400);
  const db = new DatabaseSync(join(folder, 'family.db'));
  db.exec('begin');
  db.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into profiles (id, role, display_name, pseudonym, birth_year, language, email, skin, hair, hat, shirt, accessory, created_at)
     select 'parent' || i, 'parent', 'Parent', null, null, 'en', 'parent' || i || '@example.org', 'skin-honey', 'hair-none', null, 'tee-red', null, ? from n
     union all
     select 'child' || i, 'child', 'Brave Otter 41', 'Brave Otter 41', 2017, 'en', null, 'skin-honey', 'hair-none', null, 'tee-red', null, ? from n`,
  ).run(children, now, now);
  db.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into guardians (child_id, parent_id, rank, linked_at) select 'child' || i, 'parent' || i, 1, ? from n`,
  ).run(children, now);
  db.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into sessions (id, profile_id, device_key, created_at, expires_at, revoked_at) select 'session' || i, 'child' || i, null, ?, ?, null from n`,
  ).run(children, now, expiresAt);
  db.exec('commit; analyze');
  db.close();

  const { sign } = createTokens(secrets.tokenKeys);
  const step = Math.max(1, Math.floor(children / 1000));
  const tokens = Array.from({ length: Math.min(1000, children) }, (_, n) => {
    const i = n * step + 1;
    return sign({ sub: `child${i}`, role: 'child', jti: `session${i}` }, now, expiresAt);
  });
  return { tokens, floorKey: secrets.tokenKeys[0]?.key.toString('base64url') ?? '' };
}
