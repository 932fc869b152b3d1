/** The mail a server has sent, read from the files it keeps where no SMTP server is set. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { eventually, type Patience } from './eventually.ts';

export interface Mail {
  readonly file: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Every link in the text part, in order. */
  readonly links: readonly string[];
}

/** Oldest first, as their file names sort. */
export async function readMails(dataDir: string): Promise<Mail[]> {
  const outbox = join(dataDir, 'outbox');
  const names = await readdir(outbox).catch(() => []);
  return Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map(async (file) => parseMail(file, await readFile(join(outbox, file)))),
  );
}

/** The newest mail that `fits`, as soon as there is one. */
export const awaitMail = (
  server: { mails(): Promise<Mail[]> },
  fits: (mail: Mail) => boolean,
  patience?: Patience,
): Promise<Mail> => eventually('a mail that fits', async () => (await server.mails()).filter(fits).at(-1), patience);

/** `file`: any name to tell it by. In jsdom, Node's own buffers are of another world: copied into one of this. */
export async function parseMail(file: string, raw: Buffer): Promise<Mail> {
  const { from, to = [], subject = '', text = '', html = '' } = await PostalMime.parse(new Uint8Array(raw));
  return {
    file,
    from: from?.address ?? '',
    to: to.map(({ address = '' }) => address),
    subject,
    text,
    html,
    links: text.match(/https?:\/\/[^\s>)]+/g) ?? [],
  };
}
