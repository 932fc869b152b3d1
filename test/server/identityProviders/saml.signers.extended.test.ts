/** Who has signed is found before the message is read further, for every way in which providers write namespaces. */
import { SignedXml } from 'xml-crypto';
import { plainXml, requireOneAssertion, RESPONSE_LIMITS } from '../../../server/identityProviders/saml/shell.ts';
import { signersOf } from '../../../server/identityProviders/saml/signers.ts';
import { authorityKey, foreignKey, samlAnswer } from '../../support/samlAuthority.ts';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ours = { acsUrl: 'https://us.example/acs', entityId: 'https://us.example/metadata' } as Parameters<
  typeof samlAnswer
>[0]['ours'];
const { certificate } = authorityKey;
const others = [foreignKey.certificate];

interface Written {
  readonly prefix: string;
  readonly prefixes: readonly string[];
}

function signed({ prefix, prefixes }: Written): string {
  const unsigned = Buffer.from(samlAnswer({ ours }, { id: '_1' }, { subject: 'ada', signed: [] }), 'base64').toString();
  const xml = unsigned.replace(
    '<samlp:Response ',
    '<samlp:Response xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:default" ',
  );
  const signature = new SignedXml({
    privateKey: authorityKey.key,
    canonicalizationAlgorithm: EXCLUSIVE,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    inclusiveNamespacesPrefixList: [...prefixes],
  });
  const assertion = "//*[local-name(.)='Assertion']";
  signature.addReference({
    xpath: assertion,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha512',
    inclusiveNamespacesPrefixList: [...prefixes],
  });
  signature.computeSignature(xml, { prefix, location: { reference: `${assertion}/*[local-name(.)='Issuer']`, action: 'after' } });
  return signature.getSignedXml();
}

const signersIn = (message: string, certificates: readonly string[]) => {
  const { xml, root } = plainXml(Buffer.from(message), RESPONSE_LIMITS);
  return signersOf(xml, [root, requireOneAssertion(root)], certificates);
};

const ways: readonly Written[] = ['ds', ''].flatMap((prefix) =>
  [[], ['xs'], ['xs', 'saml', 'samlp'], ['#default', 'xs']].map((prefixes) => ({ prefix, prefixes })),
);
test.each(ways)('%j', (written) => {
  const message = signed(written);
  expect(signersIn(message, [...others, certificate])).toEqual([certificate]);
  expect(() => signersIn(message, others)).toThrow('signature');
  // The rest of the message is not judged here.
  expect(signersIn(message.replace('>ada<', '>eve<'), [certificate])).toEqual([certificate]);
});

const changes: readonly (readonly [string, (xml: string) => string])[] = [
  ['another digest', (xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue>AAAA')],
  [
    'another reference',
    (xml) => xml.replace('<ds:Transforms>', '<ds:Transforms><!-- --></ds:Transforms>').replace('<!-- -->', ''),
  ],
  ['another value', (xml) => xml.replace('<ds:SignatureValue>', '<ds:SignatureValue>AAAA')],
  [
    'a second value',
    (xml) => xml.replace('<ds:SignatureValue>', '<ds:SignatureValue>AAAA</ds:SignatureValue><ds:SignatureValue>'),
  ],
  ['no value', (xml) => xml.replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/s, '')],
  ['30 elements more', (xml) => xml.replace('</ds:SignedInfo>', `${'<x/>'.repeat(30)}</ds:SignedInfo>`)],
  ['8 KiB more', (xml) => xml.replace('</ds:SignedInfo>', `${' '.repeat(8192)}</ds:SignedInfo>`)],
];
test.each(changes)('A signature with %s is by nobody', (_what, change) => {
  const message = change(signed({ prefix: 'ds', prefixes: [] }));
  expect(() => signersIn(message, [certificate])).toThrow(/^(?:signature|response)$/);
});
