/** Imports of other systems' files as the screen makes them. */
import pg from 'pg';
import type { Import } from '../../api/contract/imports.shapes.ts';
import { IMPORTS_LOCK } from '../../server/imports/run.ts';
import type { Client } from './client.ts';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';

interface Sent {
  readonly name?: string;
  /** What Firebase's console shows. */
  readonly firebase?: string;
}

const BOUNDARY = 'foreign-file-foreign-file-foreign-file';

/** Made by hand: in component tests `FormData` is jsdom's, which `fetch` does not know. */
function formOf(content: string | Buffer, { name = 'people.export', firebase }: Sent): Uint8Array<ArrayBuffer> {
  const part = (disposition: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const before = firebase === undefined ? '' : `${part('name="firebase"')}${firebase}\r\n`;
  const file = part(`name="file"; filename="${name.replaceAll('\\', '\\\\')}"`);
  return new Uint8Array(
    Buffer.concat([Buffer.from(before + file), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  );
}

/** Sends a file. */
export const sendForeignFile = (client: Client, content: string | Buffer, sent: Sent = {}) =>
  client.raw('/api/Imports', {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: formOf(content, sent),
  });

/** Sends a file that can be read. @throws Error for one that is refused */
export async function readForeignFile(client: Client, content: string | Buffer, sent: Sent = {}): Promise<Import> {
  const { status, body, text } = await sendForeignFile(client, content, sent);
  if (status !== 201) throw new Error(`The file was refused: ${String(status)} ${text}`);
  return body as Import;
}

/** Waits until the import is in this state. */
export const awaitImport = (client: Client, importId: string, state: Import['state']) =>
  eventually(`the state ${state}`, async () => {
    const found = await client.ok('Imports.Get', { importId });
    return found.state === state && found;
  });

/** Keeps every process from making or removing accounts of an import. @returns a function that lets them go on */
export async function holdImports(database: TestDatabase): Promise<() => Promise<void>> {
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  await connection.query('SELECT pg_advisory_lock($1)', [IMPORTS_LOCK]);
  return () => connection.end();
}

const BCRYPT = '$2y$06$fTeuMbDoDbQi2RCzIR2TKuNDwInqNdDUXjYxFbo9RUJ95vjXt/Cfe';

/** A table of people who had the password FORMER_PASSWORD. */
export const tableOf = (names: readonly string[], password = BCRYPT): string =>
  `email,login,password\n${names.map((name) => `${name}@moved.example,${name},${password}`).join('\n')}\n`;

export const peopleOf = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}_${String(at)}`);

/** Brings people into an organisation. @returns the import, which is done */
export async function moveIn(client: Client, names: readonly string[], organisationId: string): Promise<string> {
  const { importId, choices } = await readForeignFile(client, tableOf(names));
  await client.ok('Imports.Choose', { importId, body: { ...choices, organisationId } });
  await client.ok('Imports.Start', { importId });
  await awaitImport(client, importId, 'done');
  return importId;
}
