/** A real SMTP server on this machine, with the moods of real ones: down, slow, refusing, and back again. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { parseMail, type Mail } from './mails.ts';

export interface SmtpStub {
  /** For `SMTP_URL`; stays the same while it is down. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Begins anew: nothing received, in a good mood. */
  forget(): void;
  /** Refuses every recipient with this code, or, null, none. */
  refuseWith(code: number | null): void;
  /** Answers the last dot of every mail only when `until` resolves. */
  hold(until: Promise<unknown>): void;
  /** Mails whose content has come in and whose last dot has not been answered yet. */
  held(): number;
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

export interface ReceivedMail extends Mail {
  readonly messageId: string;
  /** Whom the envelope names, whatever the header says. */
  readonly recipients: readonly string[];
  readonly raw: string;
}

export async function startSmtp(): Promise<SmtpStub> {
  const received: ReceivedMail[] = [];
  let refusal: number | null = null;
  let answer: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let port = 0;
  let server: SMTPServer | undefined;

  async function comeBack(): Promise<void> {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      closeTimeout: 10,
      onRcptTo(_address, _session, callback) {
        callback(refusal === null ? null : Object.assign(new Error('Not now'), { responseCode: refusal }));
      },
      onData(stream, session, callback) {
        void (async () => {
          const raw = await buffer(stream);
          waiting += 1;
          await answer;
          waiting -= 1;
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
    // A client that dies in the middle of a mail is part of what is tested.
    server.on('error', () => undefined);
    const listening = server.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    ({ port } = listening.address() as AddressInfo);
  }

  async function goDown(): Promise<void> {
    const closing = server;
    server = undefined;
    await new Promise<void>((resolve) => {
      if (closing) closing.close(resolve);
      else resolve();
    });
  }

  await comeBack();
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    received,
    forget() {
      received.length = 0;
      refusal = null;
      answer = Promise.resolve();
    },
    refuseWith(code) {
      refusal = code;
    },
    hold(until) {
      answer = until;
    },
    held: () => waiting,
    goDown,
    comeBack,
    stop: goDown,
  };
}
