/** The people of the demo directory: the same every time, well-formed, and never two with one name. */
import { email } from '../../api/contract/rules/email.ts';
import { personName } from '../../api/contract/rules/personName.ts';
import { portfolioName } from '../../api/contract/rules/portfolioName.ts';
import { title } from '../../api/contract/rules/title.ts';
import { newUserNameRules } from '../../api/contract/rules/userName.ts';
import { broken } from '../../api/contract/rules/rule.ts';
import { DAY } from '../../server/clock.ts';
import type { NewUser } from '../../server/db/schema.ts';
import { accounts } from '../../server/demo/accounts.ts';
import { combinations, identityOf } from '../../server/demo/identity.ts';
import { organisations } from '../../server/demo/organisations.ts';
import { userRow, sessionRow } from '../../server/demo/people.ts';
import { userStateOf } from '../../server/demo/standing.ts';

const now = new Date('2026-11-21T09:00:00Z');
const everybody = (users: number): NewUser[] =>
  Array.from({ length: users }, (_, index) => userRow(index, { users, now }, 'hash'));
const people = everybody(5_000);
const share = (fits: (person: NewUser) => boolean): number => people.filter(fits).length / people.length;
const daysSince = (date: Date | string | null | undefined): number =>
  (now.getTime() - new Date(date ?? Number.NaN).getTime()) / DAY;

describe('the people of the demo directory', () => {
  test('are the same every time, whatever the day; only their dates move', () => {
    expect(everybody(200)).toEqual(everybody(200));
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
    expect(moved.map(undated)).toEqual(everybody(200).map(undated));
    expect(moved[0]!.created_at).toEqual(new Date(people[0]!.created_at.getTime() + 40 * DAY));
  });

  test('have names, addresses and titles that the product accepts', () => {
    for (let index = 0; index < combinations + 500; index += 1) {
      const identity = identityOf(index, userStateOf(index).organisation);
      const faults = [
        ...(identity.userName === null ? [] : [broken(newUserNameRules, identity.userName)]),
        ...[identity.firstName, identity.lastName].map((name) => broken([personName], name)),
        broken([email], identity.email),
        ...(identity.title === null ? [] : [broken([title], identity.title)]),
      ];
      expect([identity, ...faults.filter(Boolean)]).toEqual([identity]);
    }
  });

  test('never share a user name, an address or an id, nor is one’s user name another’s address', () => {
    const seen = new Set<string>();
    const many = 60_000;
    for (let index = 0; index < many; index += 1) {
      const { userName, email: address, userId } = identityOf(index, userStateOf(index).organisation);
      for (const name of [userName ?? `invited ${String(index)}`, address, userId])
        seen.add(name.toLowerCase().normalize('NFKC'));
    }
    expect(seen.size).toBe(3 * many);
  });

  test('are called in many scripts', () => {
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
      (script) => !people.some(({ first_name }) => new RegExp(`\\p{Script=${script}}`, 'u').test(first_name)),
    );
    expect(missing).toEqual([]);
    for (const name of ["O'Brien", 'Nguyễn', '王', 'Müller', 'Wójcik', 'Sharma', 'Yılmaz'])
      expect(people.some(({ last_name }) => last_name === name)).toBe(true);
  });

  test('are spread as in a real directory', () => {
    expect(share(({ enabled }) => enabled === false)).toBeCloseTo(0.05, 1);
    expect(share(({ locked_until }) => Boolean(locked_until && locked_until > now))).toBeGreaterThan(0.005);
    expect(share(({ last_login_at }) => Boolean(last_login_at) && daysSince(last_login_at as Date) > 90)).toBeGreaterThan(0.05);
    expect(share(({ last_login_at }) => Boolean(last_login_at) && daysSince(last_login_at as Date) <= 90)).toBeGreaterThan(0.7);
    expect(share(({ mfa_enrolled_at }) => Boolean(mfa_enrolled_at))).toBeGreaterThan(0.3);
    expect(share(({ owner_id }) => Boolean(owner_id))).toBeGreaterThan(0.4);
    expect(people.filter((_person, index) => sessionRow(index, { users: 5_000, now })).length).toBeGreaterThan(50);
    for (const { organisationId, name } of organisations) {
      const members = people.filter((person) => person.organisation_id === organisationId);
      expect([name, members.length > 50, members.some(({ roles }) => roles?.includes('SubscriberAdministration'))]).toEqual([
        name,
        true,
        true,
      ]);
    }
  });

  test('have a past in the right order, and no future', () => {
    const disorderly = people.filter(({ created_at, registered_at, last_login_at, mfa_enrolled_at, last_failed_at }) => {
      const times = [created_at, registered_at, last_login_at].filter(Boolean).map((time) => new Date(time as Date).getTime());
      const all = [...times, mfa_enrolled_at, last_failed_at].filter(Boolean).map((time) => new Date(time as Date).getTime());
      return (
        all.some((time) => time > now.getTime() || time < times[0]!) ||
        times.some((time, index) => time < (times[index - 1] ?? 0))
      );
    });
    expect(disorderly).toEqual([]);
    expect(Math.max(...people.map(({ created_at }) => daysSince(created_at)))).toBeGreaterThan(900);
  });
});

describe('the twelve organisations', () => {
  test('have names that the product accepts, one house, one that requires MFA, one not approved', () => {
    expect(organisations).toHaveLength(12);
    expect(organisations.filter(({ name }) => broken([portfolioName], name))).toEqual([]);
    expect(organisations.filter(({ house }) => house).map(({ name }) => name)).toEqual(['Gatehouse']);
    expect(organisations.filter(({ mfaRequired }) => mfaRequired)).toHaveLength(1);
    expect(organisations.filter(({ approved }) => !approved)).toHaveLength(1);
    expect(organisations.map(({ name }) => name)).toEqual(expect.arrayContaining(['Harbour Mutual', 'Northgate Portfolio']));
  });
});

describe('the known accounts', () => {
  const known = (userName: string): NewUser => people.find((person) => person.user_name === userName)!;
  const nameOfOrganisation = (userName: string): string =>
    organisations.find(({ organisationId }) => organisationId === known(userName).organisation_id)!.name;

  test('have the roles and organisations that CONTRACT.md gives them', () => {
    expect(known('sysadmin').roles).toEqual(['SubscriberAdministration', 'SystemAdministration']);
    expect(nameOfOrganisation('sysadmin')).toBe('Gatehouse');
    expect(known('subadmin').roles).toEqual(['SubscriberAdministration']);
    expect(known('ordinary').roles).toEqual(['Member']);
    expect(known('support_user').roles).toEqual(['Support']);
    expect(known('second_sub').roles).toEqual(['SubscriberAdministration']);
    expect(nameOfOrganisation('second_sub')).toBe('Northgate Portfolio');
    for (const userName of ['subadmin', 'ordinary', 'mfa_user', 'disabled_user', 'locked_user'])
      expect(nameOfOrganisation(userName)).toBe('Harbour Mutual');
    expect(known('system_only').roles).toEqual(['SystemAdministration']);
    expect(nameOfOrganisation('system_only')).toBe('Gatehouse');
    expect(people.filter(({ roles }) => roles?.includes('SystemAdministration'))).toEqual([
      known('sysadmin'),
      known('system_only'),
    ]);
  });

  test('are in the state that their names promise, and nobody else of them is', () => {
    expect(known('mfa_user')).toMatchObject({ mfa_secret: 'JBSWY3DPEHPK3PXP' });
    expect(known('mfa_user').mfa_enrolled_at).toBeInstanceOf(Date);
    expect(known('disabled_user').enabled).toBe(false);
    expect((known('locked_user').locked_until as Date).getTime()).toBeGreaterThan(now.getTime() + DAY / 2);
    expect(known('must_enrol')).toMatchObject({ roles: ['Member'], enabled: true });
    expect(known('must_enrol').mfa_enrolled_at).toBeUndefined();
    expect(organisations.find(({ organisationId }) => organisationId === known('must_enrol').organisation_id)!.mfaRequired).toBe(
      true,
    );
    for (const userName of ['sysadmin', 'subadmin', 'ordinary', 'support_user', 'second_sub', 'system_only'])
      expect(known(userName)).toMatchObject({
        enabled: true,
        failed_sign_ins: 0,
        password_hash: 'hash',
        mfa_required_override: null,
      });
  });

  test('include one open and one expired invitation, the only ones of the directory', () => {
    const invited = people.filter(({ registered_at }) => registered_at === null);
    expect(invited.map((person) => [person.email, person.user_name, (person.invite_expires_at as Date) > now])).toEqual([
      ['invited@example.com', null, true],
      ['expired@example.com', null, false],
    ]);
    expect(invited.every(({ password_hash }) => password_hash === null)).toBe(true);
    expect(accounts.filter(({ inviteDays }) => inviteDays !== undefined)).toHaveLength(2);
  });
});
