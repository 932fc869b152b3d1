/** The cable between a server and its database, which a test can pull and plug in again. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';

export interface Cable {
  /** The same database, through the cable. */
  readonly url: string;
  /** Whoever talks is cut off; whoever calls is refused. */
  pull(): Promise<void>;
  plugIn(): Promise<void>;
}

export async function openCable(databaseUrl: string): Promise<Cable> {
  const target = new URL(databaseUrl);
  const host = decodeURIComponent(target.hostname);
  const port = target.port === '' ? '5432' : target.port;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const open = () =>
    createServer((near) => {
      const far = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(Number(port), host);
      keep(near, far);
      keep(far, near);
      near.pipe(far).pipe(near);
    });
  let server = open();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: ours } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(ours);
  return {
    url: url.href,
    async pull() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async plugIn() {
      server = open();
      server.listen(ours, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
