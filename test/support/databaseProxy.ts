/** TCP proxy in front of PostgreSQL, so that a test can cut and restore the server's database connections. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';

export interface DatabaseProxy {
  /** URL of the same database through the proxy. */
  readonly url: string;
  /** Closes all connections and refuses new ones. */
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
  /** Passes nothing on any more and closes nothing, as a firewall that has forgotten its connections; `all`: new ones too. */
  silence(which: 'present' | 'all'): void;
  /** New connections work again; silent ones stay silent. */
  endSilence(): void;
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const host = decodeURIComponent(target.hostname);
  const port = target.port === '' ? '5432' : target.port;
  const sockets = new Set<Socket>();
  const track = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  let isSilent = false;
  const createProxy = () =>
    createServer((near) => {
      if (isSilent) {
        track(near, near);
        return;
      }
      const far = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(Number(port), host);
      track(near, far);
      track(far, near);
      near.pipe(far).pipe(near);
    });
  let server = createProxy();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: proxyPort } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(proxyPort);
  return {
    url: url.href,
    async disconnect() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    silence(which) {
      isSilent = which === 'all';
      for (const socket of sockets) socket.unpipe().pause();
    },
    endSilence() {
      isSilent = false;
    },
    async reconnect() {
      server = createProxy();
      server.listen(proxyPort, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
