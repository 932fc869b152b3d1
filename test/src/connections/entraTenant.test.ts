/** The issuer of Entra is made of the ID that Entra shows. */
import { issuerOfTenant, tenantIn } from '@src/features/connections/provider/entraTenant.ts';

const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const ISSUER = `https://login.microsoftonline.com/${TENANT}/v2.0`;

test.each([
  ['the ID', TENANT, ISSUER],
  ['the ID in capitals with spaces around', ` ${TENANT.toUpperCase()} `, ISSUER],
  ['the ID in braces, as PowerShell prints it', `{${TENANT}}`, ISSUER],
  ['the whole issuer', ISSUER, ISSUER],
  ['the address of the metadata', `${ISSUER}/.well-known/openid-configuration`, `${ISSUER}/.well-known/openid-configuration`],
  [
    'an issuer of a national cloud',
    `https://login.microsoftonline.us/${TENANT}/v2.0`,
    `https://login.microsoftonline.us/${TENANT}/v2.0`,
  ],
  ['the client ID with a character too many', `${TENANT}0`, undefined],
  ['a domain', 'contoso.onmicrosoft.com', undefined],
  ['nothing', '', undefined],
])('%s', (_what, text, issuer) => {
  expect(issuerOfTenant(text)).toBe(issuer);
});

test('the ID is shown again for its issuer, and any other issuer as it is', () => {
  expect(tenantIn(ISSUER)).toBe(TENANT);
  expect(tenantIn('https://login.example.com/realms/main')).toBe('https://login.example.com/realms/main');
});
