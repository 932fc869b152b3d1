/** Requests to entered addresses: they never reach this machine or its network, unless the operator allows the host. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublicAddress, outboundFetch, providerFetch } from '../../../server/http/outbound.ts';

const PUBLIC = () => 'https://id.example.com';

test.each([
  ['1.1.1.1', true],
  ['172.15.0.1', true],
  ['172.32.0.1', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['127.255.0.9', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:1.1.1.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['not an address', false],
])('%s is public: %s', (address, is) => {
  expect(isPublicAddress(address)).toBe(is);
});

describe('A listener on this machine', () => {
  let listener: Server;
  let paths: string[] = [];
  const port = () => String((listener.address() as AddressInfo).port);
  beforeAll(async () => {
    listener = createServer((request, response) => {
      paths.push(request.url ?? '');
      if (request.url === '/moved') response.writeHead(302, { location: '/target' }).end();
      else if (request.url === '/long') response.end(Buffer.alloc(2 * 1024 * 1024));
      else response.end('inside');
    });
    await new Promise<void>((resolve) => {
      listener.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(() => {
    listener.close();
  });
  beforeEach(() => {
    paths = [];
  });

  const outbound = (hosts: string[] = [], publicUrl = PUBLIC) => outboundFetch({ ALLOWED_INTERNAL_HOSTS: hosts }, publicUrl);

  test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0', '127.1'])(
    'is not reached as %s',
    async (host) => {
      await expect(outbound()(`http://${host}:${port()}/`)).rejects.toThrow(/not a public address/);
      expect(paths).toEqual([]);
    },
  );

  test('is reached under a name that the operator allows, and under no other', async () => {
    const allowed = outbound(['localhost']);
    expect(await (await allowed(`http://localhost:${port()}/`)).text()).toBe('inside');
    await expect(allowed(`http://127.0.0.1:${port()}/`)).rejects.toThrow(/ALLOWED_INTERNAL_HOSTS/);
  });

  test('is reached as an identity provider at an address that the operator allows and below, and nowhere else', async () => {
    const at = (path: string) => `http://localhost:${port()}${path}`;
    const provider = providerFetch({ ALLOWED_INTERNAL_PROVIDERS: [at('/realms/one')] }, PUBLIC);
    expect((await provider(at('/realms/one/metadata'))).status).toBe(200);
    for (const path of ['/', '/realms', '/realms/one-more', '/realms/one/../two'])
      await expect(provider(at(path))).rejects.toThrow(/ALLOWED_INTERNAL_PROVIDERS/);
    await expect(provider(`http://127.0.0.1:${port()}/realms/one`)).rejects.toThrow(/ALLOWED_INTERNAL_PROVIDERS/);
    await expect(outbound([])(at('/realms/one'))).rejects.toThrow(/ALLOWED_INTERNAL_HOSTS/);
    expect(paths).toEqual(['/realms/one/metadata']);
  });

  test('is reached by an installation that is itself on this machine; the machines beside it are not', async () => {
    const local = outbound([], () => 'http://localhost:8080');
    expect((await local(`http://127.0.0.1:${port()}/`)).status).toBe(200);
    await expect(local('http://169.254.169.254/latest/meta-data')).rejects.toThrow(/not a public address/);
  });

  test('leads nowhere else, and can’t fill the memory', async () => {
    const allowed = outbound(['127.0.0.1']);
    const moved = await allowed(`http://127.0.0.1:${port()}/moved`);
    expect([moved.status, moved.headers.get('location'), paths]).toEqual([302, '/target', ['/moved']]);
    await expect(allowed(`http://127.0.0.1:${port()}/long`)).rejects.toThrow(/longer than/);
  });

  test('is not reached under a name that becomes it after it was checked (DNS rebinding), or is it among others', async () => {
    const ending = new AbortController();
    const answers = [['1.1.1.1'], ['127.0.0.1'], ['1.1.1.1', '127.0.0.1'], ['1.1.1.1', '::1']];
    const asked: string[] = [];
    const rebound = outboundFetch({ ALLOWED_INTERNAL_HOSTS: [] }, PUBLIC, (name, _options, callback) => {
      const found = answers[asked.length] ?? [];
      asked.push(name);
      // No request of the test leaves this machine.
      if (asked.length === 1) ending.abort();
      callback(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    });
    const address = `http://rebound.example:${port()}/metadata`;
    await expect(rebound(address, { signal: ending.signal })).rejects.toThrow('abort');
    for (let tried = 1; tried < answers.length; tried += 1)
      await expect(rebound(address)).rejects.toThrow(/not a public address/);
    expect(asked).toEqual(answers.map(() => 'rebound.example'));
    expect(paths).toEqual([]);
  });

  test('gets what is sent to it', async () => {
    const allowed = outbound(['127.0.0.1']);
    const body = new URLSearchParams({ logout_token: 'a b' });
    expect((await allowed(`http://127.0.0.1:${port()}/sent`, { method: 'POST', body })).status).toBe(200);
    expect(paths).toEqual(['/sent']);
  });
});
