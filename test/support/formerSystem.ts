/** A system that users come from at their first login: a real HTTPS server with a certificate of its own. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Question {
  readonly userName: string;
  readonly password: string;
}

type Answer = (question: Question, response: ServerResponse, request: IncomingMessage) => unknown;

export interface FormerSystemServer {
  readonly url: string;
  /** The certificate as a file, and as text. */
  readonly certificateFile: string;
  readonly certificate: string;
  /** What it was asked, oldest first. */
  readonly asked: Question[];
  /** The bearer token of the last question. */
  token: string | undefined;
  answer: Answer;
  stop(): Promise<void>;
}

export const FORMER_TOKEN = 'former-former-former-former-former-former';

export const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** The settings of a server that asks it. */
export const asking = (former: Pick<FormerSystemServer, 'url' | 'certificateFile'>, organisation = 'Harbour Mutual') => ({
  FORMER_LOGIN_URL: former.url,
  FORMER_LOGIN_HOST: new URL(former.url).hostname,
  FORMER_LOGIN_UNTIL: '2999-01-01',
  FORMER_LOGIN_TOKEN: FORMER_TOKEN,
  FORMER_LOGIN_ORGANISATION: organisation,
  NODE_EXTRA_CA_CERTS: former.certificateFile,
});

/** Whoever has the password `Former-pass-1` is somebody there, unless the name begins with "nobody". */
export const FORMER_PASSWORD = 'Former-pass-1';
export const everybody: Answer = ({ userName, password }, response) => {
  if (password !== FORMER_PASSWORD || userName.startsWith('nobody')) {
    sendJson(response, 401, { error: 'wrong' });
    return;
  }
  const [local = ''] = userName.split('@');
  const profile = { id: `id-of-${local}`, userName: local, email: `${local}@former.example`, emailVerified: true };
  sendJson(response, 200, { ...profile, firstName: 'Frieda', lastName: 'Former' });
};

export async function startFormerSystem(): Promise<FormerSystemServer> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-former-'));
  const [key, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = spawnSync('openssl', [
    ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=former'.split(' '),
    ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificateFile],
  ]);
  if (made.status !== 0) throw new Error(`openssl: ${String(made.stderr)}`);
  const certificate = await readFile(certificateFile, 'utf8');
  const asked: Question[] = [];
  const former = { certificateFile, certificate, asked, token: undefined as string | undefined, answer: everybody };
  const server = createServer({ key: await readFile(key), cert: certificate }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const question = JSON.parse(Buffer.concat(parts).toString()) as Question;
      asked.push(question);
      former.token = request.headers.authorization;
      former.answer(question, response, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(former, {
    url: `https://127.0.0.1:${String(port)}/check`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  });
}
