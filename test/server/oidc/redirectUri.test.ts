/** Redirect URIs are compared exactly, but for the port on loopback literals (RFC 8252, 7.3). */
import { isRedirectTo } from '../../../server/oidc/redirectUri.ts';

test.each<[registered: string, asked: string, same: boolean]>([
  ['http://127.0.0.1/callback', 'http://127.0.0.1:51823/callback', true],
  ['http://127.0.0.1:8080/callback', 'http://127.0.0.1:51823/callback', true],
  ['http://127.0.0.1:8080/callback', 'http://127.0.0.1/callback', true],
  ['http://[::1]/callback', 'http://[::1]:51823/callback', true],
  ['http://127.0.0.1', 'http://127.0.0.1:9/', true],
  ['http://127.0.0.1/callback?tenant=1', 'http://127.0.0.1:9/callback?tenant=1', true],
  ['http://[::1]/callback?tenant=1', 'http://[::1]:65535/callback?tenant=1', true],
  ['http://[::1]:7000/a/b', 'http://[::1]:7001/a/b', true],
  ['https://app.example/callback', 'https://app.example/callback', true],
  ['http://[::1]/callback?tenant=1', 'http://[::1]:51823/callback?tenant=2', false],
  ['http://[::1]/callback', 'http://[0:0:0:0:0:0:0:1]:51823/callback', false],
  ['https://[::1]/callback', 'https://[::1]:51823/callback', false],
  ['http://127.0.0.1/callback', 'http://127.1:51823/callback', false],
  ['http://127.0.0.1/callback', 'http://2130706433:51823/callback', false],
  ['http://127.0.0.1/callback', 'http://user@127.0.0.1:51823/callback', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:51823/callback/../other', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:/callback', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:51823/other', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:51823/callback/', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:51823/callback?x=1', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:51823/callback#x', false],
  ['http://127.0.0.1/callback', 'https://127.0.0.1:51823/callback', false],
  ['http://127.0.0.1/callback', 'http://[::1]:51823/callback', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.2:51823/callback', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:0/callback', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:70000/callback', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:80@evil.example/callback', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1.evil.example/callback', false],
  ['http://localhost/callback', 'http://localhost:51823/callback', false],
  ['https://app.example/callback', 'https://app.example:8443/callback', false],
])('%s and %s are the same: %s', (registered, asked, same) => {
  expect(isRedirectTo(registered, asked)).toBe(same);
});
