/**
 * Typed commands: the verb first or last, the longest verb, the completions of a beginning, a reason, a role, and users named in
 * full.
 */
import type { UserSummary } from '@api/contract/users.shapes.ts';
import {
  actionsBeginning,
  isNamed,
  readCommand,
  readNumber,
  readRole,
  splitReason,
  verb,
} from '@src/features/users/palette/commands.ts';

const verbs = [
  verb('unlock', 'Unlock'),
  verb('edit', 'Edit'),
  verb('resetMfa', 'Reset MFA'),
  verb('resetMfa', 'MFA zurücksetzen'),
  verb('resendInvite', 'Resend invite'),
  verb('resendInvite', 'resend'),
];

test.each([
  ['unlock ingrid', { key: 'unlock', name: 'ingrid' }],
  ['UNLOCK  Ingrid  Ex', { key: 'unlock', name: 'Ingrid Ex' }],
  ['ingrid unlock', { key: 'unlock', name: 'ingrid' }],
  ['unlock', { key: 'unlock', name: '' }],
  ['reset mfa ingrid', { key: 'resetMfa', name: 'ingrid' }],
  ['Öz Äg mfa zurucksetzen', { key: 'resetMfa', name: 'Öz Äg' }],
  ['resend invite eva', { key: 'resendInvite', name: 'eva' }],
  ['resend eva', { key: 'resendInvite', name: 'eva' }],
  ['edith', undefined],
  ['reset ingrid', undefined],
  ['unlo ingrid', undefined],
  ['', undefined],
] as const)('%j is %j', (text, command) => {
  expect(readCommand(text, verbs)).toEqual(command);
});

test.each([
  ['res', ['resetMfa', 'resendInvite']],
  ['reset m', ['resetMfa']],
  ['unlock', ['unlock']],
  ['un', []],
  ['unlock i', []],
] as const)('%j begins %j', (text, actions) => {
  expect(actionsBeginning(text, verbs)).toEqual(actions);
});

test.each([
  ['impersonate ingrid because ticket 4711', { text: 'impersonate ingrid', reason: 'ticket 4711' }],
  ['impersonate Ingrid Berg BECAUSE: she asked', { text: 'impersonate Ingrid Berg', reason: 'she asked' }],
  ['impersonate ingrid because', undefined],
  ['because ingrid', undefined],
  ['impersonate ingrid', undefined],
] as const)('the reason of %j is %j', (text, reasoned) => {
  expect(splitReason(text, ['because', 'weil'])).toEqual(reasoned);
});

test.each([
  ['12 kowalski', { number: 12, search: 'kowalski' }],
  ['3 maria da silva', { number: 3, search: 'maria da silva' }],
  ['kowalski 12', undefined],
  ['12', undefined],
  ['12th street', undefined],
] as const)('the number in %j is %j', (text, number) => {
  expect(readNumber(text)).toEqual(number);
});

const support = { roleName: 'Support', label: 'Support' };
const administration = { roleName: 'SubscriberAdministration', label: 'Organisation administrator' };
const member = { roleName: 'Member', label: 'Member' };

test.each([
  ['ingrid support', { name: 'ingrid', roles: [support] }],
  ['Ingrid Berg sup', { name: 'Ingrid Berg', roles: [support] }],
  ['support ingrid', { name: 'ingrid', roles: [support] }],
  ['ingrid organisation administrator', { name: 'ingrid', roles: [administration] }],
  ['ingrid s', { name: 'ingrid', roles: [support, administration] }],
  ['ingrid', undefined],
  ['ingrid berg', undefined],
  ['', undefined],
] as const)('%j names %j', (text, command) => {
  expect(readRole(text, [support, administration, member])).toEqual(command);
});

test('a user is named by the whole user name, name or email address', () => {
  const user = { userName: 'ingrid.b', email: 'ingrid@example.com', firstName: 'Íngrid', lastName: 'Berg' } as UserSummary;
  expect(['INGRID.B', 'ingrid berg', 'Ingrid@example.com'].map((text) => isNamed(text, user))).toEqual([true, true, true]);
  expect(['ingrid', 'berg', 'ingrid.bx', ''].map((text) => isNamed(text, user))).toEqual([false, false, false, false]);
});
