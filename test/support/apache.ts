/** Debian's Apache with mod_auth_openidc, and the guide of docs/applications.md as its configuration, in front of two small pages. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from './eventually.ts';
import type { Registered } from './oidc.ts';

const MODULES = '/usr/lib/apache2/modules';
const modules = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'auth_openidc'];

export const isApacheInstalled = (): boolean =>
  existsSync(join(MODULES, 'mod_auth_openidc.so')) && spawnSync('apache2', ['-v']).status === 0;

function guide(): string {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/applications.md'), 'utf8');
  return /```apache\n(.*?)```/s.exec(text)?.[1] ?? '';
}

/** @param issuer `http://…/oidc`; without TLS, as everything is on loopback. @returns a function that stops it */
export async function startApache(
  port: number,
  { id, secret }: Registered,
  { issuer, wiki }: { issuer: string; wiki: string },
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-apache-'));
  for (const [path, page] of [
    ['private', 'The private page'],
    ['bye', 'Goodbye'],
  ] as const) {
    await mkdir(join(folder, 'site', path), { recursive: true });
    await writeFile(join(folder, 'site', path, 'index.html'), `<!doctype html><title>Wiki</title><p>${page}</p>`);
  }
  const lines = guide()
    .replaceAll('https://id.example.com/oidc', issuer)
    .replaceAll('https://wiki.example.com', wiki)
    .replace('CLIENT_ID', id)
    .replace('CLIENT_SECRET', secret)
    .replace('PASSPHRASE', '0123456789abcdef0123456789abcdef');
  const configuration = [
    `ServerRoot ${folder}`,
    `PidFile ${folder}/pid`,
    `DefaultRuntimeDir ${folder}`,
    `ErrorLog ${folder}/error.log`,
    `Listen 127.0.0.1:${String(port)}`,
    `ServerName ${new URL(wiki).host}`,
    ...modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
    // The account that it changes to must read the site; a test that is not root changes to none.
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    `DocumentRoot ${folder}/site`,
    'DirectoryIndex index.html',
    lines,
  ];
  await writeFile(join(folder, 'apache.conf'), configuration.join('\n'));
  if (process.getuid?.() === 0) spawnSync('chmod', ['-R', 'a+rX', folder]);
  const child = spawn('apache2', ['-X', '-f', join(folder, 'apache.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'exit');
  const log = () => (existsSync(join(folder, 'error.log')) ? readFileSync(join(folder, 'error.log'), 'utf8') : '');
  await eventually('Apache to listen', async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    return true;
  }).catch((error: unknown) => {
    throw new Error(`Apache did not start: ${said}${log()}`, { cause: error });
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}
