/** HTTP clients with little overhead. */
import { Agent, request } from 'node:http';
import { DEMO_PASSWORD } from '../server/demo/accounts.ts';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly tookMs: number;
  readonly location: string | undefined;
}

export interface LoggedInClient {
  get(path: string): Promise<Reply>;
  send(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown): Promise<Reply>;
  /** Sends a body as it is. */
  sendText(method: 'POST' | 'PUT', path: string, text: string): Promise<Reply>;
  readonly headers: Readonly<Record<string, string>>;
}

const agent = new Agent({ keepAlive: true });

/** One request over a kept-alive connection; cheaper than `fetch`. */
export function sendRequest(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Uint8Array,
): Promise<Reply & { cookies: string[] }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          text,
          tookMs: performance.now() - began,
          location: response.headers.location,
          cookies: response.headers['set-cookie'] ?? [],
        });
      });
      response.once('error', reject);
    });
    call.once('error', reject);
    call.end(body);
  });
}

export interface Browser {
  /** Sends a request with the browser's cookies, and keeps new ones. */
  send(method: 'POST', path: string, body: unknown): Promise<Reply>;
  readonly cookies: ReadonlyMap<string, string>;
  /** Headers of the next call. */
  headers(): Readonly<Record<string, string>>;
}

/** A browser that has called what the login page calls. @param kept its cookies from before */
export async function browse(url: string, kept: ReadonlyMap<string, string> = new Map()): Promise<Browser> {
  const cookies = new Map(kept);
  const headers = () => ({
    'content-type': 'application/json',
    'x-requested-with': 'XMLHttpRequest',
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  const keep = ({ cookies: set }: { cookies: string[] }) => {
    for (const [, name = '', value = ''] of set.map((cookie) => /^([^=]+)=([^;]*)/.exec(cookie) ?? [])) cookies.set(name, value);
  };
  keep(await sendRequest(`${url}/api/Login/Login`, 'GET', {}));
  return {
    cookies,
    headers,
    async send(method, path, body) {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const reply = await sendRequest(`${url}${path}`, method, headers(), text);
      keep(reply);
      return reply;
    },
  };
}

/** Logs in with the demo password. @throws Error unless a full session results */
export async function logIn(url: string, userName: string): Promise<LoggedInClient> {
  const browser = await browse(url);
  const answer = await browser.send('POST', '/api/Login/Login', { userName, password: DEMO_PASSWORD });
  if (!answer.text.includes('SignedIn')) throw new Error(`${userName} could not log in: ${answer.text}`);
  const session = browser.headers();
  return {
    headers: session,
    get: (path) => sendRequest(`${url}${path}`, 'GET', session),
    sendText: (method, path, text) => sendRequest(`${url}${path}`, method, session, text),
    send: (method, path, body) =>
      sendRequest(`${url}${path}`, method, session, body === undefined ? undefined : JSON.stringify(body)),
  };
}
