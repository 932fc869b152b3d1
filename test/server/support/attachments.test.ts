/** Files of a ticket: text in any encoding is accepted, a program under a text's name is not, and names keep whole characters. */
import { readFile } from 'node:fs/promises';
import { createClient } from '../../support/client.ts';
import { supportMailOf } from '../../support/tickets.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({
  env: { LIMIT_TICKETS_PER_ADDRESS: '1000', LIMIT_ANONYMOUS_TICKETS: '1000', SUPPORT_EMAIL: 'help@example.com' },
});

const ticket = { Email: 'ada@example.com', IssueDescription: 'See the file.', Urgency: 'Low' };

async function attach(name: string, content: Buffer | string, fields: Partial<typeof ticket> = {}) {
  const client = createClient(site);
  await client.raw('/api/Support/FormConfiguration');
  const body = new FormData();
  for (const [field, value] of Object.entries({ ...ticket, ...fields })) body.append(field, value);
  body.append('attachments', new Blob([new Uint8Array(Buffer.from(content))], { type: 'text/plain' }), name);
  return client.raw('/api/Support/CreateTicket', { method: 'POST', body });
}

const storedFile = async (ticketNumber: string) =>
  site.database.row<{ file_name: string; mime_type: string; content: Buffer }>(
    'SELECT file_name, mime_type, content FROM attachments JOIN tickets USING (ticket_id) WHERE ticket_number = $1',
    [ticketNumber],
  );
const numberIn = (answer: { body: unknown }) => (answer.body as { ticketNumber: string }).ticketNumber;

const bytes = (...values: number[]) => Buffer.from(values);
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const LINE = 'Größe geändert: 5 €\r\n';
/** `Größe: 5` in the encoding of DOS. */
const CP437 = Buffer.concat([Buffer.from('Gr'), bytes(0x94, 0xe1), Buffer.from('e: 5\r\n')]);

describe('A text file is taken', () => {
  test.each([
    [
      'in Windows-1252',
      'export.csv',
      Buffer.concat([Buffer.from('Gr\u00f6\u00dfe;5 ', 'latin1'), bytes(0x80), Buffer.from('\r\n')]),
    ],
    ['in CP437', 'dir.txt', CP437],
    ['in CP437, with the end-of-file mark of DOS', 'autoexec.log', Buffer.concat([CP437, bytes(0x1a)])],
    ['in UTF-8', 'notes.txt', LINE],
    ['in UTF-8 with a byte order mark', 'export.csv', `\uFEFF${LINE}`],
    ['in UTF-16 LE, as Notepad and PowerShell write it', 'powershell.log', Buffer.from(`\uFEFF${LINE}`, 'utf16le')],
    ['in UTF-16 BE', 'export.csv', utf16be(`\uFEFF${LINE}`)],
    ['in UTF-16 LE without a byte order mark', 'registry.txt', Buffer.from('Windows Registry Editor\r\n', 'utf16le')],
    ['in UTF-16 BE without a byte order mark', 'registry.txt', utf16be('Windows Registry Editor\r\n')],
    ['in Windows-1251', 'zhurnal.log', bytes(0xce, 0xf8, 0xe8, 0xe1, 0xea, 0xe0, 0x0d, 0x0a)],
    ['in Shift JIS', 'kiroku.txt', bytes(0x8b, 0x4c, 0x98, 0x5e, 0x0a)],
    ['that begins like a bitmap', 'todo.txt', 'BM: please call back'],
    ['that begins like a program', 'train.txt', 'MZ 42 leaves at 10:15'],
    ['that begins like music', 'ids.csv', 'ID3,name\r\n7,Ada\r\n'],
    ['that is XML', 'trace.log', '<?xml version="1.0"?><trace/>'],
    ['that is a script, which text it stays', 'login.txt', '#!/bin/sh\nexit 1\n'],
    ['of a terminal with colours, bells and backspaces', 'install.log', '\u001b[31mfailed\u001b[0m\u0007 10%\b\b\b20%\r\n'],
    ['that ends within a character', 'cut.log', Buffer.from(LINE.repeat(3)).subarray(0, -4)],
    ['that is empty', 'empty.txt', ''],
  ])('%s, as it is', async (_what, name, content) => {
    const answer = await attach(name, content);
    expect(answer.status).toBe(201);
    expect(await storedFile(numberIn(answer))).toEqual({
      file_name: name,
      mime_type: 'text/plain',
      content: Buffer.from(content),
    });
  });
});

describe('Under the name of a text file is refused', () => {
  /** The header of a PE file: its DOS part, and the offset of the other. */
  const pe = Buffer.concat([
    Buffer.from('MZ'),
    bytes(0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff),
    Buffer.from('This program cannot'),
  ]);

  test.each([
    ['a program of Windows', pe],
    ['a program of Linux', Buffer.concat([bytes(0x7f), Buffer.from('ELF'), bytes(2, 1, 1)])],
    ['a program of macOS', bytes(0xcf, 0xfa, 0xed, 0xfe, 0x07, 0x00, 0x00, 0x01, 0x03)],
    ['a program of Java', bytes(0xca, 0xfe, 0xba, 0xbe, 0x00, 0x00, 0x00, 0x37)],
    ['WebAssembly', bytes(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00)],
    ['a ZIP archive', bytes(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00)],
    ['a program after the mark of UTF-16', Buffer.concat([bytes(0xff, 0xfe), pe])],
    ['a program after the mark of UTF-8', Buffer.concat([bytes(0xef, 0xbb, 0xbf), pe])],
    ['UTF-16 with half a surrogate pair', bytes(0xff, 0xfe, 0x41, 0x00, 0x3d, 0xd8)],
  ])('%s', async (_what, content) => {
    expect(await attach('notes.txt', content)).toMatchObject({ status: 415, problem: { code: 'FileTypeRefused' } });
  });

  test('the running program itself', async () => {
    const program = (await readFile(process.execPath)).subarray(0, 100_000);
    for (const name of ['node.txt', 'node.csv', 'node.log'])
      expect(await attach(name, program)).toMatchObject({ status: 415, problem: { code: 'FileTypeRefused' } });
  });
});

describe('The name of a file', () => {
  test.each([
    ['that is cut where a surrogate pair is', `${'🦊'.repeat(200)}.txt`, `${'🦊'.repeat(146)}.txt`],
    ['with one letter before the pairs', `a${'🦊'.repeat(149)}.txt`, `${'🦊'.repeat(146)}.txt`],
    ['with half a pair', 'note\uD83E.txt', 'note\uFFFD.txt'],
    ['that reads backwards', 'annual\u202Etxt.exe\u202C.txt', 'annualtxt.exe.txt'],
    ['with marks of direction', 'annual\u200Ftxt\u061C.txt', 'annualtxt.txt'],
    ['of two lines', 'one\u2028two\u0085three.txt', 'onetwothree.txt'],
  ])('%s is kept and mailed', async (_what, given, kept) => {
    const answer = await attach(given, 'text');
    expect(answer.status).toBe(201);
    expect((await storedFile(numberIn(answer))).file_name).toBe(kept);
    const mail = await supportMailOf(site, numberIn(answer));
    expect(mail.text).toContain(kept);
  });
});
