/**
 * Everything that opens an account: made for a user, and found again. What a test's act has ended is judged after the account itself is
 * as it was before, so that nothing merely sleeps.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { CookieJar } from 'tough-cookie';
import { type DIRECTORYS, logInAtProvider, manage, newConnection, type PROVIDERS, type Scene } from './accountScene.ts';
import { createClient, type Client } from './client.ts';
import { DEMO_PASSWORD } from './logInAs.ts';
import { register, signIn } from './oidc.ts';
import { arrive } from './rogueProvider.ts';
import type { TestServer } from './server.ts';
import { proveDomain, type SsoMember } from './sso.ts';

export const openers = [
  'password',
  'authenticator',
  'recoveryCodes',
  'passkey',
  'rememberedBrowser',
  'session',
  'impersonation',
  'applicationTokens',
  'apiKey',
  'recoveryLink',
  'recoveryGrant',
  'pendingEmail',
  'attemptAwaitingProof',
  'attemptToLink',
  'linkBySession',
  'linkByProof',
  'linkAtFirstLogin',
] as const;
export type Opener = (typeof openers)[number];

type Organisation = typeof DIRECTORYS | typeof PROVIDERS;

/** Connections of one organisation: one account has at most one link by each. */
export interface Connections {
  readonly organisation: Organisation;
  readonly domain: string;
  readonly first: string;
  readonly session: string;
  readonly proof: string;
  readonly waiting: string;
}

export async function openerConnections(scene: Scene, organisation: Organisation, groupsClaim: string): Promise<Connections> {
  const domain = `${randomUUID()}.example`;
  await proveDomain(scene.site, domain, organisation);
  const organisationId = scene.organisationIds[organisation];
  const connect = (settings = {}) => newConnection({ ...scene, organisationId }, settings);
  return {
    organisation,
    domain,
    first: await connect({ createsUsers: true }),
    session: await connect(),
    proof: await connect({ groupsClaim }),
    waiting: await connect(),
  };
}

export interface OpenAccount extends SsoMember {
  readonly organisationId: string;
  /** A session of the owner, who may end others. */
  readonly own: Client;
  /** The subject at the provider of the link that the owner has proven. */
  readonly provenSubject: string;
  /** The id by which the directory knows the user, if it manages the account. */
  readonly externalId: string | undefined;
  /** Makes the account as it was before, as far as that opens nothing by itself, and finds what still opens it. */
  readonly stillOpen: () => Promise<Opener[]>;
}

const token = () => randomBytes(32).toString('base64url');
const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** A session, from SQL: a login by password a moment ago. */
export async function sessionOf(
  site: TestServer,
  userId: string,
  impersonatorId: string | null = null,
): Promise<{ readonly sessionId: string; readonly client: (server?: { readonly url: string }) => Promise<Client> }> {
  const secret = token();
  const { sessionId } = await site.database.row<{ sessionId: string }>(
    `INSERT INTO sessions (session_id, token_hash, user_id, kind, remember, created_at, last_seen_at, authenticated_at, expires_at, idle_ms,
                           methods, impersonator_id, impersonation_since, impersonation_access)
     VALUES (gen_random_uuid(), $1, $2, 'full', false, now(), now(), now(), now() + interval '1 hour', 3600000,
             CASE WHEN $3::uuid IS NULL THEN '{pwd}'::text[] ELSE '{}' END, $3, CASE WHEN $3::uuid IS NULL THEN NULL ELSE now() END, 'act')
     RETURNING session_id AS "sessionId"`,
    [sha256(secret), userId, impersonatorId],
  );
  return {
    sessionId,
    async client(server = site) {
      const jar = new CookieJar();
      await jar.setCookie(`session=${secret}; Path=/`, server.url);
      return createClient(server, { jar });
    },
  };
}

/** An account made at a first login at the provider, with every opener. */
export async function openAccount(
  scene: Scene,
  at: Connections,
  { managed }: { readonly managed: boolean },
): Promise<OpenAccount> {
  const { site } = scene;
  const { query } = site.database;
  const organisationId = scene.organisationIds[at.organisation];
  const address = `${randomUUID()}@${at.domain}`;
  const subjects = { first: randomUUID(), session: randomUUID(), proof: randomUUID(), waiting: randomUUID() };
  const claims = (sub: string) => ({ sub, email: address, email_verified: true, given_name: 'Ada', family_name: 'Quay' });

  await logInAtProvider(scene, claims(subjects.first), { at: at.first });
  const member = await site.database.row<SsoMember>(
    `UPDATE users SET roles = '{Member}', password_hash = (SELECT password_hash FROM users WHERE user_name = 'ordinary') WHERE email = $1
     RETURNING user_id AS "userId", user_name AS "userName", email`,
    [address],
  );
  const { userId, userName } = member;
  await query(`DELETE FROM scim_users WHERE user_id = $1`, [userId]);
  await query(`UPDATE users SET external_source = NULL, external_id = NULL WHERE user_id = $1`, [userId]);

  const own = await (await sessionOf(site, userId)).client();
  const askToLink = async (connectionId: string) => {
    const { address: start } = await own.ok('Security.Link', { connectionId });
    return new URL(start, site.url);
  };
  const linking = await askToLink(at.session);
  await logInAtProvider(scene, claims(subjects.session), { at: at.session, client: own, query: linking.search });
  const { client: prover } = await logInAtProvider(scene, claims(subjects.proof), { at: at.proof });
  await prover.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });
  await arrive(prover, '/sso/finish');
  await logInAtProvider(scene, claims(subjects.waiting), { at: at.waiting });
  const waitingLink = await askToLink(at.waiting);
  await own.raw(`${waitingLink.pathname}${waitingLink.search}`, { bare: true });

  const elsewhere = await sessionOf(site, userId);
  // The first application of the file serves all accounts.
  const application = await applicationOf(site);
  await signIn(await elsewhere.client(), application);
  const { userId: administratorId } = await site.database.row<{ userId: string }>(
    `SELECT user_id AS "userId" FROM users WHERE user_name = 'sysadmin'`,
  );
  const impersonation = await sessionOf(site, userId, administratorId);
  const hashes = { recovery: sha256(token()), confirm: sha256(token()), grant: sha256(token()), browser: sha256(token()) };
  await query(
    `INSERT INTO links (token_hash, purpose, user_id, created_at, expires_at)
     VALUES ($1, 'recovery', $3, now(), now() + interval '1 day'), ($2, 'confirmEmail', $3, now(), now() + interval '1 day')`,
    [hashes.recovery, hashes.confirm, userId],
  );
  await query(
    `INSERT INTO grants (token_hash, purpose, user_id, link_hash, created_at, expires_at)
     VALUES ($1, 'recovery', $2, $3, now(), now() + interval '1 hour')`,
    [hashes.grant, userId, hashes.recovery],
  );
  await query(
    `INSERT INTO remembered_browsers (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, now(), now() + interval '1 day')`,
    [hashes.browser, userId],
  );
  await query(
    `INSERT INTO api_keys (key_id, user_id, name, prefix, secret_hash, created_at)
     VALUES (gen_random_uuid(), $1, 'nightly', gen_random_uuid()::text, $2, now())`,
    [userId, hashes.browser],
  );
  await query(
    `INSERT INTO passkeys (passkey_id, user_id, credential_id, public_key, sign_count, backup_eligible, backed_up, transports, name, device, created_at)
     VALUES (gen_random_uuid(), $1, gen_random_uuid()::text, '\\x00', 0, true, true, '{internal}', 'Phone', 'Phone', now())`,
    [userId],
  );
  await query(`INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES ($1, $2, now())`, [userId, hashes.confirm]);
  await query(
    `UPDATE users SET mfa_secret = 'x', mfa_enrolled_at = now(), pending_email = user_id || '@pending.example', pending_email_at = now(),
            pending_email_by = $2 WHERE user_id = $1`,
    [userId, administratorId],
  );
  const externalId = managed ? await manage(scene, member) : undefined;

  const rows = {
    password: `FROM users WHERE user_id = $1 AND password_hash = (SELECT password_hash FROM users WHERE user_name = 'ordinary')`,
    authenticator: `FROM users WHERE user_id = $1 AND mfa_secret IS NOT NULL`,
    recoveryCodes: `FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL`,
    passkey: `FROM passkeys WHERE user_id = $1`,
    rememberedBrowser: `FROM remembered_browsers WHERE user_id = $1 AND expires_at > now()`,
    session: `FROM sessions WHERE user_id = $1 AND expires_at > now() AND session_id = '${elsewhere.sessionId}'`,
    impersonation: `FROM sessions WHERE user_id = $1 AND expires_at > now() AND session_id = '${impersonation.sessionId}'`,
    applicationTokens: `FROM oidc_grants WHERE user_id = $1`,
    apiKey: `FROM api_keys WHERE user_id = $1`,
    recoveryLink: `FROM links WHERE user_id = $1 AND used_at IS NULL AND expires_at > now() AND token_hash = '\\x${hashes.recovery.toString('hex')}'`,
    recoveryGrant: `FROM grants WHERE user_id = $1 AND expires_at > now()`,
    pendingEmail: `FROM users u WHERE user_id = $1 AND (pending_email IS NOT NULL OR EXISTS (
                     SELECT FROM links l WHERE l.user_id = u.user_id AND l.purpose = 'confirmEmail' AND used_at IS NULL))`,
    attemptAwaitingProof: `FROM sso_attempts WHERE user_id = $1 AND purpose = 'prove' AND expires_at > now()`,
    attemptToLink: `FROM sso_attempts WHERE user_id = $1 AND purpose = 'link' AND expires_at > now()`,
  } as const;
  const links = {
    linkBySession: [at.session, subjects.session],
    linkByProof: [at.proof, subjects.proof],
    linkAtFirstLogin: [at.first, subjects.first],
  } as const;

  async function opensByLink(connectionId: string, sub: string): Promise<boolean> {
    await logInAtProvider(scene, { sub }, { at: connectionId });
    const [last] = await query<{ outcome: string; userId: string | null }>(
      `SELECT outcome, user_id AS "userId" FROM sso_outcomes WHERE connection_id = $1 ORDER BY outcome_id DESC LIMIT 1`,
      [connectionId],
    );
    return last?.userId === userId && ['loggedIn', 'secondFactor'].includes(last.outcome);
  }

  return {
    ...member,
    organisationId,
    own,
    provenSubject: subjects.proof,
    externalId,
    async stillOpen() {
      const open: Opener[] = [];
      for (const [opener, found] of Object.entries(rows) as [keyof typeof rows, string][])
        if ((await query(`SELECT ${found} LIMIT 1`, [userId])).length > 0) open.push(opener);
      await query(`UPDATE users SET enabled = true, organisation_id = $2, roles = '{Member}' WHERE user_id = $1`, [
        userId,
        organisationId,
      ]);
      await query(`UPDATE scim_users SET active = true, deleted_at = NULL WHERE user_id = $1`, [userId]);
      await query(`DELETE FROM lost_roles WHERE user_id = $1`, [userId]);
      for (const [opener, [connectionId, sub]] of Object.entries(links) as [keyof typeof links, readonly [string, string]][])
        if (await opensByLink(connectionId, sub)) open.push(opener);
      return open;
    },
  };
}

const applications = new WeakMap<TestServer, ReturnType<typeof register>>();

function applicationOf(site: TestServer): ReturnType<typeof register> {
  const made = applications.get(site) ?? register(site);
  applications.set(site, made);
  return made;
}
