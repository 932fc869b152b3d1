/** Logins through an organisation's own OpenID Connect provider, which runs in this process and costs the server nothing. */
import { startRogueProvider } from '../test/support/rogueProvider.ts';
import { UPSTREAM_CLIENT } from '../test/support/upstream.ts';
import type { Connection } from '../api/contract/identityProviders.shapes.ts';
import type { BenchServer } from './benchServer.ts';
import { logIn, sendRequest, type Reply } from './client.ts';
import { rateOf, relative } from './rate.ts';
import type { ResultRow } from './resultTable.ts';
import { bareRate, requireSuccess } from './server.ts';

const LOGINS = 200;
const OWNERS = 50;

export async function measureProviderLogins(site: BenchServer): Promise<ResultRow[]> {
  const provider = await startRogueProvider();
  try {
    const connectionId = await connect(site, provider.issuer);
    const { perCoreSecond: bare } = await bareRate(site);
    const nonces = new Map<string, { readonly nonce: string; readonly sub: string }>();
    provider.claims = (code) => ({ ...nonces.get(code) });
    const rate = await rateOf(LOGINS, 3, async (turn) => {
      const there = await sendRequest(`${site.url}/sso/start/${connectionId}`, 'GET', {});
      const asked = new URL(there.location ?? '').searchParams;
      const code = `code ${String(turn)}`;
      nonces.set(code, { nonce: asked.get('nonce') ?? '', sub: `bench ${String(turn % OWNERS)}` });
      const answer = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
      const cookie = there.cookies.map((each) => each.split(';')[0]).join('; ');
      const back = await sendRequest(`${site.url}/sso/oidc/${connectionId}/callback?${answer}`, 'GET', { cookie });
      if (back.location?.includes('problem') !== false) throw new Error(`A login ended at ${String(back.location)}`);
    });
    return [relative('logins by an OpenID Connect provider (start, token and login), to the bare route', rate, bare, 0.02)];
  } finally {
    provider.close();
  }
}

/** Adds a connection that is on, with linked users, and no limit for the address of this process. */
async function connect(site: BenchServer, issuer: string): Promise<string> {
  const admin = await logIn(site.url, 'sysadmin');
  const [{ id } = { id: '' }] = await site.query<{ id: string }>(
    `SELECT organisation_id AS id FROM organisations WHERE name = 'Harbour Mutual'`,
  );
  const body = { name: 'Bench', vendor: 'other', issuer, ...UPSTREAM_CLIENT };
  const reply: Reply = requireSuccess(await admin.send('POST', `/api/Connections/${id}`, body));
  const { connectionId } = JSON.parse(reply.text) as Connection;
  requireSuccess(await admin.send('PUT', `/api/Connections/Enable/${id}/${connectionId}/true`));
  await site.query(`
    INSERT INTO identities (identity_id, connection_id, issuer, subject, user_id, created_at)
    SELECT gen_random_uuid(), '${connectionId}', '${issuer}', 'bench ' || row_number() OVER (ORDER BY user_id) - 1, user_id, now()
      FROM (SELECT user_id FROM users WHERE organisation_id = '${id}' AND enabled AND registered_at IS NOT NULL AND roles = '{Member}'
               AND locked_until IS NULL AND mfa_enrolled_at IS NULL ORDER BY user_id LIMIT ${String(OWNERS)}) u`);
  await site.query(`INSERT INTO throttles (bucket, hits, resets_at) SELECT 'sso:' || address, -1000000, now() + interval '1 day'
    FROM unnest('{127.0.0.1,0000:0000:0000:0000::/64}'::text[]) address`);
  return connectionId;
}
