/** Delivers mails by SMTP, or, if not configured, as files in the data directory. */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Config } from '../config/config.ts';

export interface OutgoingMail {
  id: string;
  createdAt: Date;
  /** Time of sending, by the server's clock. */
  date: Date;
  from: string | { name: string; address: string };
  to: string;
  /** Absent: nobody replies. */
  replyTo?: string;
  /** Whether a person wrote it for a person; else the program did. */
  personal?: boolean;
  /** The host in the Message-ID. */
  host: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: Buffer }[];
}

/** The console's line about a mail kept as a file. */
export interface SavedMail {
  file: string;
  to: string;
  subject: string;
}

export interface Delivery {
  /** Rejects if the delivery is not known to have succeeded. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  close(): void;
}

const message = (mail: OutgoingMail) => ({
  messageId: `<${mail.id}@${mail.host}>`,
  date: mail.date,
  from: mail.from,
  to: { name: '', address: mail.to },
  ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments,
  // Prevents out-of-office replies (RFC 3834).
  headers: mail.personal ? {} : { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  xMailer: false as const,
  // Stored content must not make the server read a file or URL.
  disableFileAccess: true,
  disableUrlAccess: true,
});

const CONNECT_TIMEOUT_MS = 10_000;
/** An SMTP server may be slow after the final dot: giving up then would send the mail twice. */
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
 * The file name is the mail's id, so that a delivery repeated after a crash overwrites the file; names sort by time. Links in
 * mails are credentials: only the process owner may read the files.
 */
export function fileDelivery(directory: string, onSaved?: (mail: SavedMail) => void): Delivery {
  return {
    async send(mail) {
      const parts = { text: unencodedPart('plain', mail.text), html: unencodedPart('html', mail.html) };
      const raw = await new MailComposer({ ...message(mail), ...parts, newline: 'win' }).compile().build();
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = join(directory, `${mail.createdAt.toISOString().replaceAll(':', '-')}-${mail.id}.eml`);
      await writeAtomically(file, raw);
      onSaved?.({ file, to: mail.to, subject: mail.subject });
    },
    close: () => undefined,
  };
}

/** Unencoded 8bit content, because users open these files and search them for links. */
const unencodedPart = (kind: 'plain' | 'html', content: string) => ({
  raw: `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content.replaceAll(/\r?\n/g, '\r\n')}`,
});

/** Writes atomically: readers see the whole file or none. */
async function writeAtomically(file: string, content: Buffer): Promise<void> {
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
