import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Accepts emails, refuses them temporarily, refuses the sender permanently, or never responds. */
export type MailboxMode = 'friendly' | 'refusing' | 'rejecting' | 'hanging';

export interface Mailbox {
  readonly url: string;
  readonly emails: Email[];
  mode: MailboxMode;
  /** Recipients that are refused with this code, or left hanging, whatever the mode. */
  readonly recipients: Map<string, number | 'hanging'>;
  /** The number of hanging connections. */
  hangingCount(): number;
  /** Closes all hanging connections. */
  disconnectHanging(): void;
  /** Lets all hanging connections continue. */
  acceptHanging(): void;
  stop(): Promise<void>;
}

/** A real SMTP server on loopback that stores all emails. */
export async function startMailbox(port = 0): Promise<Mailbox> {
  const emails: Email[] = [];
  const hanging: ((error?: Error) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onMailFrom(_address, _session, done) {
      if (mailbox.mode === 'refusing') done(Object.assign(new Error('not now'), { responseCode: 451 }));
      else if (mailbox.mode === 'rejecting') done(Object.assign(new Error('not you'), { responseCode: 550 }));
      else if (mailbox.mode === 'friendly') done();
      else hanging.push(done);
    },
    onRcptTo({ address }, _session, done) {
      const reply = mailbox.recipients.get(address);
      if (reply === undefined) done();
      else if (reply === 'hanging') hanging.push(done);
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
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port');
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${address.port}`,
    emails,
    mode: 'friendly',
    recipients: new Map(),
    hangingCount: () => hanging.length,
    disconnectHanging() {
      for (const done of hanging.splice(0)) done(Object.assign(new Error('timed out'), { responseCode: 421 }));
    },
    acceptHanging() {
      for (const done of hanging.splice(0)) done();
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return mailbox;
}
