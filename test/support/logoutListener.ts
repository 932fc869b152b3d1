/** The server of an application that is notified when its users are logged out (OpenID Connect Back-Channel Logout). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LogoutListener {
  readonly uri: string;
  /** Number of notifications received. */
  readonly told: () => number;
  close(): void;
}

export async function startLogoutListener(): Promise<LogoutListener> {
  let told = 0;
  const server = createServer((_request, response) => {
    told += 1;
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    uri: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/logout`,
    told: () => told,
    close: () => server.close(),
  };
}
