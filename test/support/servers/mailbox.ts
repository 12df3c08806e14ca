import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';

/** How the server replies to MAIL FROM: 250, 451, 550 or not at all. */
export type MailboxMode = 'accepting' | 'deferring' | 'rejecting' | 'hanging';

export interface Mailbox {
  readonly url: string;
  readonly emails: Email[];
  mode: MailboxMode;
  /** The replies to RCPT TO for recipients that are not accepted: an SMTP code, or 'hanging' for no reply. */
  readonly recipientReplies: Map<string, number | 'hanging'>;
  /** The number of hanging connections. */
  countHanging(): number;
  /** Closes all hanging connections. */
  disconnectHanging(): void;
  /** Replies with success to all hanging connections. */
  acceptHanging(): void;
  stop(): Promise<void>;
}

// The server would wait 100 ms before it greets a client, in order to refuse clients that do not wait. Most tests send emails.
SMTPConnection.prototype.init = function greetAtOnce() {
  this._setListeners(() => this.connectionReady());
};

/** Starts an SMTP server on the loopback interface that stores all emails in memory. */
export async function startMailbox(port = 0): Promise<Mailbox> {
  const emails: Email[] = [];
  const hangingReplies: ((error?: Error) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onMailFrom(_address, _session, done) {
      if (mailbox.mode === 'deferring') done(Object.assign(new Error('try again later'), { responseCode: 451 }));
      else if (mailbox.mode === 'rejecting') done(Object.assign(new Error('sender rejected'), { responseCode: 550 }));
      else if (mailbox.mode === 'accepting') done();
      else hangingReplies.push(done);
    },
    onRcptTo({ address }, _session, done) {
      const reply = mailbox.recipientReplies.get(address);
      if (reply === undefined) done();
      else if (reply === 'hanging') hangingReplies.push(done);
      else done(Object.assign(new Error(`no such mailbox: ${address}`), { responseCode: reply }));
    },
    async onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      emails.push(await PostalMime.parse(Buffer.concat(chunks)));
      done();
    },
  });
  server.on('error', () => {}); // clients may disconnect at any time
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  server.server.unref(); // an app that fails to start must not keep the test's process alive
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The SMTP server has no TCP port.');
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${address.port}`,
    emails,
    mode: 'accepting',
    recipientReplies: new Map(),
    countHanging: () => hangingReplies.length,
    disconnectHanging() {
      for (const done of hangingReplies.splice(0)) done(Object.assign(new Error('timed out'), { responseCode: 421 }));
    },
    acceptHanging() {
      for (const done of hangingReplies.splice(0)) done();
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return mailbox;
}
