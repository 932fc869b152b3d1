/** The browser transport: cookies, activity, uploads, downloads, preloaded responses. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserTransport } from '@api/client/browserTransport.ts';
import type { Progress, WireInit } from '@api/client/transport.ts';
import { usersApi } from '@api/client/users.api.ts';
import { clientStore } from './clientStore.ts';
import { visit } from '../../support/visit.ts';

describe('cookies', () => {
  beforeEach(() => {
    visit({ url: 'http://gatehouse.example' });
  });

  test('are read by their full name and decoded', () => {
    document.cookie = 'OTHER-XSRF-TOKEN=wrong';
    document.cookie = 'XSRF-TOKEN=a%2Bb%3D%3D';
    expect(browserTransport().cookies('XSRF-TOKEN')).toEqual(['a+b==']);
    expect(browserTransport().cookies('TOKEN')).toEqual([]);
  });

  test.each([
    ['another application’s for a longer path', 'XSRF-TOKEN=eyJpdiI6; XSRF-TOKEN=a%2Bb', ['eyJpdiI6', 'a+b']],
    ['one that cannot be decoded', 'XSRF-TOKEN=%E0%A4%A; XSRF-TOKEN=ours', ['%E0%A4%A', 'ours']],
    ['an empty one', 'XSRF-TOKEN=; x=1; XSRF-TOKEN=ours', ['', 'ours']],
    ['one after ours', 'XSRF-TOKEN=ours; XSRF-TOKEN=theirs', ['ours', 'theirs']],
    ['one with an equals sign', 'XSRF-TOKEN=a=b; XSRF-TOKEN=ours', ['a=b', 'ours']],
  ])('of one name are all read, with %s', (_what, cookie, values) => {
    const several = jest.spyOn(document, 'cookie', 'get').mockReturnValue(cookie);
    expect(browserTransport().cookies('XSRF-TOKEN')).toEqual(values);
    several.mockRestore();
  });

  test('blocked by the browser count as absent', () => {
    const blocked = jest.spyOn(document, 'cookie', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied', 'SecurityError');
    });
    expect(browserTransport().cookies('XSRF-TOKEN')).toEqual([]);
    blocked.mockRestore();
  });
});

test('the user is active until a minute after the last key or pointer event', () => {
  jest.useFakeTimers();
  const { isUserActive } = browserTransport();
  expect(isUserActive()).toBe(true);
  jest.advanceTimersByTime(60_001);
  expect(isUserActive()).toBe(false);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  expect(isUserActive()).toBe(true);
  jest.useRealTimers();
});

test('waiting ends at once when the call is aborted', async () => {
  const stop = new AbortController();
  const waiting = browserTransport().wait(3_600_000, stop.signal);
  stop.abort();
  await waiting;
  await browserTransport().wait(3_600_000, stop.signal);
});

test('a page opened from a file makes no calls', async () => {
  visit({ url: 'file:///home/someone' }, '/index.html');
  const store = clientStore(browserTransport());
  const { error } = await store.dispatch(usersApi.endpoints.unlockUser.initiate({ userName: 'someone' }));
  expect(error).toEqual({ kind: 'unsupportedProtocol' });
});

test('requests carry the language of the page', () => {
  document.documentElement.lang = 'de';
  expect(browserTransport().language()).toBe('de');
});

describe('uploads', () => {
  type Answer = (request: IncomingMessage, response: ServerResponse) => void;
  let server: Server;
  let answer: Answer;
  let url = '';

  beforeAll(async () => {
    server = createServer((request, response) => {
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    visit({ url });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const form = (): FormData => {
    const fields = new FormData();
    fields.append('attachments', new File(['x'.repeat(200_000)], 'log.txt'));
    return fields;
  };
  const init = (signal = new AbortController().signal): WireInit => ({
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    body: form(),
    credentials: 'same-origin',
    signal,
  });
  const upload = (signal?: AbortSignal, onProgress: (progress: Progress) => void = () => undefined) =>
    browserTransport().upload(`${url}/api/Support/CreateTicket`, init(signal), onProgress);

  test('report progress, and return the reply as fetch does', async () => {
    let received = 0;
    let header: unknown;
    answer = (request, response) => {
      header = request.headers['x-requested-with'];
      request.on('data', (chunk: Buffer) => (received += chunk.length));
      request.on('end', () => {
        response.writeHead(201, { 'Content-Type': 'application/json', 'Retry-After': '3' }).end('{"ticketNumber":"T-1"}');
      });
    };
    const progress: Progress[] = [];
    const reply = await upload(undefined, (at) => progress.push(at));
    expect(reply.status).toBe(201);
    expect(reply.headers.get('Retry-After')).toBe('3');
    expect(await reply.text()).toBe('{"ticketNumber":"T-1"}');
    expect(header).toBe('XMLHttpRequest');
    expect(received).toBeGreaterThan(200_000);
    expect(progress.at(-1)?.done).toBeGreaterThanOrEqual(200_000);
  });

  test('can be cancelled', async () => {
    answer = () => undefined;
    const stop = new AbortController();
    const running = upload(stop.signal);
    stop.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await expect(upload(stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('may take as long as they need: the client has no timeout', async () => {
    const limit = jest.spyOn(XMLHttpRequest.prototype, 'timeout', 'set');
    answer = (request, response) => {
      request.resume().on('end', () => response.writeHead(201).end('{}'));
    };
    expect((await upload()).status).toBe(201);
    expect(limit).not.toHaveBeenCalled();
    limit.mockRestore();
  });

  test('that lose the connection fail as fetch does', async () => {
    // jsdom logs every broken connection.
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    answer = (request) => request.socket.destroy();
    await expect(upload()).rejects.toBeInstanceOf(TypeError);
    logged.mockRestore();
  });
});

test('a download is saved under its file name', () => {
  const clicked: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.download} ${this.href}`);
  });
  URL.createObjectURL = () => 'blob:here';
  URL.revokeObjectURL = () => undefined;
  browserTransport().save('users.csv', new Blob(['a']));
  expect(clicked).toEqual(['users.csv blob:here']);
  click.mockRestore();
});

describe('responses preloaded by the page before its scripts ran', () => {
  const init = { headers: { 'X-XSRF-TOKEN': 'own' }, credentials: 'same-origin', signal: new AbortController().signal } as const;
  const pageWith = (xsrfToken: string) =>
    Object.assign(Object.create(window) as Window & typeof globalThis, {
      preloaded: { xsrfToken, responses: new Map([['/api/Login/Check', Promise.resolve(new Response('preloaded'))]]) },
      location: { protocol: 'http:' },
      addEventListener: () => undefined,
      fetch: () => Promise.resolve(new Response('asked')),
    });
  const responsesFor = async (xsrfToken: string, ...methods: string[]) => {
    const { fetch } = browserTransport(pageWith(xsrfToken));
    const replies: string[] = [];
    for (const method of methods) replies.push(await (await fetch('/api/Login/Check', { ...init, method })).text());
    return replies;
  };

  test('are used once', async () => {
    expect(await responsesFor('own', 'GET', 'GET')).toEqual(['preloaded', 'asked']);
  });

  test('are not used after a write', async () => {
    expect(await responsesFor('own', 'PUT', 'GET')).toEqual(['asked', 'asked']);
  });

  test('are not used in another session', async () => {
    expect(await responsesFor('other', 'GET')).toEqual(['asked']);
  });

  test('are not used once they are old', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(30_001);
    expect(await responsesFor('own', 'GET')).toEqual(['asked']);
    clock.mockRestore();
  });
});
