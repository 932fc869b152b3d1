/** Hostile texts for every field that users can store, by the field of the contract. */
import type { TestServer } from './server.ts';

/** An element, an event handler, an entity, i18next interpolation and nesting, a template literal, a formula, and an address that is a script. */
export const HOSTILE =
  '<img src=/icon.svg?struck onload=struck()>&amp;{{name}}$t(common:cancel)${struck()}=1+1 javascript:struck()';

/** Texts that screens show, by the fields of the contract that store them. */
export const storedTexts = {
  firstName: /\.firstName$/,
  lastName: /\.lastName$/,
  title: /\.title$/,
  email: /^(?!Login|Support).*\.email$/,
  organisation: /organisationName$/,
  keyName: /^ApiKey\..*name$/,
  connectionName: /^Connections\.\w+ body\.name$/,
  directoryKey: /^Provisioning\.NewKey body\.name$/,
  passkeyName: /^Passkeys\.\w+ body\.name$/,
  viewName: /^Views\.\w+ body\.name$/,
  reportName: /^Reports\.\w+ body\.name$/,
  reportFilter: /^Reports\..*filters\.\w+$/,
  reason: /\.reason$/,
  setting: /^Settings\.Update body\.value$/,
  application: /^Applications\..*(?:displayName|applicationName)$/,
  address: /^Applications\..*(?:startUrl|[uU]ris\[\])$/,
  source: /^Users\.Sync body\.source$/,
  /** The search in the address, which views keep. */
  search: /^Views\..*(?:content\.search|where\[\]\.value(?:\[\])?)$/,
} as const;
export type StoredText = keyof typeof storedTexts;

/** Each begins with its name, so that a screen tells which it shows. */
export const hostile = (name: StoredText | 'target' | 'browser' | 'detail' | 'group' | 'account'): string => `${name} ${HOSTILE}`;

/** Fields whose text no screen shows, with the reason. */
export const notShown: readonly (readonly [RegExp, string])[] = [
  [/[pP]assword$|\.(?:code|mfaCode|token|RecaptchaToken)$/, 'a secret, which is not stored in clear text'],
  [/\.passkey\.|^Passkeys\.\w+ body\.response\./, 'of the authenticator: compared or decoded'],
  [/^Login\..*(?:userName|userNameOrEmail|email)$/, 'compared; a name that no account has is in the audit as a hash'],
  [/^(?:Login|Passkeys)\..*(?:applicationName|returnUrl)$/, 'compared with what is registered'],
  [/params\.(?:userName|ticketNumber)$|^Users\.RevokeApiKey query\.name$/, 'names what is there already'],
  [/body.*\.userName$/, 'a rule allows letters, digits and a few signs only (contract/rules/names.test.ts)'],
  [/\.(?:externalId|organisationPublicId)$|^Operations\.Start body\.roleName$/, 'compared with what is stored'],
  [
    /^Support\.CreateTicket|^Tickets\.\w+ body\.text$|^Invite\.SendEmail body\.message$/,
    'mailed (e2e/hostileMail.extended.test.ts); a ticket is shown as text (src/tickets/ticketsPage.extended.test.tsx)',
  ],
  [/^Organisations\.Find body\.text$|^Settings\.Preview body\.value$/, 'searched for or shown, and not stored'],
  [
    /^Connections\.\w+ body\.(?:issuer|clientId|clientSecret|metadata|metadataUrl|groupsClaim|mfaValues\[\])$/,
    'an address or a code; the secret is shown to nobody',
  ],
  [/^Login\.Discover body\.email$/, 'compared, and not stored'],
  [/^Domains\.Add body\.domain$/, 'a rule allows letters, digits, hyphens and dots only'],
  [/publicKeys\[\]\.\w+$/, 'of a key, whose parts are not shown'],
  [/^Imports\.Choose body\./, 'one of a list'],
  [/^Imports\.Read body\.firebase$/, 'parameters of a hash: of nothing else is a part kept'],
  [/timeZone$|claims\[\]\.value$|roles\[\]$/, 'one of a list'],
  [/sourceAddresses\[\]$/, 'an address or a network, else refused'],
];

export interface Planted {
  readonly organisationId: string;
  readonly userName: string;
  readonly applicationId: string;
}

/**
 * Writes texts directly, as an older rule or another program may have done: screens must not depend on today's rules.
 * @param userName an administrator, who owns what needs an owner
 */
export async function plantTexts({ database }: Pick<TestServer, 'database'>, userName: string): Promise<Planted> {
  const user = `(SELECT user_id FROM users WHERE user_name = '${userName}')`;
  const organisation = `(SELECT organisation_id FROM users WHERE user_name = '${userName}')`;
  const run = (statement: string, ...values: unknown[]) => database.query(statement, values);
  const content = (filters: object) =>
    JSON.stringify({ filters, range: { kind: 'previous', unit: 'week' }, format: { type: 'xlsx' }, timeZone: 'UTC' });
  const asked = JSON.stringify({
    filters: { target: hostile('reportFilter') },
    from: null,
    to: '2026-11-01T00:00:00.000Z',
    format: { type: 'xlsx' },
    timeZone: 'UTC',
  });
  await run(
    `UPDATE users SET first_name = $1, last_name = $2, title = $3, email = $4 WHERE user_name = $5`,
    ...[hostile('firstName'), hostile('lastName'), hostile('title'), hostile('email'), userName],
  );
  await run(`UPDATE organisations SET name = $1 WHERE organisation_id = ${organisation}`, hostile('organisation'));
  await run(
    `INSERT INTO api_keys (key_id, user_id, name, prefix, secret_hash, created_at) VALUES (gen_random_uuid(), ${user}, $1, 'gh_test', '\\x00', now())`,
    hostile('keyName'),
  );
  await run(
    `INSERT INTO system_settings (name, value, version, changed_by, changed_at) VALUES ('mailFoot', to_jsonb($1::text), 1, ${user}, now())`,
    hostile('setting'),
  );
  await run(
    `WITH c AS (INSERT INTO connections (connection_id, organisation_id, kind, vendor, name, issuer, created_at)
       VALUES (gen_random_uuid(), ${organisation}, 'openid', 'other', $1, 'https://provider.example', now()) RETURNING connection_id, issuer)
     INSERT INTO identities (identity_id, connection_id, issuer, subject, user_id, account, created_at)
     SELECT gen_random_uuid(), connection_id, issuer, 'subject', ${user}, $2, now() FROM c`,
    ...[hostile('connectionName'), hostile('account')],
  );
  await run(
    `INSERT INTO scim_keys (key_id, organisation_id, name, prefix, secret_hash, created_at, expires_at)
     VALUES (gen_random_uuid(), ${organisation}, $1, 'ghs_test', '\\x00', now(), now() + interval '1 year')`,
    hostile('directoryKey'),
  );
  await run(
    `INSERT INTO scim_groups (group_id, organisation_id, display_name, created_at, changed_at) VALUES (gen_random_uuid(), ${organisation}, $1, now(), now())`,
    hostile('group'),
  );
  await run(
    `INSERT INTO scim_requests (organisation_id, at, key_name, method, path, status, outcome, user_id, group_id)
     SELECT organisation_id, now(), $1, 'PATCH', '/Groups', 204, 'changed', ${user}, group_id FROM scim_groups`,
    hostile('directoryKey'),
  );
  await run(
    `INSERT INTO passkeys SELECT gen_random_uuid(), ${user}, 'credential', '', 0, false, false, '{}', $1, 'device ' || $1, now()`,
    hostile('passkeyName'),
  );
  await run(
    `INSERT INTO views (view_id, owner_id, organisation_id, name, content, visibility, created_at, changed_at)
     VALUES (gen_random_uuid(), ${user}, ${organisation}, $1, $2, 'organisation', now(), now())`,
    ...[hostile('viewName'), JSON.stringify({ filter: 'all', search: hostile('search'), sort: [], where: [], columns: null })],
  );
  await run(
    `INSERT INTO reports (report_id, owner_id, organisation_id, name, content, visibility, created_at, changed_at)
     VALUES (gen_random_uuid(), ${user}, ${organisation}, $1, $2, 'organisation', now(), now())`,
    ...[hostile('reportName'), content({ target: hostile('reportFilter') })],
  );
  await run(
    `INSERT INTO audit_exports (export_id, name, cause, requested_by, actor, organisation_id, at, content, expires_at)
     VALUES (gen_random_uuid(), $1, 'person', ${user}, $2, ${organisation}, now(), $3, now() + interval '1 day')`,
    ...[hostile('reportName'), userName, asked],
  );
  await run(
    `INSERT INTO operations (action, target_id, organisation_id, target, detail, target_state, reason, system_only, requested_by, requested_at, expires_at, state)
     VALUES ('Users.Enable', ${user}, ${organisation}, $1, '{}', '', $2, false, ${user}, now(), now() + interval '1 day', 'awaitingApproval')`,
    ...[hostile('target'), hostile('reason')],
  );
  await run(`INSERT INTO sync_runs VALUES (now() + interval '1 minute', $1, $1, 1, 2, 3, 4)`, hostile('source'));
  await run(
    `INSERT INTO audit_events (event_id, at, actor, action, target, organisation_id, organisation, outcome, ip, user_agent, details)
     VALUES (gen_random_uuid(), now(), $1, 'Users.Impersonate', $1, ${organisation}, $2, 'success', '192.0.2.1', $3, $4)`,
    ...[
      hostile('target'),
      hostile('organisation'),
      hostile('browser'),
      JSON.stringify({ reason: hostile('reason'), changed: [hostile('detail')] }),
    ],
  );
  const { applicationId } = await database.row<{ applicationId: string }>(
    `INSERT INTO applications (application_id, name, display_name, start_url, redirect_uris, post_logout_redirect_uris, secret_hash, scopes, pairwise, own, impersonation, enabled, created_at)
     VALUES (gen_random_uuid(), 'hostile', $1, $2, ARRAY[$2], ARRAY[$2], '\\x00', '{openid}', false, true, false, true, now())
     RETURNING application_id AS "applicationId"`,
    [hostile('application'), hostile('address')],
  );
  const { organisationId } = await database.row<{ organisationId: string }>(`SELECT ${organisation} AS "organisationId"`);
  return { userName, applicationId, organisationId };
}
