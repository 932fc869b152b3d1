/** Typed commands: the verb first or last, the longest verb, and what a beginning could become. */
import { actionsBeginning, readCommand, verb } from '@src/features/users/palette/commands.ts';

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
