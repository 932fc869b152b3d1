/** A local SMTP server that can be down, slow, or reject recipients. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { parseMail, type Mail } from './mails.ts';

export interface SmtpStub {
  /** The value for `SMTP_URL`; unchanged after `restart`. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Clears received mails, rejections and delays. */
  reset(): void;
  /** Rejects every recipient with this code; null: none. */
  rejectRecipients(code: number | null): void;
  /** Acknowledges mails (end of DATA) only when `until` resolves. */
  delayReplies(until: Promise<unknown>): void;
  /** Number of mails received completely and not acknowledged yet. */
  pendingReplies(): number;
  shutDown(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface ReceivedMail extends Mail {
  readonly messageId: string;
  /** Envelope recipients (RCPT TO). */
  readonly recipients: readonly string[];
  readonly raw: string;
}

export async function startSmtp(): Promise<SmtpStub> {
  const received: ReceivedMail[] = [];
  let rejectionCode: number | null = null;
  let acknowledge: Promise<unknown> = Promise.resolve();
  let pendingCount = 0;
  let port = 0;
  let server: SMTPServer | undefined;

  async function restart(): Promise<void> {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      disableReverseLookup: true,
      closeTimeout: 10,
      onRcptTo(_address, _session, callback) {
        callback(rejectionCode === null ? null : Object.assign(new Error('Not now'), { responseCode: rejectionCode }));
      },
      onData(stream, session, callback) {
        void (async () => {
          const raw = await buffer(stream);
          pendingCount += 1;
          await acknowledge;
          pendingCount -= 1;
          const text = raw.toString();
          received.push({
            ...(await parseMail(`smtp-${String(received.length)}`, raw)),
            messageId: /^message-id: (.*)$/im.exec(text)?.[1]?.trim() ?? '',
            recipients: session.envelope.rcptTo.map(({ address }) => address),
            raw: text,
          });
          callback();
        })();
      },
    });
    // Tests kill clients in the middle of a mail.
    server.on('error', () => undefined);
    const listening = server.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    ({ port } = listening.address() as AddressInfo);
  }

  async function shutDown(): Promise<void> {
    const closing = server;
    server = undefined;
    await new Promise<void>((resolve) => {
      if (closing) closing.close(resolve);
      else resolve();
    });
  }

  await restart();
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    received,
    reset() {
      received.length = 0;
      rejectionCode = null;
      acknowledge = Promise.resolve();
    },
    rejectRecipients(code) {
      rejectionCode = code;
    },
    delayReplies(until) {
      acknowledge = until;
    },
    pendingReplies: () => pendingCount,
    shutDown,
    restart,
    stop: shutDown,
  };
}
