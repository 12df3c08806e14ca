import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

// npm run dev: serves a family with six weeks of activity from demo/, starts again when a source changes, and prints the codes and links of
// emails.

const env = { ...process.env, DATA_DIR: 'demo', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' };
const serve = ['--watch', '--watch-path=src', 'src/app/start.js', 'serve'];
if (!existsSync('demo/family.db')) spawnSync(process.execPath, ['src/app/start.js', 'demo'], { env, stdio: 'inherit' });
mkdirSync('demo/mail', { recursive: true });
const shown = new Set<string>();
watch('demo/mail', (_, name) => {
  if (!name?.endsWith('.eml') || shown.has(name)) return;
  const text = readFileSync(join('demo/mail', name), 'utf8').replaceAll('=\r\n', '');
  const subject = /^Subject: (.*)/m.exec(text)?.[1]?.trim();
  const codeOrLink = /^\d{6}\r?$|^https?:\/\/\S+/m.exec(text)?.[0]?.trim();
  if (!subject) return; // it is being written
  shown.add(name);
  console.log(`\nAn email: ${subject}\n${codeOrLink ?? ''}\n`);
});
console.log('The service is at http://127.0.0.1:3000, the panel at /login, the app for children at /play.');
spawn(process.execPath, serve, { env, stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 0));
