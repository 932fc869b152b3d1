/** Reading anything that strangers can send costs little: one process serves all users. */
import { readMetadata } from '../../../server/identityProviders/saml/metadata.ts';
import { plainXml } from '../../../server/identityProviders/saml/shell.ts';
import { Refused } from '../../../server/identityProviders/logIn/refused.ts';
import { REFUSED } from '../../support/sso.ts';
import { useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const { connection, linked, logIn } = useSamlProvider(site);

/** Processor time, which waiting on a busy machine adds nothing to: far more than needed, and far less than before the limit. */
const MAX_CPU_MS = 1500;
const cpuMs = () => process.cpuUsage().user / 1000;
const many = (count: number, unit: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => unit(index)).join('');

const documents: readonly (readonly [string, () => unknown])[] = [
  ['comments that do not end', () => readMetadata('<!--'.repeat(60_000), new Date())],
  [
    'thousands of namespaces, and elements in them',
    () => plainXml(Buffer.from(`<r${many(8000, (index) => ` xmlns:p${String(index)}=""`)}>${'<b/>'.repeat(15_000)}</r>`)),
  ],
  [
    'a few namespaces in each of thousands of elements',
    () => readMetadata(`<r>${'<b xmlns:p="u" xmlns:q="u"/>'.repeat(8000)}</r>`, new Date()),
  ],
];
test.each(documents)('%s', (_what, read) => {
  const beginMs = cpuMs();
  expect(read).toThrow(Refused);
  expect(cpuMs() - beginMs).toBeLessThan(MAX_CPU_MS);
});

describe('A response', () => {
  const answerWith = async (inside: string, how: 'before' | 'after') => {
    const add = (xml: string) => xml.replace('</saml:Conditions>', () => `</saml:Conditions>${inside}`);
    return (await logIn({ subject: (await linked()).sub, [how]: add })).at;
  };
  const statement = (values: string) =>
    `<saml:AttributeStatement><saml:Attribute Name="groups">${values}</saml:Attribute></saml:AttributeStatement>`;

  test('with a thousand groups, each with its type, is read', async () => {
    const value = (index: number) =>
      `<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">${String(index)}</saml:AttributeValue>`;
    expect(await answerWith(statement(many(1000, value)), 'before')).toBe('/SecurityDetails');
  });

  test('with more parts than any provider sends is refused before a signature is checked', async () => {
    for (const inside of [many(6001, () => '<x/>'), many(300, () => `<x${many(20, (index) => ` a${String(index)}=""`)}/>`)]) {
      expect(await answerWith(inside, 'after')).toBe(REFUSED);
      expect((await connection.last()).problem).toBe('response');
    }
  });
});
