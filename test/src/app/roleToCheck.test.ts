/** A screen for several roles asks about the one the user has. */
import { roleToCheck } from '@src/navigation/roleToCheck.ts';

const administrators = ['SubscriberAdministration', 'SystemAdministration'] as const;

test.each([
  ['the only one of them that the user has', ['Member', 'SystemAdministration'], 'SystemAdministration'],
  ['the first one where the user has both', ['SystemAdministration', 'SubscriberAdministration'], 'SubscriberAdministration'],
  ['the first one where the user has none', ['Member'], 'SubscriberAdministration'],
])('%s', (_case, own, role) => {
  expect(roleToCheck(administrators, own)).toBe(role);
});
