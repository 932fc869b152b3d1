/** Files of other systems, sent by an administrator: of people who take long to be read or judged. */
import { sendRequest } from '../client.ts';
import { MAX_PIECE_BYTES } from '../../server/imports/bytes/piece.ts';
import { MAX_PERSON_CHARACTERS } from '../../server/imports/person.ts';
import { tableWorkbook, workbookOf } from '../../test/support/workbook.ts';
import { list, nested, type Input, type Inputs, type Target } from './sender.ts';

const BOUNDARY = 'x'.repeat(24);
/** As many as one batch of the server has. */
const PEOPLE = 100;

const realm = (people: readonly string[]): string => `{"realm":"x","users":[${people.join(',\n')}]}`;
const person = (index: number, more: string): string =>
  `{"username":"stall_${String(index)}","email":"stall_${String(index)}@example.com","credentials":[]${more}}`;
const people = (more: string): string => realm(Array.from({ length: PEOPLE }, (_, index) => person(index, more)));

const ALMOST_A_PIECE = MAX_PIECE_BYTES - 200;
const ALMOST_A_PERSON = MAX_PERSON_CHARACTERS - 200;
const fill = (text: string, characters: number): string => text.repeat(Math.floor(characters / text.length));

const files: readonly (readonly [what: string, content: string])[] = [
  ['values without end', people(`,"attributes":{"a":[${list(ALMOST_A_PIECE / 2 - 20, () => '0')}]}`)],
  ['escapes and empty objects', people(`,"a":"\\u00fc","b":[${list(ALMOST_A_PIECE / 3 - 20, () => '{}')}]`)],
  ['lists within each other', realm([person(1, `,"a":${nested(50)}`), fill('[', 1000)])],
  ['roles that nobody knows', people(`,"realmRoles":[${list(900, (index) => `"r${String(index).padStart(30, '0')}"`)}]`)],
  [
    'more roles than are read',
    people(`,"realmRoles":[${list(Math.floor(ALMOST_A_PIECE / 10), (index) => `"${String(index)}"`)}]`),
  ],
  ['long names', people(`,"firstName":"${fill('ä', 500)}","lastName":"${fill('\u0301a', 500)}"`)],
  ['names as long as a person may be', people(`,"firstName":"${fill('-', ALMOST_A_PIECE / 2)}"`)],
  ['addresses of dots', people(`,"email":"a@${fill('a.', 490)}example"`)],
  ['credentials without end', people(`,"credentials":[${list(Math.floor(ALMOST_A_PIECE / 4), () => '{}')}]`)],
  [
    'a hash of dollars',
    people(`,"credentials":[{"type":"password","secretData":"{}","credentialData":"${fill('$', ALMOST_A_PERSON)}"}]`),
  ],
  ['a table of quotes', `email,login\n${fill('"', ALMOST_A_PIECE)}\n${fill('"",', ALMOST_A_PIECE)}\n`],
  ['a table of columns', `email,login\n${Array.from({ length: 20 }, () => fill('x,', ALMOST_A_PIECE)).join('\n')}\n`],
  ['a head of columns', `email,login,${fill('password,', ALMOST_A_PIECE)}\na@b.example,x\n`],
  ['short lines', `email,login\n${fill('x\n', 20_000)}`],
];

const WORKBOOK_PEOPLE = 2000;

/** Files whose parts are unpacked in the thread. */
const workbooks: readonly (readonly [what: string, content: () => Promise<Buffer>])[] = [
  [
    'a workbook of people',
    () =>
      tableWorkbook([
        ['email', 'login'],
        ...Array.from({ length: WORKBOOK_PEOPLE }, (_, index) => [
          `stall_${String(index)}@example.com`,
          `stall_${String(index)}`,
        ]),
      ]),
  ],
  ['a workbook that unpacks without end', () => workbookOf(fill(' ', 300 * 1024 * 1024))],
];

export async function foreignFileInputs(target: Target): Promise<Inputs> {
  const inputs = files.map(([what, content]): Input => ({ what, send: () => send(target, Buffer.from(content)) }));
  for (const [what, content] of workbooks) {
    const bytes = await content();
    inputs.push({ what, send: () => send(target, bytes) });
  }
  return { foreignFile: inputs };
}

async function send({ site, server, administrator }: Target, content: Buffer): Promise<void> {
  const headers = { ...administrator.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`;
  await sendRequest(
    `${server.url}/api/Imports`,
    'POST',
    headers,
    Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  );
  await site.query('DELETE FROM imports');
}
