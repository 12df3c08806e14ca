import { isIPv4, isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';

/** Every setting of the service, read and understood; the README's table is printed from SETTINGS. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Origin of every link, without a slash at the end. */
  readonly baseUrl: string;
  readonly dataDir: string;
  /** The folder of all content packs. */
  readonly contentDir: string;
  readonly databaseUrl: string;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** One or two; the first signs, both are believed. */
  readonly secretKeys: readonly string[] | null;
  readonly pinPepper: string | null;
  readonly metricsToken: string | null;
  readonly trustProxy: readonly string[];
  readonly logLevel: string;
  readonly rateLimits: boolean;
  readonly production: boolean;
}

/** What the operator got wrong, all of it at once, in words for a terminal. */
export class InvalidSettings extends Error {
  constructor(problems: readonly string[]) {
    super(`The service cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Name, default and meaning of each environment variable, in the order of the README's table. */
export const SETTINGS = [
  ['HOST', '127.0.0.1', 'Address to listen on'],
  ['PORT', '3000', 'Port to listen on'],
  [
    'BASE_URL',
    'http://HOST:PORT',
    'Where people reach the service: the origin of every link. Needed in production, and https there',
  ],
  ['DATA_DIR', './data', 'Folder of the embedded database, what children hand in, generated secrets and kept letters'],
  ['CONTENT_DIR', 'content/packs', 'Folder of the content packs; the one that comes with the service, unless said'],
  ['DATABASE_URL', 'sqlite:DATA_DIR/family.db', '`sqlite:<file>` or `postgres://user:password@host/name`'],
  [
    'SMTP_URL',
    '',
    '`smtp://user:password@host:587` or `smtps://…`. Without it letters are kept as DATA_DIR/mail/*.eml. Needed in production',
  ],
  ['MAIL_FROM', 'Family Learning <family@localhost>', 'Sender of emails. Needed in production'],
  [
    'SECRET_KEYS',
    'made at first start',
    'One secret, or two with a comma (new,old) while you change it; 32 characters or more each',
  ],
  [
    'PIN_PEPPER',
    'made at first start',
    'Secret that PIN hashes need beside the database; 32 characters or more; never changes',
  ],
  [
    'METRICS_TOKEN',
    '',
    'Bearer token for `/metrics`, 16 characters or more. Without it only a client on loopback may read them',
  ],
  ['TRUST_PROXY', '', 'Proxies whose X-Forwarded-For is believed: `loopback` or CIDRs, comma-separated'],
  ['LOG_LEVEL', 'info', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`'],
  ['RATE_LIMITS', 'on', '`off` is for benchmarks, and only where HOST is loopback'],
  ['NODE_ENV', 'development', '`production` asks for BASE_URL, https, SMTP_URL and MAIL_FROM'],
] as const;

type Name = (typeof SETTINGS)[number][0];
type Environment = Readonly<Record<string, string | undefined>>;

/** Wherever the service was started from. */
const OWN_PACKS = join(import.meta.dirname, '../../content/packs');
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads and judges the environment; throws BadSettings that names every problem. */
export function readSettings(environment: Environment): Settings {
  const problems: string[] = [];
  const given = (name: Name) => environment[name]?.trim() || null;
  const word = (name: Name) => given(name) ?? defaultOf(name);
  const check = (fine: boolean, problem: string) => void (fine || problems.push(problem));

  const host = word('HOST');
  check(host === 'localhost' || isIPv4(host) || isIPv6(host), 'HOST is no IP address.');

  const port = Number(word('PORT'));
  check(Number.isInteger(port) && port >= 1 && port <= 65535, 'PORT is no whole number from 1 to 65535.');

  const production = word('NODE_ENV') === 'production';
  check(
    ['production', 'development', 'test'].includes(word('NODE_ENV')),
    'NODE_ENV is neither production, development nor test.',
  );

  check(!production || given('BASE_URL') !== null, 'BASE_URL is needed in production: emails carry links to it.');
  const baseUrl = given('BASE_URL') ?? `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const base = originOf(baseUrl);
  check(base !== null, 'BASE_URL is no http(s) origin such as https://family.example.org (no path).');
  check(
    !production || base === null || base.protocol === 'https:' || isLoopback(base.hostname),
    'BASE_URL must be https in production.',
  );

  const dataDir = resolve(word('DATA_DIR'));
  const contentDir = resolve(given('CONTENT_DIR') ?? OWN_PACKS);
  const databaseUrl = given('DATABASE_URL') ?? `sqlite:${join(dataDir, 'family.db')}`;
  check(
    /^sqlite:.+|^postgres(ql)?:\/\/.+/.test(databaseUrl),
    'DATABASE_URL begins neither with sqlite: nor with postgres://.',
  );
  check(
    !/^sqlite::memory:/.test(databaseUrl),
    'DATABASE_URL must name a file: a database in memory forgets every family.',
  );

  const smtpUrl = given('SMTP_URL');
  check(smtpUrl === null || hasProtocol(smtpUrl, ['smtp:', 'smtps:']), 'SMTP_URL is no smtp:// or smtps:// address.');
  check(!production || smtpUrl !== null, 'SMTP_URL is needed in production: parents sign in by e-mail.');

  check(
    !production || given('MAIL_FROM') !== null,
    'MAIL_FROM is needed in production: mail servers refuse its default.',
  );
  const mailFrom = word('MAIL_FROM');
  check(/^[^\r\n]*@[^\r\n]+$/.test(mailFrom), 'MAIL_FROM is no sender such as "Family <family@example.org>".');

  const secretKeys =
    given('SECRET_KEYS')
      ?.split(',')
      .map((key) => key.trim()) ?? null;
  check(secretKeys === null || secretKeys.length <= 2, 'SECRET_KEYS holds more than two secrets.');
  check(secretKeys?.every(isStrong) ?? true, `SECRET_KEYS: ${WEAK}`);

  const pinPepper = given('PIN_PEPPER');
  check(pinPepper === null || isStrong(pinPepper), `PIN_PEPPER: ${WEAK}`);

  const metricsToken = given('METRICS_TOKEN');
  check(metricsToken === null || metricsToken.length >= 16, 'METRICS_TOKEN is shorter than 16 characters.');

  const trustProxy =
    given('TRUST_PROXY')
      ?.split(',')
      .map((proxy) => proxy.trim()) ?? [];
  check(trustProxy.every(isProxy), 'TRUST_PROXY holds something that is neither loopback nor an address or CIDR.');

  const logLevel = word('LOG_LEVEL');
  check(LEVELS.includes(logLevel), `LOG_LEVEL is none of ${LEVELS.join(', ')}.`);

  check(['on', 'off'].includes(word('RATE_LIMITS')), 'RATE_LIMITS is neither on nor off.');
  const rateLimits = word('RATE_LIMITS') !== 'off';
  check(rateLimits || isLoopback(host), 'RATE_LIMITS=off is refused unless HOST is loopback: it is for benchmarks.');

  if (problems.length > 0) throw new InvalidSettings(problems);
  return {
    host,
    port,
    baseUrl: base?.origin ?? baseUrl,
    dataDir,
    contentDir,
    databaseUrl,
    smtpUrl,
    mailFrom,
    secretKeys,
    pinPepper,
    metricsToken,
    trustProxy,
    logLevel,
    rateLimits,
    production,
  };
}

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || /^127\./.test(host) || /^::ffff:127\./.test(host)
  );
}

const WEAK = 'a secret has 32 characters or more, at least 10 different ones, and is no example.';

function isStrong(secret: string): boolean {
  return (
    secret.length >= 32 && new Set(secret).size >= 10 && !/secret|password|change.?me|example|default/i.test(secret)
  );
}

function defaultOf(name: Name): string {
  return SETTINGS.find(([known]) => known === name)?.[1] ?? '';
}

function originOf(text: string): URL | null {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.pathname === '/' && !url.search && !url.hash && !url.username ? url : null;
}

function hasProtocol(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== '';
}

function isProxy(text: string): boolean {
  if (text === 'loopback') return true;
  const [address = '', bits, ...rest] = text.split('/');
  const width = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  if (width === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width);
}
