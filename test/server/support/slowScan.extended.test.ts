/** A virus scanner that hangs, or sends a character now and then, holds no request for long, and nothing is accepted. */
import { createServer, type Socket } from 'node:net';
import { createClient } from '../../support/client.ts';
import { startServer } from '../../support/server.ts';

test.concurrent.each([
  ['is silent', () => undefined],
  [
    'sends a character now and then',
    (socket: Socket) => {
      const timer = setInterval(() => socket.write('s'), 500);
      socket.on('close', () => {
        clearInterval(timer);
      });
    },
  ],
])(
  'One that %s',
  async (_what, does: (socket: Socket) => void) => {
    const sockets = new Set<Socket>();
    const clamd = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      socket.resume();
      does(socket);
    });
    await new Promise<void>((done) => clamd.listen(0, '127.0.0.1', done));
    const { port } = clamd.address() as { port: number };
    const site = await startServer({ env: { CLAMD_URL: `tcp://127.0.0.1:${String(port)}` } });
    try {
      const client = createClient(site);
      await client.raw('/api/Support/FormConfiguration');
      const body = new FormData();
      for (const [name, value] of Object.entries({ Email: 'ada@example.com', IssueDescription: 'Look.', Urgency: 'Low' }))
        body.append(name, value);
      body.append('attachments', new Blob(['x'], { type: 'text/plain' }), 'notes.txt');
      const refused = await client.raw('/api/Support/CreateTicket', { method: 'POST', body });
      expect(refused).toMatchObject({ status: 503, problem: { code: 'Busy' } });
      expect(await site.database.query("SELECT FROM tickets WHERE fields ->> 'Email' = 'ada@example.com'")).toEqual([]);
    } finally {
      for (const socket of sockets) socket.destroy();
      clamd.close();
      await site.stop();
    }
  },
  60_000,
);
