import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

// The baseline for the service: plain node:http, the same prepared SQL, and the cheapest correct check of a token (signature,
// expiry, live session). It has no validation, rate limits, logs or metrics.
const [file = '', key = '', port = '0'] = process.argv.slice(2);
const secret = Buffer.from(key, 'base64url');
const db = new DatabaseSync(file, { readOnly: true });
const session = db.prepare(
  'select s.profile_id, s.expires_at, s.revoked_at, p.role, p.language from sessions as s inner join profiles as p on p.id = s.profile_id where s.id = ?',
);
const profile = db.prepare(
  'select p.*, parent.email as linked_parent_email from profiles as p left join guardians as g on g.child_id = p.id and g.rank = 1 left join profiles as parent on parent.id = g.parent_id where p.id = ?',
);

createServer((request, response) => {
  const caller = callerOf(request.headers.authorization ?? '');
  if (!caller) return void response.writeHead(401).end();
  const row = profile.get(caller) as Record<string, unknown>;
  const { id, display_name, birth_year, language, role, skin, hair, hat, shirt, accessory } = row;
  const avatar_url = `http://127.0.0.1/avatars/${skin}.${hair}.${hat ?? '_'}.${shirt}.${accessory ?? '_'}.png?v=0123456789`;
  const { linked_parent_email, created_at } = row;
  const avatar = { skin, hair, hat, shirt, accessory };
  const data = { id, display_name, birth_year, language, role, avatar_url, avatar, linked_parent_email, created_at };
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify({ data }));
}).listen(Number(port), '127.0.0.1');
process.on('SIGINT', () => process.exit());

function callerOf(header: string): string | undefined {
  const [head = '', body = '', signature = ''] = header.slice('Bearer '.length).split('.');
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { sub, jti, exp } = JSON.parse(Buffer.from(body, 'base64url').toString());
  if (exp <= Date.now() / 1000) return undefined;
  const row = session.get(jti) as { revoked_at: string | null; expires_at: string } | undefined;
  return row && row.revoked_at === null && row.expires_at > new Date().toISOString() ? sub : undefined;
}
