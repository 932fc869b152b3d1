/** Many simultaneous logins, each over its own connection, and the latency of other requests meanwhile. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

interface FloodResult {
  /** Milliseconds from connecting to the response's first bytes, by status. */
  readonly answerMs: ReadonlyMap<number, readonly number[]>;
  /** Milliseconds of `Health/Live`, requested repeatedly while logins are pending. */
  readonly liveMs: readonly number[];
}

const LIVE_EVERY_MS = 5;

/** @param names user names, one login each, all with `password` */
export async function loginFlood(url: string, names: readonly string[], password: string): Promise<FloodResult> {
  const { host } = new URL(url);
  const token = await fetchXsrfToken(url);
  const bodies = names.map((userName) => JSON.stringify({ userName, password }));
  const answerMs = new Map<number, number[]>();
  let waiting = true;
  const liveMs = probeLive(url, () => waiting);
  await Promise.all(
    bodies.map(async (body) => {
      const { status, tookMs } = await rawRequest(url, [
        'POST /api/Login/Login HTTP/1.1',
        `Host: ${host}`,
        'Content-Type: application/json',
        'X-Requested-With: XMLHttpRequest',
        `X-XSRF-TOKEN: ${token}`,
        `Cookie: XSRF-TOKEN=${token}`,
        `Content-Length: ${String(Buffer.byteLength(body))}`,
        'Connection: close',
        '',
        body,
      ]);
      answerMs.set(status, [...(answerMs.get(status) ?? []), tookMs]);
    }),
  );
  waiting = false;
  return { answerMs, liveMs: await liveMs };
}

async function fetchXsrfToken(url: string): Promise<string> {
  const page = await fetch(`${url}/api/Login/Login`);
  const [, token] = /XSRF-TOKEN=([^;]+)/.exec(page.headers.getSetCookie().join()) ?? [];
  if (token === undefined) throw new Error('The server gave no anti-forgery cookie');
  return token;
}

async function probeLive(url: string, isRunning: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const { host } = new URL(url);
  while (isRunning()) {
    const { tookMs } = await rawRequest(url, ['GET /api/Health/Live HTTP/1.1', `Host: ${host}`, 'Connection: close', '', '']);
    times.push(tookMs);
    await pause(LIVE_EVERY_MS);
  }
  return times;
}

async function rawRequest(url: string, lines: readonly string[]): Promise<{ status: number; tookMs: number }> {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  const socket = connect(Number(port), hostname);
  socket.write(lines.join('\r\n'));
  const [first] = (await once(socket, 'data')) as [Buffer];
  const tookMs = performance.now() - began;
  socket.destroy();
  return { status: Number(first.subarray(9, 12)), tookMs };
}
