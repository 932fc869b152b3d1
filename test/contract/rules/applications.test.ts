/** Names and addresses of applications. */
import { applicationName } from '../../../api/contract/rules/applicationName.ts';
import { secureAddress } from '../../../api/contract/rules/secureAddress.ts';

test.each([
  'https://wiki.example',
  'https://wiki.example:8443/a?b=c',
  'http://localhost:3000/callback',
  'http://127.0.0.1/',
  'http://[::1]:80/',
])('%s is an address', (address) => {
  expect(secureAddress.holds(address)).toBe(true);
});

test.each([
  'http://wiki.example/',
  'http://localhost.evil.example/',
  'https://*.wiki.example/',
  'https://wiki.example/#fragment',
  'https://user@wiki.example/',
  'https://wiki.example\\@evil.example/',
  'https://wiki.example/ ',
  'javascript:alert(1)',
  'custom:/callback',
  '/callback',
  '',
  `https://wiki.example/${'a'.repeat(1000)}`,
])('%s is none', (address) => {
  expect(secureAddress.holds(address)).toBe(false);
});

test.each(['W', 'Wiki', 'Wiki 2', 'Łódź-wiki_3', 'a'.repeat(60)])('“%s” names an application', (name) => {
  expect(applicationName.holds(name)).toBe(true);
});

test.each(['', ' Wiki', 'Wiki ', 'a/b', 'a?b', '..', 'a%2fb', 'Wiki\n', '<b>', 'a'.repeat(61)])('“%s” names none', (name) => {
  expect(applicationName.holds(name)).toBe(false);
});
