import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addSeconds, DAY, type Instant } from '../../core/time/instant.ts';
import { SAVED_EMAIL_DAYS } from '../../schema/retention.ts';
import type { Settings } from '../settings.ts';
import type { Picture } from './parts.ts';
import { MAX_CONCURRENT_EMAILS } from './rules.ts';

export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What the HTML shows as `cid:<id>`. The pictures are drawn when the email is sent, so that waiting emails stay small. */
  readonly pictures?: readonly Picture[];
  /** Headers in addition to those that every email has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An email with its pictures as PNG. */
export interface DrawnEmail extends Omit<Email, 'pictures'> {
  readonly pictures: readonly { readonly id: string; readonly png: Buffer }[];
}

/** Sends emails by SMTP, or saves them as files. */
export interface Transport {
  /**
   * Sends an email, or saves it as a file and returns the path. Throws if the server refuses it, or if `signal` aborts it (SMTP
   * only).
   */
  send(id: string, email: DrawnEmail, signal: AbortSignal): Promise<{ savedAs?: string }>;
  close(): void;
}

/**
 * Creates a transport: SMTP if it is configured, otherwise files in the data folder. To save memory, nodemailer is not loaded
 * before the first email is sent.
 */
export function createTransport(settings: Settings): Transport {
  return settings.smtpUrl === null ? createFileTransport(settings) : createSmtpTransport(settings, settings.smtpUrl);
}

/** Connects to an SMTP server, with TLS unless it runs on this machine. */
export async function createSmtpTransporter(url: string): Promise<import('nodemailer').Transporter> {
  const nodemailer = await import('nodemailer');
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5_000 };
  return nodemailer.createTransport({
    requireTLS: !isLoopback(url), // the URL can override this with ?requireTLS=false
    url,
    pool: true,
    maxConnections: MAX_CONCURRENT_EMAILS.all, // one for each, because an email that waited for a connection could become due for another process
    socketCloseTimeout: 1000,
    ...timeouts,
  });
}

function createSmtpTransport({ mailFrom, baseUrl }: Settings, url: string): Transport {
  let smtpTransporter: Promise<import('nodemailer').Transporter> | undefined;
  return {
    async send(id, email, signal) {
      smtpTransporter ??= createSmtpTransporter(url);
      await (await smtpTransporter).sendMail({ ...createMessage(id, email, mailFrom, baseUrl), signal });
      return {};
    },
    close: () => void smtpTransporter?.then((transporter) => transporter.close()),
  };
}

/**
 * Whether an SMTP server runs on this machine. Emails and the SMTP password are sent to any other server only over TLS, unless
 * the URL says otherwise: an attacker who controls the network could remove STARTTLS from the reply of the server and read them.
 */
function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

function createFileTransport({ mailFrom, baseUrl, dataDir }: Settings): Transport {
  const folder = getMailFolder(dataDir);
  return {
    async send(id, email) {
      const nodemailer = await import('nodemailer');
      const emlTransport = nodemailer.createTransport({ streamTransport: true, buffer: true });
      const { message: eml } = await emlTransport.sendMail(createMessage(id, email, mailFrom, baseUrl));
      const savedAs = join(folder, `${id}.eml`);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(savedAs, eml as Buffer, { mode: 0o600 }); // a Buffer because of `buffer: true`
      return { savedAs };
    },
    close() {},
  };
}

/**
 * Creates the message. The id is part of its Message-ID, so that mail servers can recognize a message that a crash has caused to be
 * sent twice.
 */
function createMessage(id: string, { pictures, ...email }: DrawnEmail, from: string, baseUrl: string) {
  const host = new URL(baseUrl).hostname;
  const headers = { 'Auto-Submitted': 'auto-generated', ...email.headers };
  const attachments = pictures.map(({ id: cid, png }) => ({
    cid,
    filename: `${cid}.png`,
    content: png,
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
  }));
  return { ...email, from, messageId: `<${id}@${host}>`, headers, attachments };
}

/** Deletes saved emails after their time (`schema/retention.ts`). */
export async function deleteOldSavedEmails({
  settings,
  now,
}: {
  readonly settings: Pick<Settings, 'dataDir'>;
  readonly now: () => Instant;
}): Promise<void> {
  const folder = getMailFolder(settings.dataDir);
  const keptSince = addSeconds(now(), -SAVED_EMAIL_DAYS * DAY);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = await stat(join(folder, name)).catch(() => undefined); // undefined if another process has just deleted it
    if (file && file.mtime.toISOString() <= keptSince) await rm(join(folder, name), { force: true });
  }
}

function getMailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}
