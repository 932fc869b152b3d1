/** @jest-environment <rootDir>/test/support/jsdomEnvironment.ts */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { visit } from './visit.ts';

let server: Server;
let requests: IncomingMessage[];

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    if (request.url === '/never') return;
    response.setHeader('Set-Cookie', ['XSRF-TOKEN=token; Path=/', 'session=secret; HttpOnly; Path=/']);
    response.end('"answer"');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  visit({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, '/Users/List?x=1');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('A page in jsdom', () => {
  test('is at the address it visited', () => {
    expect(window.location.pathname + window.location.search).toBe('/Users/List?x=1');
  });

  test('fetches relative addresses and keeps cookies as a browser does', async () => {
    expect(await (await fetch('/api/One')).json()).toBe('answer');
    expect(document.cookie).toBe('XSRF-TOKEN=token');
    await fetch(new Request('/api/Two'));
    expect(requests.map(({ url, headers }) => [url, headers.cookie, headers.origin])).toEqual([
      ['/api/One', undefined, window.location.origin],
      ['/api/Two', 'XSRF-TOKEN=token; session=secret', window.location.origin],
    ]);
  });

  test('stops a request by a signal of its own kind', async () => {
    const controller = new AbortController();
    const request = fetch('/never', { signal: controller.signal });
    controller.abort();
    await expect(request).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('uploads files by XMLHttpRequest on its own origin', async () => {
    const form = new FormData();
    form.append('attachments', new File(['text'], 'note.txt'));
    const upload = new XMLHttpRequest();
    upload.open('POST', '/api/Support');
    upload.send(form);
    await new Promise((resolve) => {
      upload.addEventListener('loadend', resolve);
    });
    expect(upload.responseText).toBe('"answer"');
    expect(requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data/);
  });
});
