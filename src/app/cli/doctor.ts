import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { freemem } from 'node:os';
import { dirname, join } from 'node:path';
import { connect } from 'node:tls';
import { InvalidPackError } from '../../content/index.ts';
import { limitTime } from '../../platform/concurrency/time-limit.ts';
import {
  assertMigrated,
  getSqliteFile,
  openDatabaseReadOnly,
  PendingMigrationsError,
  redactDatabaseUrl,
} from '../../platform/database/index.ts';
import { hasUnfinishedMove } from '../../platform/database/move.ts';
import { createSmtpTransporter, createTransport } from '../../platform/email/transport.ts';
import { MIN_FREE_DISK_BYTES, readDisk } from '../../platform/observability/disk.ts';
import { createLog } from '../../platform/observability/log.ts';
import { InvalidSettingsError, isLoopback, readSettings, SETTINGS, type Settings } from '../../platform/settings.ts';
import { loadContent } from '../content-reload.ts';
import { findKeptPacks } from '../good-packs.ts';
import { assertSecretsExistAndMatch, openConfiguredBucket, readFolderId } from '../installation/installation.ts';
import { findInstallation } from '../installation/installation-store.ts';
import { explainStartError } from '../start-errors.ts';
import { VERSION } from '../version.ts';
import { getBackupAge, MANIFEST_FILE, parseBackupName } from './backup/backup.ts';
import { findNewestBackup, openBackupPlace } from './backup/backup-place.ts';
import { formatCount } from './format-count.ts';

// What an operator asks when something is wrong: `admin doctor`, `admin config` and `admin send-test-email`.

/** How long one check may take. */
const TIME_LIMIT_MS = 15_000;
const MIN_FREE_MEMORY_BYTES = 200 * 1024 ** 2;
/** Each connection needs a file descriptor, and Node and the database need some. */
const MIN_OPEN_FILES = 8192;
const MIN_CERTIFICATE_DAYS = 14;
const MAX_CLOCK_DIFFERENCE_SECONDS = 5;
const DAY_MS = 86_400_000;
const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  'SECRET_KEYS',
  'PIN_PEPPER',
  'METRICS_TOKEN',
  'OPERATOR_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'BACKUP_PASSPHRASE',
]);

type Environment = NodeJS.ProcessEnv;

/** What a check has found. `advice` says what to do. */
interface Finding {
  readonly status: 'ok' | 'warning' | 'error' | 'skipped';
  readonly message: string;
  readonly advice?: string;
}

const ok = (message: string): Finding => ({ status: 'ok', message });
const skipped = (message: string): Finding => ({ status: 'skipped', message });
const warn = (message: string, advice: string): Finding => ({ status: 'warning', message, advice });
const fail = (message: string, advice: string): Finding => ({ status: 'error', message, advice });

interface Check {
  readonly run: (settings: Settings) => Finding | Promise<Finding>;
  readonly advice: string;
}

/** The checks, in the order in which they are printed. What a check throws is an error with its advice. */
const CHECKS = {
  'data folder': { run: checkDataFolder, advice: 'Set DATA_DIR to a folder of the user that runs the service.' },
  database: { run: checkDatabase, advice: 'Check DATABASE_URL, and that the database server runs.' },
  packs: { run: checkPacks, advice: 'Set CONTENT_DIR to the folder of the content packs.' },
  disk: { run: checkDisk, advice: 'Set DATA_DIR to an existing folder.' },
  memory: { run: checkMemory, advice: 'Free some memory.' },
  'open files': { run: checkOpenFiles, advice: 'Raise LimitNOFILE of systemd, or run "ulimit -n 8192".' },
  email: { run: checkEmail, advice: 'Check SMTP_URL: host, port, user and password. Port 465 needs smtps://.' },
  files: { run: checkBucket, advice: 'Check the S3 settings, and that the key may read, write and delete.' },
  backup: { run: checkBackup, advice: 'Check BACKUP_DIR or the BACKUP_S3 settings.' },
  redis: {
    run: checkRedis,
    advice: 'Check REDIS_URL. Until Redis answers, each process counts alone for the rate limits.',
  },
  proxy: { run: checkProxy, advice: 'Check TRUST_PROXY.' },
  address: { run: checkAddress, advice: 'Check BASE_URL, the DNS name, the proxy, and that the service runs.' },
  certificate: { run: checkCertificate, advice: 'Check the certificate of the proxy and its renewal.' },
} satisfies Record<string, Check>;

/** Checks everything that the service needs, prints what to do, and sets exit code 1 if something is wrong. */
export async function examine(environment: Environment, { json = false }: { readonly json?: boolean }): Promise<void> {
  const findings = await listFindings(environment);
  if (json) console.log(JSON.stringify({ version: VERSION, checks: findings }, null, 2));
  else for (const finding of findings) console.log(formatFinding(finding));
  if (findings.some(({ status }) => status === 'error')) process.exitCode = 1;
}

async function listFindings(environment: Environment): Promise<(Finding & { readonly check: string })[]> {
  let settings: Settings;
  try {
    settings = readSettings(environment);
  } catch (error) {
    if (!(error instanceof InvalidSettingsError)) throw error;
    return [{ check: 'settings', ...fail(error.message, 'Correct these settings. The README lists all of them.') }];
  }
  const findings = Object.entries(CHECKS).map(async ([check, { run, advice }]) => {
    const finding = limitTime(TIME_LIMIT_MS, Promise.resolve(settings).then(run));
    return { check, ...(await finding.catch((error: unknown) => fail(explainStartError(error, settings), advice))) };
  });
  return [{ check: 'settings', ...ok('valid') }, ...(await Promise.all(findings))];
}

const MARKS = { ok: '✓', warning: '!', error: '✗', skipped: '-' } as const;

function formatFinding({ check, status, message, advice }: Finding & { readonly check: string }): string {
  return `${MARKS[status]} ${check}: ${message}${advice ? `\n    ${advice}` : ''}`;
}

function checkDataFolder({ dataDir, secretKeys, pinPepper }: Settings): Finding {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder) return warn(`${dataDir} does not exist yet`, 'The first start creates it.');
  const user = process.getuid?.();
  if (user !== undefined && folder.uid !== user)
    return fail(
      `${dataDir} belongs to the user ${folder.uid}, not ${user}`,
      'Run this command as the user of the service.',
    );
  const secretFiles = [...(secretKeys ? [] : ['secret-key']), ...(pinPepper ? [] : ['pin-pepper'])];
  const readable = secretFiles
    .map((name) => join(dataDir, name))
    .filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
  return readable.length > 0
    ? fail(`other users may read ${readable.join(' and ')}`, `Run: chmod 600 ${readable.join(' ')}`)
    : ok(dataDir);
}

async function checkDatabase(settings: Settings): Promise<Finding> {
  const name = redactDatabaseUrl(settings.databaseUrl);
  const file = getSqliteFile(settings.databaseUrl);
  if (file !== undefined && !existsSync(file)) return warn(`${file} does not exist yet`, 'The first start creates it.');
  await using database = await openDatabaseReadOnly(settings.databaseUrl);
  if (await hasUnfinishedMove(database)) return fail(`the move into ${name} is not complete`, 'Run the command again.');
  try {
    await assertMigrated(database);
  } catch (error) {
    if (!(error instanceof PendingMigrationsError)) throw error;
    return warn(`${name} is new, or of an earlier release`, error.message);
  }
  const installation = await findInstallation(database);
  if (!installation) return warn(`${name} has not been used yet`, 'The first start prepares it.');
  const folderId = readFolderId(settings);
  if (folderId !== undefined && folderId !== installation.id)
    return fail(
      `${name} and ${settings.dataDir} belong to different installations`,
      'See "One database, one folder" in docs/operations.md.',
    );
  assertSecretsExistAndMatch(settings, installation);
  return ok(`${name}, migrated, with its own folder and secrets`);
}

function checkPacks(settings: Settings): Finding {
  try {
    return ok(`${loadContent(settings).tasks.size} tasks in ${settings.contentDir}`);
  } catch (error) {
    if (!(error instanceof InvalidPackError)) throw error;
    const message = `${formatCount(error.errors.length, 'error')} in ${settings.contentDir}, such as ${error.errors[0]}`;
    return findKeptPacks(settings) === undefined
      ? fail(message, 'Run "content check". The service does not start with these packs.')
      : fail(
          message,
          'Run "content check". Until they are corrected, the service serves the last packs without errors.',
        );
  }
}

async function checkDisk({ dataDir }: Settings): Promise<Finding> {
  const folder = existsSync(dataDir) ? dataDir : dirname(dataDir);
  const { freeBytes, sizeBytes } = await readDisk(folder);
  const message = `${formatBytes(freeBytes)} of ${formatBytes(sizeBytes)} are free in ${folder}`;
  return freeBytes < MIN_FREE_DISK_BYTES ? warn(message, 'Make room: on a full disk, nothing is saved.') : ok(message);
}

function checkMemory(): Finding {
  const message = `${formatBytes(freemem())} are available`;
  return freemem() < MIN_FREE_MEMORY_BYTES
    ? warn(message, 'The service needs about 150 MB for each process.')
    : ok(message);
}

function checkOpenFiles(): Finding {
  const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  const message = `${limit ?? 'unlimited'} files may be open`;
  return Number(limit ?? MIN_OPEN_FILES) < MIN_OPEN_FILES ? warn(message, CHECKS['open files'].advice) : ok(message);
}

async function checkEmail({ smtpUrl, dataDir }: Settings): Promise<Finding> {
  if (smtpUrl === null) return warn(`emails are saved in ${join(dataDir, 'mail')}`, 'Set SMTP_URL to send them.');
  const transporter = await createSmtpTransporter(smtpUrl);
  try {
    await transporter.verify();
  } finally {
    transporter.close();
  }
  return ok(`${new URL(smtpUrl).host} accepts the sign-in`);
}

/** Stores a file, reads it and deletes it. */
async function checkBucket(settings: Settings): Promise<Finding> {
  const bucket = await openConfiguredBucket(settings, createLog('silent'));
  if (!bucket) return skipped('no bucket: files are stored in DATA_DIR');
  const name = `doctor-${randomUUID()}.txt`;
  await bucket.files.put(name, Buffer.from(name));
  const stored = await bucket.files.get(name);
  await bucket.files.remove(name);
  return stored?.toString() === name
    ? ok(`a file was stored in ${bucket.url}, read and deleted`)
    : fail(`${bucket.url} returned something else than what was stored`, 'Look at the S3 store.');
}

async function checkBackup(settings: Settings): Promise<Finding> {
  const place = await openBackupPlace(settings);
  if (!place) return warn('BACKUP_DIR is not set', 'Set it, and run "admin backup" every day.');
  const newest = await findNewestBackup(place);
  if (!newest) {
    const hasOlder = (await place.listNames()).length > 0;
    return warn(
      `there is none ${hasOlder ? `with a ${MANIFEST_FILE}` : 'yet'} in ${place.location}`,
      'Run "admin backup".',
    );
  }
  const { hours, isTooOld } = getBackupAge(parseBackupName(newest.name), new Date().toISOString());
  const message = `the newest one in ${place.location} is ${formatCount(hours, 'hour')} old`;
  return isTooOld ? fail(message, 'Check why "admin backup" no longer runs every day.') : ok(message);
}

async function checkRedis({ redisUrl }: Settings): Promise<Finding> {
  if (redisUrl === null) return skipped('REDIS_URL is not set');
  const { pingRedis } = await import('../../platform/request-counter/redis-counter.ts');
  await pingRedis(redisUrl);
  return ok(`${new URL(redisUrl).host} answers`);
}

function checkProxy({ baseUrl, trustProxy }: Settings): Finding {
  return baseUrl.startsWith('https:') && trustProxy.length === 0
    ? warn(
        'BASE_URL uses https, but TRUST_PROXY is not set: all clients seem to have the address of the proxy',
        'Set TRUST_PROXY to the address of the proxy, or to loopback if it runs on this machine.',
      )
    : ok(trustProxy.length > 0 ? `X-Forwarded-For of ${trustProxy.join(', ')} counts` : 'no proxy');
}

/** Asks the service by the name that families use. The response also tells the time. */
async function checkAddress({ baseUrl }: Settings): Promise<Finding> {
  const response = await fetch(`${baseUrl}/healthz`, { redirect: 'manual' }).catch((error: Error) => error);
  if (response instanceof Error) {
    const message = `nothing answers at ${baseUrl} (${getCauseMessage(response)})`;
    return isLoopback(new URL(baseUrl).hostname)
      ? skipped(`${message}: the service does not run`)
      : fail(message, CHECKS.address.advice);
  }
  const body = await response.text();
  if (response.status !== 200 || !body.includes('"ok"'))
    return fail(
      `${baseUrl}/healthz answers with ${response.status}`,
      'The proxy must pass all paths on to the service.',
    );
  const difference = Math.abs(Date.now() - Date.parse(response.headers.get('date') ?? new Date().toISOString())) / 1000;
  return difference > MAX_CLOCK_DIFFERENCE_SECONDS
    ? warn(
        `the clock differs by ${Math.round(difference)} s from that of ${baseUrl}`,
        'Synchronize the clock (timedatectl).',
      )
    : ok(`the service answers at ${baseUrl}`);
}

async function checkCertificate({ baseUrl }: Settings): Promise<Finding> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'https:') return skipped('BASE_URL does not use https');
  const expiresAt = await new Promise<string>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      resolve(socket.getPeerCertificate().valid_to);
      socket.destroy();
    });
    socket.on('error', reject);
  });
  const days = Math.floor((Date.parse(expiresAt) - Date.now()) / DAY_MS);
  const message = `the certificate of ${hostname} is still valid for ${formatCount(days, 'day')}`;
  return days < MIN_CERTIFICATE_DAYS ? warn(message, 'Check why the proxy has not renewed it.') : ok(message);
}

function formatBytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}

function getCauseMessage({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || message : message;
}

/** Prints the settings of the environment, secrets and passwords as ***, and the defaults of the others as comments. */
export function printSettings(environment: Environment): void {
  readSettings(environment); // refuses invalid ones
  for (const [name, defaultValue] of SETTINGS) {
    const value = environment[name]?.trim();
    const shown = value && (SECRET_SETTINGS.has(name) ? '***' : value.replace(/(:\/\/[^:/@]*:)[^@]+@/, '$1***@'));
    console.log(shown ? `${name}=${shown}` : `# ${name}=${defaultValue}`);
  }
}

/** Sends an email to an address, or saves it as a file without SMTP_URL, and says what the server answered. */
export async function sendTestEmail(environment: Environment, address: string): Promise<void> {
  const settings = readSettings(environment);
  const transport = createTransport(settings);
  const text = `This is a test of the email of ${settings.baseUrl}. It works.`;
  const email = { to: address, subject: 'Test of your learning service', text, html: `<p>${text}</p>`, pictures: [] };
  try {
    const { savedAs } = await transport.send(randomUUID(), email, AbortSignal.timeout(TIME_LIMIT_MS));
    console.log(
      savedAs
        ? `SMTP_URL is not set. The email was saved as ${savedAs}`
        : `The server accepted the email to ${address}.`,
    );
  } catch (error) {
    throw new Error(`SMTP_URL: the email was not sent: ${error instanceof Error ? error.message : error}.`, {
      cause: error,
    });
  } finally {
    transport.close();
  }
}
