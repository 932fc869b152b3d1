/** Many log-ins at the same moment, each over a connection of its own, and how the server answers others meanwhile. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Flood {
  /** Milliseconds from the connection's first packet to the answer, by status. */
  readonly answers: ReadonlyMap<number, readonly number[]>;
  /** The same of `Health/Live`, asked again and again as long as log-ins wait. */
  readonly live: readonly number[];
}

const LIVE_EVERY_MS = 5;

/** @param names one log-in each, all with `password` */
export async function flood(url: string, names: readonly string[], password: string): Promise<Flood> {
  const { host } = new URL(url);
  const pair = await antiForgeryPair(url);
  const bodies = names.map((userName) => JSON.stringify({ userName, password }));
  const answers = new Map<number, number[]>();
  let waiting = true;
  const live = watchLive(url, () => waiting);
  await Promise.all(
    bodies.map(async (body) => {
      const { status, took } = await exchange(url, [
        'POST /api/Login/Login HTTP/1.1',
        `Host: ${host}`,
        'Content-Type: application/json',
        'X-Requested-With: XMLHttpRequest',
        `X-XSRF-TOKEN: ${pair}`,
        `Cookie: XSRF-TOKEN=${pair}`,
        `Content-Length: ${String(Buffer.byteLength(body))}`,
        'Connection: close',
        '',
        body,
      ]);
      answers.set(status, [...(answers.get(status) ?? []), took]);
    }),
  );
  waiting = false;
  return { answers, live: await live };
}

async function antiForgeryPair(url: string): Promise<string> {
  const page = await fetch(`${url}/api/Login/Login`);
  const [, pair] = /XSRF-TOKEN=([^;]+)/.exec(page.headers.getSetCookie().join()) ?? [];
  if (pair === undefined) throw new Error('The server gave no anti-forgery cookie');
  return pair;
}

async function watchLive(url: string, goesOn: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const { host } = new URL(url);
  while (goesOn()) {
    const { took } = await exchange(url, ['GET /api/Health/Live HTTP/1.1', `Host: ${host}`, 'Connection: close', '', '']);
    times.push(took);
    await pause(LIVE_EVERY_MS);
  }
  return times;
}

async function exchange(url: string, lines: readonly string[]): Promise<{ status: number; took: number }> {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  const socket = connect(Number(port), hostname);
  socket.write(lines.join('\r\n'));
  const [first] = (await once(socket, 'data')) as [Buffer];
  const took = performance.now() - began;
  socket.destroy();
  return { status: Number(first.subarray(9, 12)), took };
}
