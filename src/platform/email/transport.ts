import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { SENDERS } from './rules.ts';

export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Beside those that every letter has. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Transport {
  /** Hands a letter over, or keeps it as a file and says where. Throws when it could do neither, or `signal` ends it. */
  send(id: string, letter: Email, signal: AbortSignal): Promise<{ keptAt?: string }>;
  close(): void;
}

/** SMTP when it is set, else files under the data folder. nodemailer is loaded with the first letter. */
export function createTransport(settings: Settings): Transport {
  return settings.smtpUrl === null ? files(settings) : smtp(settings, settings.smtpUrl);
}

function smtp({ mailFrom, baseUrl }: Settings, url: string): Transport {
  let mailer: Promise<import('nodemailer').Transporter> | undefined;
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5_000 };
    // As many connections as emails at a time: none waits for a connection while its lease runs.
    return createTransport({ url, pool: true, maxConnections: SENDERS.all, socketCloseTimeout: 1000, ...limits });
  };
  return {
    async send(id, letter, signal) {
      mailer ??= connect();
      await (await mailer).sendMail({ ...message(id, letter, mailFrom, baseUrl), signal });
      return {};
    },
    close: () => void mailer?.then((open) => open.close()),
  };
}

function files({ mailFrom, baseUrl, dataDir }: Settings): Transport {
  const folder = join(dataDir, 'mail');
  return {
    async send(id, letter) {
      const { createTransport } = await import('nodemailer');
      const writer = createTransport({ streamTransport: true, buffer: true });
      const { message: eml } = await writer.sendMail(message(id, letter, mailFrom, baseUrl));
      const keptAt = join(folder, `${id}.eml`);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(keptAt, eml as Buffer, { mode: 0o600 }); // `buffer: true` makes it one
      return { keptAt };
    },
    close() {},
  };
}

/** The id makes the Message-ID: a letter sent twice, because a crash hid that it had left, is one letter to a mailbox. */
function message(id: string, letter: Email, from: string, baseUrl: string) {
  const host = new URL(baseUrl).hostname;
  const headers = { 'Auto-Submitted': 'auto-generated', ...letter.headers };
  return { ...letter, from, messageId: `<${id}@${host}>`, headers };
}
