/** An address is one thing, however it is written: when it is stored, and when it is asked for. */
import { canonicalAddress } from '../../../server/http/ipAddress.ts';
import { asSource, isAmong } from '../../../server/session/sourceAddresses.ts';
import { createClient } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { TRUST_PROXY: '1' } });

const spellings = [
  ['2001:db8::7', '2001:DB8:0:0::7', '2001:0db8:0000:0000:0000:0000:0000:0007', '[2001:db8::7]', '[2001:db8::7]:4711'],
  ['192.0.2.233', '::ffff:192.0.2.233', '::FFFF:C000:02E9', '0:0:0:0:0:ffff:192.0.2.233', '192.0.2.233:4711'],
  ['2001:db8:1:1:1:1:1:1', '2001:DB8:1:1:1:1:1:1', '2001:db8:1:0001:1:1:1:1'],
  ['fe80::1', 'FE80::1', 'fe80:0::1', 'fe80::0.0.0.1'],
  // The first of two equal runs of zeros is left out; only `::ffff:` is IPv4.
  ['2001:db8::1:0:0:1', '2001:DB8:0:0:1:0:0:1', '2001:db8:0:0:1::1'],
  ['::c000:2e9', '::192.0.2.233', '0:0:0:0:0:0:c000:02e9'],
  ['::ffff:0:c000:2e9', '::ffff:0:192.0.2.233'],
  ['64:ff9b::c000:2e9', '64:FF9B::192.0.2.233'],
  ['::', '0:0:0:0:0:0:0:0', '[::]'],
  ['::1', '0:0:0:0:0:0:0:1', '::0001', '[::1]'],
] as const satisfies readonly (readonly [string, ...string[]])[];

test.each<readonly [string, ...string[]]>(spellings)(
  '%s is stored as that, and found by each of its spellings',
  async (canonical, ...others) => {
    const all = [canonical, ...others];
    for (const written of all) {
      const body = { userName: `nobody_${canonical}`, password: 'wrong' };
      await createClient(site, { headers: { 'X-Forwarded-For': written } }).call('Login.Login', { body });
    }
    const reader = await logInAs(site, 'sysadmin');
    const found = async (ip: string) => (await reader.ok('Users.AuditReport', { ip, action: 'Login.Login' })).events;
    expect((await found(canonical)).map(({ ip }) => ip)).toEqual(all.map(() => canonical));
    for (const asked of others.filter((each) => canonicalAddress(each) !== undefined))
      expect([asked, (await found(asked)).length]).toEqual([asked, all.length]);
    for (const written of others.filter((each) => asSource(each) !== undefined)) {
      expect(asSource(written)).toBe(canonical);
      expect(isAmong(written, [canonical])).toBe(true);
    }
  },
);

test.each([
  ['::ffff:10.1.0.0/112', '10.1.0.0/16'],
  ['2001:DB8::/32', '2001:db8::/32'],
  ['10.0.0.0/08', '10.0.0.0/8'],
])('The network %s is %s', (typed, canonical) => {
  expect(asSource(typed)).toBe(canonical);
});

test.each(['1.2.3', '01.2.3.4', 'example.com', '', '::ffff:1.2.3.4/90', '2001:db8::/129', 'fe80::1%eth0', '1.2.3.4/-1'])(
  '%j is no address of a key',
  (typed) => {
    expect(asSource(typed)).toBeUndefined();
  },
);
