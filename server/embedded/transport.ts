/** The connection to the built-in PostgreSQL: a Unix socket in its own directory; on Windows loopback. Both need a password. */
import { rmSync } from 'node:fs';
import { chown, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type Account, canReach } from './account.ts';

export const DATABASE_USER = 'gatehouse';

export type TransportKind = 'socket' | 'loopback';

interface Transport {
  /** Server settings, as `-c` options. */
  readonly settings: Readonly<Record<string, string>>;
  url(database: string): string;
  close(): void;
}

const SOCKET_PREFIX = 'gatehouse-pg-';
const SOCKET_PORT = 5432;
/** `sun_path` holds 104 bytes on macOS, 108 on Linux, including the terminating zero. */
const SOCKET_PATH_BYTES = 103;

export const defaultTransport: TransportKind = process.platform === 'win32' ? 'loopback' : 'socket';

/** A directory that only PostgreSQL's account (and root) may enter. */
export async function openSocket(account: Account | undefined, password: string): Promise<Transport> {
  const directory = await mkdtemp(path.join(socketParent(account), SOCKET_PREFIX));
  if (account !== undefined) await chown(directory, account.uid, account.gid);
  const remove = (): void => {
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return {
    settings: {
      listen_addresses: '',
      port: String(SOCKET_PORT),
      unix_socket_directories: directory,
      unix_socket_permissions: '0700',
    },
    url: (database) =>
      `postgresql://${DATABASE_USER}:${password}@${encodeURIComponent(directory)}/${encodeURIComponent(database)}`,
    close: () => {
      process.off('exit', remove);
      remove();
    },
  };
}

/** A free port of 127.0.0.1. */
export async function openLoopback(password: string): Promise<Transport> {
  const port = await freePort();
  return {
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    url: (database) => `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${String(port)}/${encodeURIComponent(database)}`,
    close: () => undefined,
  };
}

/** Whether a directory named by an old `postmaster.pid` was created by {@link openSocket}. */
export const isOwnSocketDirectory = (directory: string): boolean => path.basename(directory).startsWith(SOCKET_PREFIX);

function socketParent(account: Account | undefined): string {
  const configured = os.tmpdir();
  const longest = path.join(configured, `${SOCKET_PREFIX}XXXXXX`, `.s.PGSQL.${String(SOCKET_PORT)}`);
  const fits = Buffer.byteLength(longest) <= SOCKET_PATH_BYTES;
  return fits && (account === undefined || canReach(account, configured)) ? configured : '/tmp';
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}
