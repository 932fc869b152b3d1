/** Users of the demo data: deterministic, valid, and with unique names. */
import { email } from '../../../api/contract/rules/email.ts';
import { personName } from '../../../api/contract/rules/personName.ts';
import { portfolioName } from '../../../api/contract/rules/portfolioName.ts';
import { title } from '../../../api/contract/rules/title.ts';
import { newUserNameRules } from '../../../api/contract/rules/userName.ts';
import { broken } from '../../../api/contract/rules/rule.ts';
import { DAY } from '../../../server/clock.ts';
import type { NewUser } from '../../../server/db/schema/users.ts';
import { accounts } from '../../../server/demo/accounts.ts';
import { combinations, identityOf } from '../../../server/demo/identity.ts';
import { organisations } from '../../../server/demo/organisations.ts';
import { userRow, sessionRow } from '../../../server/demo/userRows.ts';
import { userStateOf } from '../../../server/demo/userState.ts';

const now = new Date('2026-11-21T09:00:00Z');
const createUsers = (users: number): NewUser[] =>
  Array.from({ length: users }, (_, index) => userRow(index, { users, now }, 'hash'));
const userRows = createUsers(5_000);
const shareOf = (matches: (user: NewUser) => boolean): number => userRows.filter(matches).length / userRows.length;
const daysSince = (date: Date | string | null | undefined): number =>
  (now.getTime() - new Date(date ?? Number.NaN).getTime()) / DAY;

describe('The users of the demo data', () => {
  test('are deterministic; only their dates depend on the current day', () => {
    expect(createUsers(200)).toEqual(createUsers(200));
    const later = new Date(now.getTime() + 40 * DAY);
    const undated = ({ user_id, user_name, email: address, first_name, roles, enabled }: NewUser) => [
      user_id,
      user_name,
      address,
      first_name,
      roles,
      enabled,
    ];
    const moved = Array.from({ length: 200 }, (_, index) => userRow(index, { users: 200, now: later }, 'hash'));
    expect(moved.map(undated)).toEqual(createUsers(200).map(undated));
    expect(moved[0]!.created_at).toEqual(new Date(userRows[0]!.created_at.getTime() + 40 * DAY));
  });

  test('have valid names, e-mail addresses and titles', () => {
    for (let index = 0; index < combinations + 500; index += 1) {
      const identity = identityOf(index, userStateOf(index).organisation);
      const violations = [
        ...(identity.userName === null ? [] : [broken(newUserNameRules, identity.userName)]),
        ...[identity.firstName, identity.lastName].map((name) => broken([personName], name)),
        broken([email], identity.email),
        ...(identity.title === null ? [] : [broken([title], identity.title)]),
      ];
      expect([identity, ...violations.filter(Boolean)]).toEqual([identity]);
    }
  });

  test('have unique user names, addresses and ids; no user name is another user’s address', () => {
    const seen = new Set<string>();
    const count = 60_000;
    for (let index = 0; index < count; index += 1) {
      const { userName, email: address, userId } = identityOf(index, userStateOf(index).organisation);
      for (const name of [userName ?? `invited ${String(index)}`, address, userId])
        seen.add(name.toLowerCase().normalize('NFKC'));
    }
    expect(seen.size).toBe(3 * count);
  });

  test('have names in many scripts', () => {
    const scripts = [
      'Latin',
      'Han',
      'Hiragana',
      'Hangul',
      'Greek',
      'Cyrillic',
      'Arabic',
      'Hebrew',
      'Devanagari',
      'Tamil',
      'Thai',
      'Georgian',
      'Armenian',
    ];
    const missing = scripts.filter(
      (script) => !userRows.some(({ first_name }) => new RegExp(`\\p{Script=${script}}`, 'u').test(first_name)),
    );
    expect(missing).toEqual([]);
    for (const name of ["O'Brien", 'Nguyễn', '王', 'Müller', 'Wójcik', 'Sharma', 'Yılmaz'])
      expect(userRows.some(({ last_name }) => last_name === name)).toBe(true);
  });

  test('have realistic shares of each status', () => {
    expect(shareOf(({ enabled }) => enabled === false)).toBeCloseTo(0.05, 1);
    expect(shareOf(({ locked_until }) => Boolean(locked_until && locked_until > now))).toBeGreaterThan(0.005);
    expect(shareOf(({ last_login_at }) => Boolean(last_login_at) && daysSince(last_login_at as Date) > 90)).toBeGreaterThan(0.05);
    expect(shareOf(({ last_login_at }) => Boolean(last_login_at) && daysSince(last_login_at as Date) <= 90)).toBeGreaterThan(0.7);
    expect(shareOf(({ mfa_enrolled_at }) => Boolean(mfa_enrolled_at))).toBeGreaterThan(0.3);
    expect(shareOf(({ owner_id }) => Boolean(owner_id))).toBeGreaterThan(0.4);
    expect(userRows.filter((_user, index) => sessionRow(index, { users: 5_000, now })).length).toBeGreaterThan(50);
    for (const { organisationId, name } of organisations) {
      const members = userRows.filter((user) => user.organisation_id === organisationId);
      expect([name, members.length > 50, members.some(({ roles }) => roles?.includes('SubscriberAdministration'))]).toEqual([
        name,
        true,
        true,
      ]);
    }
  });

  test('have dates in a possible order, none of them in the future', () => {
    const inconsistent = userRows.filter(({ created_at, registered_at, last_login_at, mfa_enrolled_at, last_failed_at }) => {
      const times = [created_at, registered_at, last_login_at].filter(Boolean).map((time) => new Date(time as Date).getTime());
      const all = [...times, mfa_enrolled_at, last_failed_at].filter(Boolean).map((time) => new Date(time as Date).getTime());
      return (
        all.some((time) => time > now.getTime() || time < times[0]!) ||
        times.some((time, index) => time < (times[index - 1] ?? 0))
      );
    });
    expect(inconsistent).toEqual([]);
    expect(Math.max(...userRows.map(({ created_at }) => daysSince(created_at)))).toBeGreaterThan(900);
  });
});

describe('The twelve organisations', () => {
  test('have valid names; one is the house organisation, one requires MFA, one is not approved', () => {
    expect(organisations).toHaveLength(12);
    expect(organisations.filter(({ name }) => broken([portfolioName], name))).toEqual([]);
    expect(organisations.filter(({ house }) => house).map(({ name }) => name)).toEqual(['Gatehouse']);
    expect(organisations.filter(({ mfaRequired }) => mfaRequired)).toHaveLength(1);
    expect(organisations.filter(({ approved }) => !approved)).toHaveLength(1);
    expect(organisations.map(({ name }) => name)).toEqual(expect.arrayContaining(['Harbour Mutual', 'Northgate Portfolio']));
  });
});

describe('The known accounts', () => {
  const knownUser = (userName: string): NewUser => userRows.find((user) => user.user_name === userName)!;
  const nameOfOrganisation = (userName: string): string =>
    organisations.find(({ organisationId }) => organisationId === knownUser(userName).organisation_id)!.name;

  test('have the roles and organisations of CONTRACT.md', () => {
    expect(knownUser('sysadmin').roles).toEqual(['SubscriberAdministration', 'SystemAdministration']);
    expect(nameOfOrganisation('sysadmin')).toBe('Gatehouse');
    expect(knownUser('subadmin').roles).toEqual(['SubscriberAdministration']);
    expect(knownUser('ordinary').roles).toEqual(['Member']);
    expect(knownUser('support_user').roles).toEqual(['Support']);
    expect(knownUser('second_sub').roles).toEqual(['SubscriberAdministration']);
    expect(nameOfOrganisation('second_sub')).toBe('Northgate Portfolio');
    for (const userName of ['subadmin', 'ordinary', 'mfa_user', 'disabled_user', 'locked_user'])
      expect(nameOfOrganisation(userName)).toBe('Harbour Mutual');
    expect(knownUser('system_only').roles).toEqual(['SystemAdministration']);
    expect(nameOfOrganisation('system_only')).toBe('Gatehouse');
    expect(userRows.filter(({ roles }) => roles?.includes('SystemAdministration'))).toEqual([
      knownUser('sysadmin'),
      knownUser('system_only'),
    ]);
  });

  test('are in the state that their names say; the others are enabled and not locked', () => {
    expect(knownUser('mfa_user')).toMatchObject({ mfa_secret: 'JBSWY3DPEHPK3PXP' });
    expect(knownUser('mfa_user').mfa_enrolled_at).toBeInstanceOf(Date);
    expect(knownUser('disabled_user').enabled).toBe(false);
    expect((knownUser('locked_user').locked_until as Date).getTime()).toBeGreaterThan(now.getTime() + DAY / 2);
    expect(knownUser('must_enrol')).toMatchObject({ roles: ['Member'], enabled: true });
    expect(knownUser('must_enrol').mfa_enrolled_at).toBeUndefined();
    expect(
      organisations.find(({ organisationId }) => organisationId === knownUser('must_enrol').organisation_id)!.mfaRequired,
    ).toBe(true);
    for (const userName of ['sysadmin', 'subadmin', 'ordinary', 'support_user', 'second_sub', 'system_only'])
      expect(knownUser(userName)).toMatchObject({
        enabled: true,
        failed_sign_ins: 0,
        password_hash: 'hash',
        mfa_required_override: null,
      });
  });

  test('include one pending and one expired invitation, the only ones of the demo data', () => {
    const invited = userRows.filter(({ registered_at }) => registered_at === null);
    expect(invited.map((user) => [user.email, user.user_name, (user.invite_expires_at as Date) > now])).toEqual([
      ['invited@example.com', null, true],
      ['expired@example.com', null, false],
    ]);
    expect(invited.every(({ password_hash }) => password_hash === null)).toBe(true);
    expect(accounts.filter(({ inviteDays }) => inviteDays !== undefined)).toHaveLength(2);
  });
});
