/** Step-up in the contract: every call that changes something needs a fresh proof of identity, or states why not. */
import { changesState } from '../../api/contract/call.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../api/contract/index.ts';
import { whyBarredWhileImpersonating } from '../../api/contract/session.policy.ts';
import { stepUpCases, stepUpExemptions } from '../../api/contract/stepUp.ts';

const all = Object.entries(operations) as [OperationName, Operation][];

describe.each(all.filter(([, operation]) => changesState(operation)))('%s', (_name, operation) => {
  test('needs a fresh proof of identity, or has an exemption', () => {
    const { stepUp, withoutStepUp } = operation;
    expect([stepUp, withoutStepUp].filter(Boolean)).toHaveLength(1);
    if (withoutStepUp) expect(stepUpExemptions[withoutStepUp]).toMatch(/\w{2}/);
    if (stepUp && stepUp !== true) expect(stepUpCases[stepUp]).toMatch(/\w{2}/);
  });

  test('is barred while impersonating, if it needs the proof', () => {
    if (operation.stepUp === true)
      expect(whyBarredWhileImpersonating(operation, 'act')).toBe(operation.allowedWhileImpersonating ? null : 'Impersonating');
  });
});

test('A call that changes nothing has neither', () => {
  const reading = all.filter(([, operation]) => !changesState(operation) && (operation.stepUp ?? operation.withoutStepUp));
  expect(reading).toEqual([]);
});

/** Calls that change a credential are found by the words of their path, so that a new one can't slip through. */
test('Whatever has a password, an e-mail address, MFA, a role or a key in its name is ⊕, takes the proof itself, or only takes away', () => {
  const credential = /Password|Email\b|Mfa|Role|Authentication|ApiKey|Passkey|Create|Sync/;
  const exempt = all.filter(
    ([name, operation]) =>
      changesState(operation) &&
      credential.test(`${name} ${operation.path}`) &&
      !operation.stepUp &&
      !['proof', 'mailedLink', 'mailsOwner', 'endsOwnAccess'].includes(operation.withoutStepUp ?? ''),
  );
  // A passkey's name opens nothing, neither does a challenge, and a view of the list is no credential.
  expect(exempt.map(([name]) => name)).toEqual([
    'Passkeys.Rename',
    'Passkeys.LoginOptions',
    'Support.CreateTicket',
    'Views.Create',
    'Reports.Create',
  ]);
});
