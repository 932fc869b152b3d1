/** Every number of the overview equals the number of rows, after random histories that two server processes write at once. */
import { dropOldEvents } from '../../../server/audit/retention.ts';
import { signAudit } from '../../../server/audit/sign.ts';
import { openDatabase } from '../../../server/db/database.ts';
import type { ReplyOf } from '../../../api/contract/index.ts';
import { removeUser } from '../../support/changeUser.ts';
import { createClient, type Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { renewOverview } from '../../support/renewOverview.ts';
import { scaled } from '../../support/scale.ts';
import { useServer } from '../../support/useServer.ts';
import { seededRandom, type Random } from '../../support/seededRandom.ts';

const ROUNDS = scaled(6, 80);
const OPERATIONS_AT_ONCE = 8;
const env = { LIMIT_LOGINS_PER_ADDRESS: '1000000' };
const first = useServer({ env });
const second = useServer({ env, beside: first });
let admins: readonly Client[];
let subadmin: Client;
let organisationId: string;

beforeAll(async () => {
  const jars = [await logInAs(first, 'sysadmin'), await logInAs(second, 'sysadmin')];
  subadmin = await logInAs(second, 'subadmin');
  admins = jars;
  organisationId = await organisationIdOf(first, 'Harbour Mutual');
});

/** A user whom no operation logs in as administrator. */
async function someUser({ of }: Random, condition = 'true') {
  const users = await first.database.query<{ user_id: string; user_name: string | null; email: string }>(
    `SELECT user_id, user_name, email FROM users WHERE roles = '{Member}' AND ${condition} ORDER BY user_id`,
  );
  return users.length === 0 ? undefined : of(users);
}

let invited = 0;

type Operation = (random: Random, admin: Client) => Promise<unknown>;

const change = async (random: Random, set: string, condition?: string) => {
  const user = await someUser(random, condition);
  return user && first.database.query(`UPDATE users SET ${set} WHERE user_id = $1`, [user.user_id]);
};

/** SQL of a random time that is over or takes an hour at least: none ends between two readings of the numbers. */
const wholeHours = (from: number, to: number): string =>
  `interval '1 hour' * round(random() * ${String(to - from)} + ${String(from)})`;

const operations: readonly Operation[] = [
  async ({ of }, admin) => {
    invited += 1;
    const about = { firstName: 'Ada', lastName: 'Lovelace', roles: ['Member'], email: `guest${String(invited)}@counts.example` };
    return admin.call('Invite.CreateUser', {
      body: { ...about, ...(of([true, false]) && { organisationPublicId: organisationId }) },
    });
  },
  async (random, admin) => {
    const user = await someUser(random, 'NOT registered');
    return user && admin.call('Invite.Delete', { userId: user.user_id });
  },
  (random) => change(random, `invite_expires_at = now() + ${wholeHours(-40, 60)}`, 'NOT registered'),
  (random) =>
    change(
      random,
      `registered_at = now(), user_name = 'r' || replace(user_id::text, '-', ''), invite_expires_at = NULL`,
      'NOT registered',
    ),
  async (random, admin) => {
    const user = await someUser(random, 'registered');
    return user && admin.call('Users.Enable', { userName: user.user_name as string, enabled: random.of([true, false]) });
  },
  async (random, admin) => {
    const user = await someUser(random, 'locked_until IS NOT NULL');
    return user && admin.call('Users.Unlock', { userName: user.user_name as string });
  },
  (random) => change(random, `locked_until = now() + ${wholeHours(-1, 2)}`, 'registered'),
  (random) => change(random, `mfa_enrolled_at = CASE WHEN mfa_enrolled_at IS NULL THEN now() END`, 'registered'),
  (random) => change(random, `mfa_required_override = (ARRAY[true, false, NULL])[ceil(random() * 3)]`),
  (random) => change(random, `last_login_at = now() - interval '1 day' * random() * 180`, 'registered'),
  async (random) => {
    const user = await someUser(random, 'registered');
    return (
      user &&
      first.database.query(
        `INSERT INTO passkeys SELECT gen_random_uuid(), $1, gen_random_uuid()::text, '', 0, false, false, '{}', 'Phone', '', now()`,
        [user.user_id],
      )
    );
  },
  () =>
    first.database.query(`DELETE FROM passkeys WHERE passkey_id IN (SELECT passkey_id FROM passkeys ORDER BY random() LIMIT 2)`),
  async (random, admin) => {
    const user = await someUser(random, 'registered AND has_passkey');
    return user && admin.call('Users.ResetAuthentication', { userName: user.user_name as string, type: 'All' });
  },
  (random) => change(random, `organisation_id = (SELECT organisation_id FROM organisations ORDER BY random() LIMIT 1)`),
  async (random) => {
    const user = await someUser(random, 'NOT enabled');
    return user && removeUser(first, user.user_id);
  },
  () => first.database.query(`UPDATE organisations SET mfa_required = NOT mfa_required WHERE name = 'Northgate Portfolio'`),
  async ({ of }) => {
    const server = of([first, second]);
    const body = { userName: of(['ordinary', 'mfa_user', 'nobody_here']), password: of(['Demo-pass-1', 'Wrong-pass-1']) };
    return createClient(server).call('Login.Login', { body });
  },
  dropOldest,
];

const keys = { key: undefined, findKey: () => Promise.resolve(undefined) };

/** Signs all events and drops the oldest, as the retention does. */
async function dropOldest(): Promise<void> {
  const pool = openTestPool(first.database.url, 1);
  const db = openDatabase(pool);
  try {
    await signAudit(db, new Date(Date.now() - 86_400_000 * 20));
    await dropOldEvents(db, new Date(Date.now() - 86_400_000 * 10), new Date(), keys);
  } finally {
    await db.destroy();
  }
}

type Overview = ReplyOf<'Overview.Read'>;

const REQUIRED = `coalesce(u.mfa_required_override, o.mfa_required)`;
const ACTIVE = `u.enabled AND u.registered_at IS NOT NULL AND (u.locked_until IS NULL OR u.locked_until <= $1)`;
const SECOND_FACTOR = `(u.mfa_enrolled_at IS NOT NULL OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.user_id))`;
const LIVE = `FROM sessions s WHERE s.user_id = u.user_id AND s.kind = 'full' AND s.impersonator_id IS NULL AND s.expires_at > $1
  AND s.last_seen_at + s.idle_ms * interval '1 millisecond' > $1`;

/** SQL of each number from the rows themselves. */
const meanings: Readonly<Record<string, string>> = {
  all: 'true',
  admin: `u.roles && '{SubscriberAdministration,SystemAdministration}'`,
  active: ACTIVE,
  disabled: 'NOT u.enabled',
  loggedIn: `EXISTS (SELECT ${LIVE})`,
  locked: 'u.locked_until > $1',
  invited: 'u.registered_at IS NULL AND u.invite_expires_at > $1',
  inviteExpired: 'u.registered_at IS NULL AND u.invite_expires_at <= $1',
  mfaMissing: `u.registered_at IS NOT NULL AND NOT ${SECOND_FACTOR} AND ${REQUIRED}`,
  dormant: `u.registered_at IS NOT NULL AND coalesce(u.last_login_at, u.created_at) < $1::timestamptz - interval '90 days'`,
  mfaOn: `${ACTIVE} AND ${SECOND_FACTOR}`,
  withPasskey: `${ACTIVE} AND EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.user_id)`,
  inviteExpiring: `u.registered_at IS NULL AND u.invite_expires_at > $1 AND u.invite_expires_at <= $1::timestamptz + interval '48 hours'`,
};

async function countRows(at: string, scope: string | null): Promise<Record<string, number>> {
  const counts = Object.entries(meanings).map(([name, condition]) => `count(*) FILTER (WHERE ${condition})::int AS "${name}"`);
  return first.database.row<Record<string, number>>(
    `SELECT ${counts.join()}, coalesce(sum((SELECT count(*) ${LIVE})), 0)::int AS sessions
       FROM users u JOIN organisations o USING (organisation_id) WHERE $2::uuid IS NULL OR u.organisation_id = $2`,
    [at, scope],
  );
}

async function countEvents({ logIns: { hours, days } }: Overview, scope: string | null) {
  const count = (starts: readonly string[]) =>
    first.database.query<{ accepted: number; failed: number }>(
      `SELECT count(e) FILTER (WHERE outcome = 'success' AND action IN ('Login.Login', 'Passkeys.Login'))::int AS accepted,
              count(e) FILTER (WHERE outcome = 'failure')::int AS failed
         FROM unnest($1::timestamptz[]) WITH ORDINALITY AS span (start, place)
         LEFT JOIN audit_events e ON e.action IN ('Login.Login', 'Mfa.Login', 'Mfa.RecoveryCode', 'Passkeys.Login')
               AND e.at >= start AND e.at < coalesce(($1::timestamptz[])[place + 1], 'infinity') AND ($2::uuid IS NULL OR e.organisation_id = $2)
        GROUP BY place ORDER BY place`,
      [starts, scope],
    );
  return { hours: await count(hours.map(({ start }) => start)), days: await count(days.map(({ start }) => start)) };
}

const withoutStart = (tried: Overview['logIns']['days']) => tried.map(({ accepted, failed }) => ({ accepted, failed }));

async function expectTrue(client: Client, scope: string | null): Promise<void> {
  await renewOverview(first.database);
  const overview = await client.ok('Overview.Read', { timeZone: 'Asia/Kolkata' });
  const { people, mfaOn, withPasskey, inviteExpiring, sessions, logIns } = overview;
  expect({ ...people, mfaOn, withPasskey, inviteExpiring, sessions }).toEqual(await countRows(overview.at, scope));
  expect({ hours: withoutStart(logIns.hours), days: withoutStart(logIns.days) }).toEqual(await countEvents(overview, scope));
  expect(await client.ok('Users.Counts', {})).toEqual(people);
}

test('each number is that of the rows, of all organisations and of one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const random = seededRandom(20_261_124 + round);
    const chosen = Array.from({ length: OPERATIONS_AT_ONCE }, () => random.of(operations));
    const outcomes = await Promise.allSettled(chosen.map((operation, index) => operation(random, admins[index % 2] as Client)));
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    // Statements outside of a transaction that is tried again may meet in a deadlock, and change nothing then.
    expect(failed.filter((reason) => !reason.includes('deadlock'))).toEqual([]);
    for (const admin of admins) await expectTrue(admin, null);
    await expectTrue(subadmin, organisationId);
  }
}, 600_000);
