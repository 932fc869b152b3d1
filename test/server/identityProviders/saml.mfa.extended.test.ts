/**
 * When a login at a SAML provider counts as a second factor: by the context classes that the connection trusts, and nothing else.
 */
import { randomUUID } from 'node:crypto';
import { logInAs } from '../../support/logInAs.ts';
import { enrol } from '../../support/mfa.ts';
import type { SamlAnswer } from '../../support/samlAuthority.ts';
import { useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const REFEDS = 'https://refeds.org/profile/mfa';
const CLASSES = 'urn:oasis:names:tc:SAML:2.0:ac:classes';
const METHODS = 'http://schemas.microsoft.com/claims/authnmethodsreferences';
const MULTIPLE = 'http://schemas.microsoft.com/claims/multipleauthn';
const [IN, SECOND_STEP] = ['/SecurityDetails', '/LoginMfa/false'];

const { connection, linked, logIn } = useSamlProvider(site);
/** A subject whose user has a second factor here. */
let sub: string;
beforeAll(async () => {
  const member = await linked();
  ({ sub } = member);
  await enrol(await logInAs(site, member.userName));
});

async function trust(mfaTrust: 'off' | 'asserted' | 'always', mfaValues: string[] = []) {
  await connection.enable(false);
  await connection.update({ mfaTrust, mfaValues });
  await connection.enable(true);
}
const arriveWith = (changed: Partial<SamlAnswer>) => logIn({ subject: sub, ...changed });

test('Without trust, which is the default, no class is a second factor', async () => {
  for (const context of [REFEDS, `${CLASSES}:TimeSyncToken`]) {
    const { at, client } = await arriveWith({ context });
    expect(at).toBe(SECOND_STEP);
    expect((await client.call('Users.Self')).status).toBe(401);
    expect(await connection.last()).toMatchObject({ outcome: 'secondFactor' });
  }
});

describe('With trust in a list of classes, the provider’s login is a second factor', () => {
  beforeAll(() => trust('asserted', [REFEDS, MULTIPLE]));

  const cases: readonly (readonly [string, string, Partial<SamlAnswer>])[] = [
    ['that class', IN, { context: REFEDS }],
    ['Entra’s word for several methods', IN, { attributes: { [METHODS]: MULTIPLE } }],
    ['another class', SECOND_STEP, { context: `${CLASSES}:PasswordProtectedTransport` }],
    ['one that begins like it', SECOND_STEP, { context: `${REFEDS}/weaker` }],
    ['one in other letters', SECOND_STEP, { context: REFEDS.toUpperCase() }],
    ['that class as an attribute `acr`', SECOND_STEP, { attributes: { acr: REFEDS } }],
    ['that class as an attribute `amr`', SECOND_STEP, { attributes: { amr: REFEDS } }],
    [
      'an authority of that name, and another class',
      SECOND_STEP,
      {
        context: `x</saml:AuthnContextClassRef><saml:AuthenticatingAuthority>${REFEDS}</saml:AuthenticatingAuthority><saml:AuthnContextClassRef>y`,
      },
    ],
  ];
  test.each(cases)('%s', async (_what, where, changed) => {
    const { at, client } = await arriveWith(changed);
    expect(at).toBe(where);
    expect((await client.call('Users.Self')).status).toBe(where === IN ? 200 : 401);
    expect(await connection.last()).toMatchObject({ outcome: where === IN ? 'loggedIn' : 'secondFactor' });
  });
});

test('With full trust, the provider need not assert a class', async () => {
  await trust('always');
  expect((await arriveWith({ context: `${CLASSES}:unspecified` })).at).toBe(IN);
});

test('The trust can be changed only while the provider is off', async () => {
  await expect(connection.update({ mfaTrust: 'always', name: `Provider ${randomUUID()}` })).rejects.toThrow('ConnectionEnabled');
});
