import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the SMTP server does with a letter: takes it, refuses it, or never answers. */
export type Mood = 'friendly' | 'refusing' | 'hanging';

export interface Mailbox {
  readonly url: string;
  readonly letters: Email[];
  mood: Mood;
  /** How many senders have been left hanging. */
  waiting(): number;
  /** Hangs up on everybody who was left hanging. */
  hangUp(): void;
  stop(): Promise<void>;
}

/** A real SMTP server on loopback that keeps what it gets. */
export async function openMailbox(port = 0): Promise<Mailbox> {
  const letters: Email[] = [];
  const hanging: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onMailFrom(_address, _session, done) {
      if (mailbox.mood === 'refusing') done(Object.assign(new Error('not now'), { responseCode: 451 }));
      else if (mailbox.mood === 'friendly') done();
      else hanging.push(() => done(Object.assign(new Error('timed out'), { responseCode: 421 })));
    },
    async onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      letters.push(await PostalMime.parse(Buffer.concat(chunks)));
      done();
    },
  });
  server.on('error', () => {}); // a client that hangs up in the middle is part of the game
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port');
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${address.port}`,
    letters,
    mood: 'friendly',
    waiting: () => hanging.length,
    hangUp() {
      for (const refuse of hanging.splice(0)) refuse();
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return mailbox;
}
