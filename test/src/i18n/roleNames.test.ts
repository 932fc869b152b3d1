/** Display names of roles in each locale. */
import { readFileSync } from 'node:fs';
import { locales } from '@api/contract/locale.ts';
import { roleNames } from '@src/i18n/roleNames.ts';
import { startI18n } from '@src/i18n/setup.ts';

const namesIn = async (locale: (typeof locales)[number]) => {
  const i18n = await startI18n(locale, 'Gatehouse');
  return { i18n, ...roleNames(i18n.getFixedT(locale, 'roles')) };
};

/** The roles of the schema. */
const roles = [
  ...readFileSync('server/db/migrations/0001_schema/users.sql', 'utf8').matchAll(/\('(\w+)', '[^)]*', (?:true|false)\)/g),
].map(([, role = '']) => role);

test.each(locales)('%s names every role of the product', async (locale) => {
  const { i18n } = await namesIn(locale);
  expect(roles).toHaveLength(4);
  expect(Object.keys(i18n.t('roles:names', { returnObjects: true })).sort()).toEqual(roles.toSorted());
});

test('a list shows display names, and in its tooltip the technical names that differ', async () => {
  const english = await namesIn('en-US');
  expect(english.list(['Member', 'SystemAdministration'])).toBe('Member, System administrator');
  expect(english.exactly(['Member', 'SystemAdministration'])).toBe('Member, System administrator (SystemAdministration)');
  expect((await namesIn('de')).list(['Member', 'SystemAdministration'])).toBe('Mitglied, Systemadministrator');
});

test.each(['Underwriter', 'constructor', 'a.b:c'])(
  'a role that the locale does not know keeps its own name: %s',
  async (role) => {
    expect((await namesIn('de')).of(role)).toBe(role);
  },
);

test('a phrase lists roles by their display names in the current language', async () => {
  const { i18n } = await namesIn('en-US');
  await i18n.loadNamespaces('users');
  const given = ['SubscriberAdministration', 'Support'];
  expect(i18n.t('users:roles.given', { userName: 'ada', given })).toMatch(/^ada gains: Subscriber administrator, Support\./);
  await i18n.changeLanguage('de');
  expect(i18n.t('users:roles.given', { userName: 'ada', given })).toMatch(/^ada erhält: Organisationsadministrator, Support\./);
});
