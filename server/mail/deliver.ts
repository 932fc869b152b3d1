/** Where mails go: to an SMTP server, or, where none is configured, to files that anybody with the data directory can read. */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Config } from '../config.ts';

export interface OutgoingMail {
  id: string;
  createdAt: Date;
  /** When it is sent, by the server's clock. */
  date: Date;
  from: string | { name: string; address: string };
  to: string;
  /** The host in the mail's own name. */
  host: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: Buffer }[];
}

/** What the console tells of a mail that was kept as a file. */
export interface KeptMail {
  file: string;
  to: string;
  subject: string;
}

export interface Delivery {
  /** Rejects when the mail has not been handed over, as far as can be known. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  close(): void;
}

const message = (mail: OutgoingMail) => ({
  messageId: `<${mail.id}@${mail.host}>`,
  date: mail.date,
  from: mail.from,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments,
  // Out-of-office replies to a machine help nobody (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  xMailer: false as const,
  // Nothing stored may make the server read a file or an address.
  disableFileAccess: true,
  disableUrlAccess: true,
});

const CONNECT_TIMEOUT_MS = 10_000;
/** A server may take its time over the last dot: giving up while it works would send the mail twice. */
const SILENCE_TIMEOUT_MS = 120_000;

export function smtpDelivery(url: string): Delivery {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  });
  return {
    async send(mail, signal) {
      await transport.sendMail({ ...message(mail), signal });
    },
    close: () => transport.close(),
  };
}

/**
 * The file's name is the mail's own, so that one that is delivered again after a crash takes its own place, and names sort by
 * time. Links in mails are keys: nobody but the owner of the process may read them.
 */
export function fileDelivery(directory: string, onKept?: (mail: KeptMail) => void): Delivery {
  return {
    async send(mail) {
      const parts = { text: asItIs('plain', mail.text), html: asItIs('html', mail.html) };
      const raw = await new MailComposer({ ...message(mail), ...parts, newline: 'win' }).compile().build();
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = join(directory, `${mail.createdAt.toISOString().replaceAll(':', '-')}-${mail.id}.eml`);
      await writeWhole(file, raw);
      onKept?.({ file, to: mail.to, subject: mail.subject });
    },
    close: () => undefined,
  };
}

/** Unlike a mail on its way, a file is also opened by people, and searched for its link: nothing in it is encoded that need not be. */
const asItIs = (kind: 'plain' | 'html', content: string) => ({
  raw: `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content.replaceAll(/\r?\n/g, '\r\n')}`,
});

/** A reader sees the whole file or none. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    const handle = await open(unfinished, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

export const outboxOf = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'outbox');
