/** The real nginx with the example of deploy/, its addresses replaced by free ports and a certificate of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from './eventually.ts';

export interface Ports {
  readonly gatehouse: readonly [number, number];
  readonly application: number;
  /** Ports on which nginx listens: Gatehouse's origin and the application's. */
  readonly site: number;
  readonly guarded: number;
}

export const isNginxInstalled = (): boolean =>
  ['nginx', 'openssl'].every((program) => spawnSync(program, [program === 'nginx' ? '-v' : 'version']).status === 0);

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** @returns a function that stops it */
export async function startNginx(ports: Ports): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-nginx-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  spawnSync(
    'openssl',
    `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout ${key} -out ${certificate}`.split(' '),
  );
  const example = await readFile(resolve(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8');
  const site = example
    .replaceAll('/etc/ssl/id.example.com.pem', certificate)
    .replaceAll('/etc/ssl/id.example.com.key', key)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('id.example.com:8443', `localhost:${String(ports.guarded)}`)
    .replaceAll('https://id.example.com${login}', `https://localhost:${String(ports.site)}\${login}`)
    .replaceAll('id.example.com', 'localhost')
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${String(ports.gatehouse[0])}`)
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${String(ports.gatehouse[1])}`)
    .replaceAll('127.0.0.1:9000', `127.0.0.1:${String(ports.application)}`)
    .replaceAll(/listen \[::\].*;\n/g, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${String(await freePort())};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${String(ports.site)} `)
    .replaceAll('listen 8443 ', `listen 127.0.0.1:${String(ports.guarded)} `);
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  await writeFile(
    file,
    `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n${temporary.join('\n')}\n${site}\n}\n`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'exit');
  await eventually('nginx to listen', async () => {
    const socket = connect(ports.guarded, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    return true;
  }).catch((error: unknown) => {
    throw new Error(`nginx did not start: ${said}`, { cause: error });
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}
