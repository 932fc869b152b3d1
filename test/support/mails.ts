/** Mail that a server has sent, read from the `.eml` files it writes without SMTP_URL. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { eventually, type WaitOptions } from './eventually.ts';

export interface Mail {
  readonly file: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly replyTo: readonly string[];
  /** Whether it declares that no person has written it. */
  readonly isAutomatic: boolean;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Every link in the text part, in order. */
  readonly links: readonly string[];
}

/** Mails by file and its time: tests read the outbox until it has the one that they wait for. */
const read = new Map<string, Promise<Mail>>();

/** Reads the mails, oldest first; file names sort by time. */
export async function readMails(dataDir: string): Promise<Mail[]> {
  const outbox = join(dataDir, 'outbox');
  const names = await readdir(outbox).catch(() => []);
  const readOnce = async (file: string): Promise<Mail> => {
    const path = join(outbox, file);
    const key = `${path} ${String((await stat(path)).mtimeMs)}`;
    const mail = read.get(key) ?? readFile(path).then((raw) => parseMail(file, raw));
    read.set(key, mail);
    return mail;
  };
  return Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map(readOnce),
  );
}

/** Waits for a mail that `matches` and resolves with the newest. */
export const awaitMail = (
  server: { mails(): Promise<Mail[]> },
  matches: (mail: Mail) => boolean,
  options?: WaitOptions,
): Promise<Mail> => eventually('a matching mail', async () => (await server.mails()).filter(matches).at(-1), options);

/** Copies the Buffer because postal-mime rejects Node's in jsdom, which has its own Uint8Array. @param file identifies the mail */
export async function parseMail(file: string, raw: Buffer): Promise<Mail> {
  const {
    from,
    to = [],
    replyTo = [],
    headers,
    subject = '',
    text = '',
    html = '',
  } = await PostalMime.parse(new Uint8Array(raw));
  return {
    file,
    from: from?.address ?? '',
    to: to.map(({ address = '' }) => address),
    replyTo: replyTo.map(({ address = '' }) => address),
    isAutomatic: headers.some(({ key }) => key === 'auto-submitted'),
    subject,
    text,
    html,
    links: text.match(/https?:\/\/[^\s>)]+/g) ?? [],
  };
}
