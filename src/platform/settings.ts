import { isIPv4, isIPv6 } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { DEFAULT_PACKS_FOLDER } from '../content/index.ts';

/** The validated settings of the service. The table in the README is printed from SETTINGS. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** The origin of every link, without a trailing slash. */
  readonly baseUrl: string;
  readonly dataDir: string;
  /** The folder that contains the content packs. */
  readonly contentDir: string;
  readonly databaseUrl: string;
  /** A replica of the database. */
  readonly databaseReadUrl: string | null;
  /** The number of processes that handle requests. */
  readonly workers: number;
  /** The maximum number of connections to PostgreSQL per process. */
  readonly databaseConnections: number;
  readonly redisUrl: string | null;
  /** The bucket for files. Without a bucket, files are stored in dataDir. */
  readonly s3: S3Settings | null;
  /** The folder in which `admin backup` makes backups. */
  readonly backupDir: string | null;
  /** The bucket for backups, if backupDir is null. */
  readonly backupS3: S3Settings | null;
  /** With it, backups are encrypted. */
  readonly backupPassphrase: string | null;
  /** How many backups are kept; all if null. */
  readonly backupKeep: number | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** One or two secrets. The first one signs and encrypts; both are accepted for verifying and decrypting. Generated if null. */
  readonly secretKeys: readonly string[] | null;
  /** A secret that is part of every PIN hash. Generated if null. */
  readonly pinPepper: string | null;
  /** The push services through which browsers may be told something; empty if none. */
  readonly pushServices: readonly string[];
  readonly metricsToken: string | null;
  readonly operatorToken: string | null;
  /** The Atom feed that announces releases on the operator's page. */
  readonly releaseFeedUrl: string | null;
  readonly trustProxy: readonly string[];
  /** The names, besides that of baseUrl, that the Host header may contain. */
  readonly allowedHosts: readonly string[];
  /** The origins whose pages may call the app's endpoints, or `*` for all. */
  readonly corsOrigins: readonly string[];
  /** The URL to which security problems are reported, such as mailto:security@example.org. */
  readonly securityContact: string | null;
  /** Who runs the service, as families read it; null if it is not set. */
  /** Whether texts and files of a child are refused until a guardian is linked. */
  readonly requiresConsent: boolean;
  readonly operatorName: string | null;
  /** The email address of the operator: families see it, and reports are sent to it. */
  readonly operatorContact: string | null;
  readonly logLevel: string;
  /** Whether the security log contains the addresses of clients. */
  readonly logsAddresses: boolean;
  readonly hasRateLimits: boolean;
  readonly isProduction: boolean;
}

export interface S3Settings {
  /** Without a trailing slash. */
  readonly url: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Thrown for invalid settings. Its message lists every error, for the terminal of the operator. */
export class InvalidSettingsError extends Error {
  constructor(errors: readonly string[]) {
    super(`The service cannot start with these settings:\n${errors.map((error) => `  - ${error}`).join('\n')}`);
  }
}

/** The name, the default and the description of each environment variable, in the order of the table in the README. */
export const SETTINGS = [
  ['HOST', '127.0.0.1', 'Address to listen on'],
  ['PORT', '3000', 'Port to listen on'],
  [
    'BASE_URL',
    'http://HOST:PORT',
    'The public URL of the service, used in every link. Required in production, where it must be https unless it is on loopback',
  ],
  ['DATA_DIR', './data', 'Folder of the embedded database, submitted files, generated secrets and saved emails'],
  ['CONTENT_DIR', 'content/packs', 'Folder of the content packs; by default the packs that come with the service'],
  [
    'DATABASE_URL',
    'sqlite:DATA_DIR/family.db',
    '`sqlite:<file>` or `postgres://user:password@host/name`, with `?pgbouncer=true` behind pgbouncer (`named` instead of `true` from pgbouncer 1.21 on). In production, a server on another machine needs `?sslmode=verify-full`, or `?sslmode=disable` to go without TLS',
  ],
  [
    'DATABASE_READ_URL',
    '',
    'A streaming replica of PostgreSQL, for leaderboards, histories in the panel and their CSV files. All of them may then be a second old',
  ],
  [
    'WORKERS',
    '1',
    'Number of processes that handle requests: up to 64, or `auto` for one per CPU core. More than 1 requires PostgreSQL',
  ],
  [
    'DATABASE_CONNECTIONS',
    '10',
    'Maximum number of connections to PostgreSQL per process. With more than 8 workers, the default is 80 divided by the number of workers, but at least 2',
  ],
  [
    'REDIS_URL',
    '',
    'A Redis server, `redis://user:password@host:6379/0` or `rediss://…`, in which all processes count requests for the rate limits together. Without it, each process counts only its own requests. In production, a server on another machine needs `rediss://`, or `?tls=off` to go without TLS',
  ],
  [
    'S3_URL',
    '',
    'Where submitted files are stored instead of DATA_DIR: the URL of an S3-compatible store, such as `https://s3.eu-central-1.amazonaws.com`. In production, `http://` on another machine needs `?tls=off`',
  ],
  ['S3_BUCKET', '', 'The private bucket for files. Required with S3_URL'],
  ['S3_REGION', 'us-east-1', 'The region of the bucket'],
  ['S3_ACCESS_KEY_ID', '', 'Required with S3_URL'],
  ['S3_SECRET_ACCESS_KEY', '', 'Required with S3_URL'],
  ['BACKUP_DIR', '', 'Folder in which `admin backup` makes backups, on another disk than DATA_DIR'],
  [
    'BACKUP_S3_URL',
    '',
    'Where `admin backup` makes backups if BACKUP_DIR is not set: an S3-compatible store, like S3_URL, with a bucket that contains nothing else',
  ],
  ['BACKUP_S3_BUCKET', '', 'The private bucket for backups. Required with BACKUP_S3_URL'],
  ['BACKUP_S3_REGION', 'us-east-1', 'The region of that bucket'],
  ['BACKUP_S3_ACCESS_KEY_ID', '', 'Required with BACKUP_S3_URL'],
  ['BACKUP_S3_SECRET_ACCESS_KEY', '', 'Required with BACKUP_S3_URL'],
  [
    'BACKUP_PASSPHRASE',
    '',
    'With it, backups are encrypted (age). Needed to restore them, so keep it apart from them; at least 16 characters',
  ],
  ['BACKUP_KEEP', '', 'How many backups `admin backup` keeps. Without it, all'],
  [
    'SMTP_URL',
    '',
    '`smtp://user:password@host:587` or `smtps://…`. A server on another machine must support TLS, unless the URL ends with `?requireTLS=false`. Without SMTP_URL, emails are saved as DATA_DIR/mail/*.eml. Required in production',
  ],
  ['MAIL_FROM', 'Family Learning <family@localhost>', 'Sender of emails. Required in production'],
  [
    'SECRET_KEYS',
    'generated at the first start',
    'One secret, or two separated by a comma (new,old) while you change it; each has at least 32 characters',
  ],
  [
    'PIN_PEPPER',
    'generated at the first start',
    'A secret outside the database that is part of every PIN hash; at least 32 characters. It must never change',
  ],
  [
    'PUSH_SERVICES',
    'fcm.googleapis.com, updates.push.services.mozilla.com, *.push.apple.com, *.notify.windows.com',
    'The push services of browsers, to which the service may connect (https) to tell parents at once: hosts, `*.` for all subdomains, or origins such as `https://push.example.org:8443`. `none` turns it off',
  ],
  [
    'METRICS_TOKEN',
    '',
    'Bearer token for `/metrics`, at least 16 characters. Without it, only clients on loopback can read the metrics',
  ],
  [
    'OPERATOR_TOKEN',
    '',
    'Password of the page `/operator`, at least 16 characters; the user name is the name of who opens it. Without it, the page does not exist',
  ],
  [
    'RELEASE_FEED_URL',
    '',
    'The Atom feed of releases, such as `https://git.example.org/family/learning/releases.atom`, which is read once a day so that `/operator` shows a newer release. Without it, nothing is read',
  ],
  [
    'TRUST_PROXY',
    '',
    'Proxies whose X-Forwarded-For header is trusted: `loopback`, IP addresses and CIDRs, separated by commas',
  ],
  [
    'ALLOWED_HOSTS',
    '',
    'Names that clients may use for the service besides that of BASE_URL, IP addresses and `localhost`, separated by commas, such as the name of a container that reads `/metrics`. A request with another Host header gets 400',
  ],
  [
    'CORS_ORIGINS',
    '',
    'Origins whose web pages may call the endpoints of the app, separated by commas, such as `https://app.example.org`; `*` allows all. The panel never allows other origins',
  ],
  [
    'SECURITY_CONTACT',
    '',
    'Where to report security problems: an `https:` or `mailto:` URL for `/.well-known/security.txt`. Without it, that file does not exist',
  ],
  [
    'CONSENT',
    'optional',
    '`required` refuses texts and files of a child (403) until a guardian is linked, for services that fall under COPPA',
  ],
  [
    'OPERATOR_NAME',
    '',
    'The organization or person that runs the service, as families read it. At most 100 characters',
  ],
  [
    'OPERATOR_CONTACT',
    '',
    'The email address of the operator. Families see it, and reports of names and planets are sent to it. Without it, nothing can be reported',
  ],
  ['LOG_LEVEL', 'info', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`'],
  [
    'SECURITY_LOG_ADDRESSES',
    'on',
    '`off` hides the IP addresses of clients in the security log, `DATA_DIR/security.jsonl`',
  ],
  ['RATE_LIMITS', 'on', '`off` is for benchmarks and is only allowed when HOST is loopback'],
  [
    'NODE_ENV',
    'development',
    '`production` requires BASE_URL with https, SMTP_URL and MAIL_FROM, and TLS to other machines',
  ],
] as const;

type SettingName = (typeof SETTINGS)[number][0];
type Environment = Readonly<Record<string, string | undefined>>;

/** An absolute path, because the service may be started from any folder. */
const MAX_WORKERS = 64;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads and validates the environment. Throws InvalidSettingsError with all errors. */
export function readSettings(environment: Environment): Settings {
  const errors: string[] = [];
  const readVariable = (name: SettingName) => environment[name]?.trim() || null;
  const readOrDefault = (name: SettingName) => readVariable(name) ?? getDefault(name);
  const check = (isValid: boolean, error: string) => {
    if (!isValid) errors.push(error);
  };

  const host = readOrDefault('HOST');
  check(host === 'localhost' || isIPv4(host) || isIPv6(host), 'HOST must be localhost or an IP address.');

  const port = Number(readOrDefault('PORT'));
  check(isWholeNumber(port, 1, 65535), 'PORT must be a whole number from 1 to 65535.');

  const isProduction = readOrDefault('NODE_ENV') === 'production';
  check(
    ['production', 'development', 'test'].includes(readOrDefault('NODE_ENV')),
    'NODE_ENV must be production, development or test.',
  );

  check(
    !isProduction || readVariable('BASE_URL') !== null,
    'BASE_URL is required in production, because emails contain links to it.',
  );
  const baseUrl = readVariable('BASE_URL') ?? `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const parsedBaseUrl = parseOriginUrl(baseUrl);
  check(
    parsedBaseUrl !== null || readVariable('BASE_URL') === null, // the default can be wrong only if HOST or PORT is
    'BASE_URL must be an http or https origin without a path, such as https://family.example.org.',
  );
  check(
    !isProduction ||
      parsedBaseUrl === null ||
      parsedBaseUrl.protocol === 'https:' ||
      isLoopback(parsedBaseUrl.hostname),
    'BASE_URL must use https in production, except on loopback.',
  );

  const dataDir = resolve(readOrDefault('DATA_DIR'));
  const contentDir = resolve(readVariable('CONTENT_DIR') ?? DEFAULT_PACKS_FOLDER);
  const databaseUrl = readVariable('DATABASE_URL') ?? `sqlite:${join(dataDir, 'family.db')}`;
  check(/^sqlite:.+|^postgres(ql)?:\/\/.+/.test(databaseUrl), 'DATABASE_URL must begin with sqlite: or postgres://.');
  check(
    !/^sqlite::memory:/.test(databaseUrl),
    'DATABASE_URL must name a file: a database in memory would lose all data at the next start.',
  );

  const databaseReadUrl = readVariable('DATABASE_READ_URL');
  check(
    databaseReadUrl === null ||
      (isServerUrl(databaseReadUrl, ['postgres:', 'postgresql:']) && !databaseUrl.startsWith('sqlite:')),
    'DATABASE_READ_URL must begin with postgres://, and so must DATABASE_URL.',
  );
  for (const [name, url] of Object.entries({ DATABASE_URL: databaseUrl, DATABASE_READ_URL: databaseReadUrl })) {
    check(
      !isProduction ||
        url === null ||
        !isOnOtherMachine(url) ||
        /[?&](sslmode=(?!prefer|allow)|ssl=(true|1)\b)/.test(url),
      `${name} must say in production whether the connection to another machine uses TLS: ?sslmode=verify-full, or ?sslmode=disable to go without.`,
    );
  }

  const workers =
    readOrDefault('WORKERS') === 'auto'
      ? Math.min(availableParallelism(), MAX_WORKERS)
      : Number(readOrDefault('WORKERS'));
  check(isWholeNumber(workers, 1, MAX_WORKERS), `WORKERS must be auto or a whole number from 1 to ${MAX_WORKERS}.`);
  check(
    readOrDefault('WORKERS') === '1' || !databaseUrl.startsWith('sqlite:'),
    'WORKERS needs PostgreSQL, because a SQLite file belongs to one process: set DATABASE_URL, or leave WORKERS out.',
  );
  const databaseConnections = Number(readVariable('DATABASE_CONNECTIONS') ?? getDefaultConnections(workers));
  check(isWholeNumber(databaseConnections, 1, 1000), 'DATABASE_CONNECTIONS must be a whole number from 1 to 1000.');

  const redisUrl = readVariable('REDIS_URL');
  check(
    redisUrl === null || isServerUrl(redisUrl, ['redis:', 'rediss:']),
    'REDIS_URL must be a redis:// or rediss:// URL.',
  );
  check(!isProduction || isSecure(redisUrl, 'rediss:'), `REDIS_URL ${TLS_REQUIREMENT} rediss://.`);

  const readS3 = (prefix: '' | 'BACKUP_'): S3Settings | null => {
    const url = readVariable(`${prefix}S3_URL`);
    const s3: S3Settings = {
      url: url?.replace(TLS_OFF, '').replace(/\/+$/, '') ?? '',
      bucket: readOrDefault(`${prefix}S3_BUCKET`),
      region: readOrDefault(`${prefix}S3_REGION`),
      accessKeyId: readOrDefault(`${prefix}S3_ACCESS_KEY_ID`),
      secretAccessKey: readOrDefault(`${prefix}S3_SECRET_ACCESS_KEY`),
    };
    check(url === null || isServerUrl(url, ['http:', 'https:']), `${prefix}S3_URL must be an https:// or http:// URL.`);
    check(!isProduction || isSecure(url, 'https:'), `${prefix}S3_URL ${TLS_REQUIREMENT} https://.`);
    check(
      url !== null || s3.bucket === '',
      `${prefix}S3_BUCKET has no effect without ${prefix}S3_URL: set ${prefix}S3_URL, or leave ${prefix}S3_BUCKET out.`,
    );
    check(
      url === null || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(s3.bucket),
      `${prefix}S3_BUCKET must be the name of a bucket, and is required with ${prefix}S3_URL.`,
    );
    check(
      url === null || (s3.accessKeyId !== '' && s3.secretAccessKey !== ''),
      `${prefix}S3_ACCESS_KEY_ID and ${prefix}S3_SECRET_ACCESS_KEY are required with ${prefix}S3_URL.`,
    );
    return url === null ? null : s3;
  };
  const s3 = readS3('');
  const backupS3 = readS3('BACKUP_');
  check(
    s3 === null || backupS3?.bucket !== s3.bucket || backupS3.url !== s3.url,
    'BACKUP_S3_BUCKET must be another bucket than S3_BUCKET.',
  );

  const backupDir = readVariable('BACKUP_DIR');
  const backupKeep = readVariable('BACKUP_KEEP') === null ? null : Number(readVariable('BACKUP_KEEP'));
  check(
    backupKeep === null || isWholeNumber(backupKeep, 1, 10_000),
    'BACKUP_KEEP (or --keep) must be a whole number of at least 1.',
  );

  const backupPassphrase = readVariable('BACKUP_PASSPHRASE');
  check(
    backupPassphrase === null || backupPassphrase.length >= 16,
    'BACKUP_PASSPHRASE must have at least 16 characters, such as six random words.',
  );

  const smtpUrl = readVariable('SMTP_URL');
  check(smtpUrl === null || isServerUrl(smtpUrl, ['smtp:', 'smtps:']), 'SMTP_URL must be an smtp:// or smtps:// URL.');
  check(!isProduction || smtpUrl !== null, 'SMTP_URL is required in production, because parents sign in by email.');

  check(
    !isProduction || readVariable('MAIL_FROM') !== null,
    'MAIL_FROM is required in production, because mail servers reject the default sender.',
  );
  const mailFrom = readOrDefault('MAIL_FROM');
  check(/^[^\r\n]*@[^\r\n]+$/.test(mailFrom), 'MAIL_FROM must be a sender such as "Family <family@example.org>".');

  const secretKeys = readVariable('SECRET_KEYS') === null ? null : parseList(readVariable('SECRET_KEYS'));
  check(secretKeys === null || secretKeys.length <= 2, 'SECRET_KEYS must not contain more than two secrets.');
  check(secretKeys?.every(isStrongSecret) ?? true, `SECRET_KEYS: ${SECRET_REQUIREMENTS}`);

  const pinPepper = readVariable('PIN_PEPPER');
  check(pinPepper === null || isStrongSecret(pinPepper), `PIN_PEPPER: ${SECRET_REQUIREMENTS}`);

  const metricsToken = readVariable('METRICS_TOKEN');
  check(metricsToken === null || metricsToken.length >= 16, 'METRICS_TOKEN must have at least 16 characters.');

  const operatorToken = readVariable('OPERATOR_TOKEN');
  check(operatorToken === null || operatorToken.length >= 16, 'OPERATOR_TOKEN must have at least 16 characters.');

  const pushServices = parseList(readOrDefault('PUSH_SERVICES')).filter((service) => service !== 'none');
  check(
    pushServices.every(isPushService),
    'PUSH_SERVICES must contain hosts such as *.push.apple.com, https origins, or none.',
  );

  const trustProxy = parseList(readVariable('TRUST_PROXY'));
  check(trustProxy.every(isProxy), 'TRUST_PROXY must contain only loopback, IP addresses and CIDRs.');

  const allowedHosts = parseList(readVariable('ALLOWED_HOSTS')).map((name) => name.toLowerCase());
  check(
    allowedHosts.every((name) => /^[a-z0-9_.-]+$/.test(name)),
    'ALLOWED_HOSTS must contain names of hosts without a port, such as app.internal.',
  );

  const corsOrigins = parseList(readVariable('CORS_ORIGINS'));
  check(
    corsOrigins.every((origin) => origin === '*' || parseOriginUrl(origin)?.origin === origin),
    'CORS_ORIGINS must contain origins such as https://app.example.org, without a path, or be *.',
  );
  const releaseFeedUrl = readVariable('RELEASE_FEED_URL');
  check(
    releaseFeedUrl === null ||
      isServerUrl(releaseFeedUrl, ['https:']) ||
      (isServerUrl(releaseFeedUrl, ['http:']) && !isOnOtherMachine(releaseFeedUrl)),
    'RELEASE_FEED_URL must be an https:// URL.',
  );

  const securityContact = readVariable('SECURITY_CONTACT');
  check(
    securityContact === null || /^(https:\/\/|mailto:)[\x21-\x7e]+$/.test(securityContact),
    'SECURITY_CONTACT must be an https: or mailto: URL.',
  );

  check(['optional', 'required'].includes(readOrDefault('CONSENT')), 'CONSENT must be optional or required.');
  const operatorName = readVariable('OPERATOR_NAME');
  check(
    operatorName === null || /^[^\p{C}]{1,100}$/u.test(operatorName),
    'OPERATOR_NAME must have at most 100 characters, on one line.',
  );
  const operatorContact = readVariable('OPERATOR_CONTACT');
  check(
    operatorContact === null || /^[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]{1,189}$/.test(operatorContact),
    'OPERATOR_CONTACT must be an email address such as family@example.org.',
  );

  const logLevel = readOrDefault('LOG_LEVEL');
  check(LOG_LEVELS.includes(logLevel), `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`);

  check(['on', 'off'].includes(readOrDefault('SECURITY_LOG_ADDRESSES')), 'SECURITY_LOG_ADDRESSES must be on or off.');
  check(['on', 'off'].includes(readOrDefault('RATE_LIMITS')), 'RATE_LIMITS must be on or off.');
  const hasRateLimits = readOrDefault('RATE_LIMITS') !== 'off';
  check(
    hasRateLimits || isLoopback(host),
    'RATE_LIMITS=off is for benchmarks and is only allowed when HOST is loopback.',
  );

  if (errors.length > 0) throw new InvalidSettingsError(errors);
  return {
    host,
    port,
    baseUrl: parsedBaseUrl?.origin ?? baseUrl,
    dataDir,
    contentDir,
    databaseUrl,
    databaseReadUrl,
    workers,
    databaseConnections,
    redisUrl: redisUrl?.replace(TLS_OFF, '') ?? null,
    s3,
    backupDir: backupDir === null ? null : resolve(backupDir),
    backupKeep,
    backupS3,
    backupPassphrase,
    smtpUrl,
    mailFrom,
    secretKeys,
    pinPepper,
    pushServices,
    metricsToken,
    operatorToken,
    releaseFeedUrl,
    trustProxy,
    allowedHosts,
    corsOrigins,
    securityContact,
    requiresConsent: readOrDefault('CONSENT') === 'required',
    operatorName,
    operatorContact,
    logLevel,
    logsAddresses: readOrDefault('SECURITY_LOG_ADDRESSES') !== 'off',
    hasRateLimits,
    isProduction,
  };
}

function parseList(text: string | null): string[] {
  return text?.split(',').map((entry) => entry.trim()) ?? [];
}

/** Up to 40 workers share 80 connections: PostgreSQL accepts 100 by default, and other programs need some. */
function getDefaultConnections(workers: number): number {
  return Math.max(2, Math.min(10, Math.floor(80 / workers)));
}

function isWholeNumber(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || /^127\./.test(host) || /^::ffff:127\./.test(host)
  );
}

const SECRET_REQUIREMENTS =
  'a secret must have at least 32 characters, at least 10 of them different, and must not contain words such as secret, password, example or default.';

function isStrongSecret(secret: string): boolean {
  return (
    secret.length >= 32 && new Set(secret).size >= 10 && !/secret|password|change.?me|example|default/i.test(secret)
  );
}

function getDefault(name: SettingName): string {
  return SETTINGS.find(([candidate]) => candidate === name)?.[1] ?? '';
}

function parseOriginUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.pathname === '/' && !url.search && !url.hash && !url.username ? url : null;
}

/** A host, one with all of its subdomains, or an origin. Without TLS only on this machine. */
function isPushService(service: string): boolean {
  if (!service.includes('://')) return /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(service);
  const url = parseOriginUrl(service);
  return url?.origin === service && (url.protocol === 'https:' || isLoopback(url.hostname));
}

function isServerUrl(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== '';
}

const TLS_OFF = /[?&]tls=off$/;
const TLS_REQUIREMENT = 'on another machine needs TLS in production, or ?tls=off at its end to go without:';

/** Whether a server is on this machine, or its URL says with `protocol` that it uses TLS, or with `?tls=off` that it does not. */
function isSecure(url: string | null, protocol: string): boolean {
  return url === null || url.startsWith(protocol) || TLS_OFF.test(url) || !isOnOtherMachine(url);
}

/** A URL without a host names a file or a socket. PostgreSQL may also name the folder of its socket in the query. */
function isOnOtherMachine(url: string): boolean {
  const parsedUrl = URL.parse(url.replace('@/', '@localhost/')); // a user without a host does not parse
  const host = parsedUrl?.searchParams.get('host') ?? decodeURIComponent(parsedUrl?.hostname ?? 'unknown');
  return host !== '' && !host.startsWith('/') && !isLoopback(host);
}

function isProxy(text: string): boolean {
  if (text === 'loopback') return true;
  const [address = '', prefixLength, ...furtherParts] = text.split('/');
  const maxPrefixLength = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  if (maxPrefixLength === 0 || furtherParts.length > 0) return false;
  return prefixLength === undefined || (/^\d{1,3}$/.test(prefixLength) && Number(prefixLength) <= maxPrefixLength);
}
