/** SPEC.md point 7: each of its calls is sent with its method, path, query and body, and with the common headers. */
import { specCalls } from '../../registry/specCalls.ts';
import { clientStore } from './clientStore.ts';
import { argFor, endpoints, someArgs } from './everyEndpoint.ts';
import { type Received, scripted } from './scriptedTransport.ts';

const queries = Object.fromEntries(specCalls.flatMap(({ query }) => query).map((name) => [name, `some-${name}`]));
const sent: Received[] = [];

beforeAll(async () => {
  for (const endpoint of endpoints) {
    const wire = scripted(() => ({ json: { outcome: 'SignedIn' } }), {
      cookies: (name) => (name === 'XSRF-TOKEN' ? ['token-1'] : []),
    });
    const store = clientStore(wire.transport);
    await store.dispatch(endpoint.initiate(argFor(endpoint, someArgs(queries))) as never);
    sent.push(...wire.received.slice(0, 1));
  }
});

const kindOf = (body: unknown) => (body === undefined ? undefined : body instanceof FormData ? 'multipart' : 'json');

test.each(specCalls)('$line', ({ method, path, query, body }) => {
  const filled = `/api${path.replaceAll(/\{(\w+)\}/g, 'some-$1')}`;
  const call = sent.find((one) => one.method === method && one.url.split('?')[0] === filled);
  expect(Object.fromEntries(new URLSearchParams(call?.url.split('?')[1]))).toMatchObject(
    Object.fromEntries(query.map((name) => [name, `some-${name}`])),
  );
  expect(call?.headers).toMatchObject({ 'X-Requested-With': 'XMLHttpRequest', 'X-XSRF-TOKEN': 'token-1' });
  expect(kindOf(call?.body)).toBe(body);
  expect(call?.headers['Content-Type']).toBe(body === 'json' ? 'application/json' : undefined);
});
