/** Names that operators and users choose, in formats that have separators of their own. */
import { readConfig } from '../../../server/config/config.ts';
import { attachmentNamed } from '../../../server/export/fileStream.ts';
import { senderAddress } from '../../../server/mail/addresses.ts';
import { authenticatorUri } from '../../../server/mfa/proof.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

test.each([
  ['Acme: Accounts', 'Acme Accounts'],
  ['Acme:Accounts', 'Acme Accounts'],
  [': Acme', 'Acme'],
  ['Acme :: One : Two', 'Acme One Two'],
  ['Acme & Söhne, 100%', 'Acme & Söhne, 100%'],
  ['Acme?issuer=Evil', 'Acme?issuer=Evil'],
  ['Acme/Accounts#1', 'Acme/Accounts#1'],
  ['Acme%3AAccounts', 'Acme%3AAccounts'],
  ['Acme\uff1aAccounts', 'Acme\uff1aAccounts'],
  ['שער: חשבונות', 'שער חשבונות'],
  ['Acme +: 🔑', 'Acme + 🔑'],
])('an authenticator shows %j with one label', (product, shown) => {
  const uri = new URL(authenticatorUri(SECRET, product, 'anna_maria'));
  const label = decodeURIComponent(uri.pathname.replace(/^\/+(totp\/)?/, ''));
  expect(label.split(':')).toEqual([shown, 'anna_maria']);
  expect(uri.searchParams.getAll('issuer')).toEqual([shown]);
});

test.each([
  ['Acme, Inc. <no-reply@acme.example>', 'Acme, Inc.', 'no-reply@acme.example'],
  ['"Acme; Support" <no-reply@acme.example>', 'Acme; Support', 'no-reply@acme.example'],
  ['Acme: Accounts <no-reply@acme.example>', 'Acme: Accounts', 'no-reply@acme.example'],
  ['Söhne & Töchter <no-reply@acme.example>', 'Söhne & Töchter', 'no-reply@acme.example'],
  ['"Müller, Anna" <no-reply@acme.example>', 'Müller, Anna', 'no-reply@acme.example'],
  ['Acme (EU) <no-reply@acme.example>', 'Acme (EU)', 'no-reply@acme.example'],
  ['no-reply@acme.example', '', 'no-reply@acme.example'],
  ['<no-reply@acme.example>', '', 'no-reply@acme.example'],
])('mails from %j have one sender', (MAIL_FROM, name, address) => {
  const config = readConfig({ MAIL_FROM });
  expect(senderAddress({ config, publicUrl: () => 'https://id.example.com' })).toEqual({ name, address });
});

test.each(['', ' ', ':', 'Acme\nBcc: x@y.example', 'Acme\u0000', '\t'])(
  'PRODUCT_NAME %j is refused, or the default',
  (PRODUCT_NAME) => {
    if (PRODUCT_NAME === '') expect(readConfig({ PRODUCT_NAME }).PRODUCT_NAME).toBe('Gatehouse');
    else expect(() => readConfig({ PRODUCT_NAME })).toThrow('PRODUCT_NAME');
  },
);

test.each(['a"b.pdf', 'a;b.pdf', "it's.pdf", 'ä/\\:.pdf', 'x\r\nSet-Cookie: a=b', '\ud800.pdf', '王.pdf'])(
  'the header of a download named %j has one file name',
  (name) => {
    const header = attachmentNamed(name);
    expect(header).toMatch(/^attachment; filename="[\w.-]*"; filename\*=UTF-8''[\w.!~%-]*$/);
    expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(name.toWellFormed());
  },
);
