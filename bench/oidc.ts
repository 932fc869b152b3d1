/** The OpenID Connect provider: sign-ins to applications, reads of userinfo, refreshes; and what it takes once it is needed. */
import { createHash } from 'node:crypto';
import type { BenchServer } from './benchServer.ts';
import { logIn, sendRequest, type Reply } from './client.ts';
import { residentBytes } from './cpu.ts';
import { rateOf, relative, ROUNDS } from './rate.ts';
import { atMost, unbudgeted, type ResultRow } from './resultTable.ts';
import { bareRate, perSecond, pickUserNames, requireSuccess } from './server.ts';
import { median, ms } from './statistics.ts';

const APPLICATIONS = 10;
const SESSIONS = 190;
/** Each sign-in has another session and application, so that it is new, with its event and its count. */
const SIGN_INS = 300;
const CALLBACK = 'https://wiki.example/callback';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const DISCOVERY = '/oidc/.well-known/openid-configuration';

interface Registered {
  readonly id: string;
  readonly authorization: string;
}
interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

export async function measureOidc(site: BenchServer): Promise<ResultRow[]> {
  const applications = await register(site);
  const names = await pickUserNames(site, SESSIONS);
  const sessions: Readonly<Record<string, string>>[] = [];
  for (const name of names) sessions.push((await logIn(site.url, name)).headers);
  const started = await measureFirstUse(site);
  const bare = (await bareRate(site)).perCoreSecond;

  const issued: { readonly application: Registered; tokens: Tokens }[] = [];
  const signIns = await rateOf(SIGN_INS, 4, async (turn) => {
    const application = applications[turn % APPLICATIONS] as Registered;
    const session = sessions[Math.floor(turn / APPLICATIONS)] as Readonly<Record<string, string>>;
    const tokens = await signIn(site, application, session);
    await userinfo(site, tokens);
    issued.push({ application, tokens });
  });
  const last = issued.slice(-SIGN_INS);
  const reads = await rateOf(1000, 8, (turn) => userinfo(site, last[turn % last.length]?.tokens as Tokens));
  const refreshes = await rateOf(SIGN_INS, 4, async (turn) => {
    const slot = last[turn % last.length] as (typeof last)[number];
    const form = { grant_type: 'refresh_token', refresh_token: slot.tokens.refresh_token };
    slot.tokens = await token(site, slot.application, form);
  });
  return [
    ...started,
    unbudgeted('a bare Fastify route with one select, per core', perSecond(bare)),
    relative('sign-ins: authorization, token, userinfo; to the bare route', signIns, bare, 0.015),
    relative('userinfo, to the bare route', reads, bare, 0.1),
    relative('refreshes, to the bare route', refreshes, bare, 0.04),
  ];
}

async function register(site: BenchServer): Promise<Registered[]> {
  const admin = await logIn(site.url, 'sysadmin');
  const made: Registered[] = [];
  for (let index = 0; index < APPLICATIONS; index += 1) {
    const reply = await admin.send('POST', '/api/Applications', {
      applicationName: `Bench ${String(index)}`,
      displayName: `Bench ${String(index)}`,
      startUrl: 'https://wiki.example/',
      redirectUris: [CALLBACK],
      postLogoutRedirectUris: [],
      backchannelLogoutUri: null,
      publicKeys: null,
      scopes: ['openid', 'profile', 'email', 'roles', 'offline_access'],
      pairwise: false,
      own: true,
      organisationPublicIds: null,
      roles: null,
      impersonation: false,
    });
    const { application, secret } = JSON.parse(requireSuccess(reply).text) as {
      application: { applicationId: string };
      secret: string;
    };
    const { applicationId: id } = application;
    made.push({ id, authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` });
  }
  return made;
}

/** The provider is loaded by its first request, not at the start of the server. */
async function measureFirstUse(site: BenchServer): Promise<ResultRow[]> {
  const ask = () => sendRequest(`${site.url}${DISCOVERY}`, 'GET', {});
  requireSuccess(await ask());
  const [times, sizes]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await site.restart();
    const before = residentBytes(site.pid);
    times.push(requireSuccess(await ask()).tookMs);
    sizes.push((residentBytes(site.pid) - before) / 1e6);
  }
  return [
    atMost('the provider is made at the first request to it', median(times), 1000, ms),
    atMost('its memory from then on', median(sizes), 80, (size) => `${size.toFixed(0)} MB`),
  ];
}

async function signIn(site: BenchServer, application: Registered, session: Readonly<Record<string, string>>): Promise<Tokens> {
  const query = new URLSearchParams({
    client_id: application.id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid profile email roles',
    state: 'state',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  });
  const { location = '' } = requireSuccess(await sendRequest(`${site.url}/oidc/auth?${query.toString()}`, 'GET', session));
  const code = URL.parse(location)?.searchParams.get('code') ?? '';
  return token(site, application, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  });
}

async function token(site: BenchServer, { authorization }: Registered, form: Record<string, string>): Promise<Tokens> {
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(form).toString();
  return JSON.parse(requireSuccess(await sendRequest(`${site.url}/oidc/token`, 'POST', headers, body)).text) as Tokens;
}

const userinfo = async (site: BenchServer, { access_token: value }: Tokens): Promise<Reply> =>
  requireSuccess(await sendRequest(`${site.url}/oidc/me`, 'GET', { authorization: `Bearer ${value}` }));
