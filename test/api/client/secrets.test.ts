/** Secrets must not appear in the state or in any action, however the call ends: each test plants a canary and searches for it. */
import { randomUUID } from 'node:crypto';
import { inviteApi } from '@api/client/invite.api.ts';
import { loginApi } from '@api/client/login.api.ts';
import { mfaApi } from '@api/client/mfa.api.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { reveal, seal, type Sealed } from '@api/client/secrets.ts';
import { securityApi } from '@api/client/security.api.ts';
import { supportApi } from '@api/client/support.api.ts';
import { selfApi } from '@api/client/users.self.api.ts';
import { usersApi } from '@api/client/users.api.ts';
import { clientStore } from './clientStore.ts';
import { offline, problem, type Reply, scripted } from './scriptedTransport.ts';

const CANARY = 'Canary-yellow-77';
const CHIRP = 'Chirp-of-the-server-88';
const userId = '6f1c1c2e-7a57-4f0e-9a57-0a2f5d9d0001';

const secretArgs = {
  logIn: () => loginApi.endpoints.logIn.initiate(seal({ body: { userName: 'someone', password: CANARY } })),
  confirmIdentity: () => recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { userId, token: CANARY } })),
  enableMfa: () => mfaApi.endpoints.enableMfa.initiate(seal({ body: { code: CANARY } })),
  logInWithCode: () => mfaApi.endpoints.logInWithCode.initiate(seal({ body: { code: CANARY } })),
  logInWithRecoveryCode: () => mfaApi.endpoints.logInWithRecoveryCode.initiate(seal({ body: { code: CANARY } })),
  viewInvite: () => inviteApi.endpoints.viewInvite.initiate(seal({ userId, token: CANARY })),
  receiveInvite: () => inviteApi.endpoints.receiveInvite.initiate(seal({ body: { userId, token: CANARY } })),
  acceptInvite: () =>
    inviteApi.endpoints.acceptInvite.initiate(
      seal({
        userId,
        body: { userName: 'someone', firstName: 'Some', lastName: 'One', password: CANARY, confirmPassword: CANARY },
      }),
    ),
  changePassword: () =>
    securityApi.endpoints.changePassword.initiate(seal({ body: { newPassword: CANARY, confirmPassword: CANARY } })),
  confirmEmail: () => selfApi.endpoints.confirmEmail.initiate(seal({ body: { userId, token: CANARY } })),
  cancelEmail: () => selfApi.endpoints.cancelEmail.initiate(seal({ body: { userId, token: CANARY } })),
  createTicket: () =>
    supportApi.endpoints.createTicket.initiate(
      seal({
        body: { Email: 'a@example.com', IssueDescription: CANARY, Urgency: 'Low' },
        attachments: [new File([CANARY], CANARY)],
        idempotencyKey: randomUUID(),
      }),
    ),
  createUser: () =>
    usersApi.endpoints.createUser.initiate(
      seal({
        body: {
          userName: 'someone',
          email: 'a@example.com',
          firstName: 'Some',
          lastName: 'One',
          organisationPublicId: userId,
          roles: [],
          password: CANARY,
        },
      }),
    ),
};

/** All strings in the object, also what JSON.stringify omits. */
function holds(value: unknown, needle: string, seen = new Set<unknown>()): boolean {
  if (typeof value === 'string') return value.includes(needle);
  if (typeof value !== 'object' || value === null || seen.has(value)) return false;
  seen.add(value);
  return Reflect.ownKeys(value).some(
    (key) => String(key).includes(needle) || holds((value as Record<PropertyKey, unknown>)[key], needle, seen),
  );
}

const endings: Record<string, () => Reply> = {
  'a good end': () => ({ json: { outcome: 'SignedIn' } }),
  'a refusal': () => problem(400, 'InvalidCredentials'),
  'no answer': offline,
};

describe.each(Object.entries(secretArgs))('%s', (_name, initiate) => {
  test.each(Object.entries(endings))('leaves no trace after %s', async (_ending, answer) => {
    const wire = scripted(answer);
    const store = clientStore(wire.transport);
    await store.dispatch(initiate() as never);
    // It must have been sent, or the test would prove nothing.
    const sent = wire.received[0];
    const travelled =
      sent?.body instanceof FormData
        ? [...sent.body.values()].some((value) => value === CANARY)
        : holds([sent?.url, sent?.body], CANARY);
    expect(travelled).toBe(true);
    expect(holds(store.getState(), CANARY)).toBe(false);
    expect(store.actions.filter((action) => holds(action, CANARY))).toEqual([]);
  });
});

const secretReplies = {
  beginEnableMfa: () => mfaApi.endpoints.beginEnableMfa.initiate({}),
  enableMfa: () => mfaApi.endpoints.enableMfa.initiate(seal({ body: { code: '123456' } })),
  renewRecoveryCodes: () => mfaApi.endpoints.renewRecoveryCodes.initiate(),
  issueRecoveryCode: () => mfaApi.endpoints.issueRecoveryCode.initiate({ userId }),
  createApiKey: () => securityApi.endpoints.createApiKey.initiate({ name: 'build' }),
};

test.each(Object.entries(secretReplies))('the reply of %s reaches the caller only', async (_name, initiate) => {
  const store = clientStore(scripted(() => ({ json: { secret: CHIRP } })).transport);
  const settled: { data?: Sealed<{ secret: string }> } = await store.dispatch(initiate() as never);
  const data = settled.data ?? seal({ secret: 'nothing came' });
  expect(reveal(data)).toEqual({ secret: CHIRP });
  expect(holds(store.getState(), CHIRP)).toBe(false);
  expect(store.actions.filter((action) => holds(action, CHIRP))).toEqual([]);
});

test('a copy of a sealed reference cannot be opened', () => {
  const ticket = seal(CANARY);
  expect(JSON.stringify(ticket)).toBe('{"sealed":true}');
  expect(() => reveal({ ...ticket })).toThrow('ticket itself');
  expect(reveal(ticket)).toBe(CANARY);
});
