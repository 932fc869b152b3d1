/** Messages of SAML: without a key of the provider, and with the signature of a message that was changed. */
import type { Connection } from '../../api/contract/identityProviders.shapes.ts';
import { AUTHORITY, authorityKey, foreignKey, metadataOf, samlAnswer, startSamlLogin } from '../../test/support/samlAuthority.ts';
import { newSamlKey } from '../../test/support/samlKey.ts';
import { logoutQuery, logoutXml, signedLogout } from '../../test/support/samlLogout.ts';
import type { TestConnection } from '../../test/support/sso.ts';
import { requireSuccess } from '../server.ts';
import { get, postForm, type Input, type Inputs, type Target } from './sender.ts';

type Ours = Pick<TestConnection, 'connectionId' | 'ours'>;

const CERTIFICATES = 5;

export async function samlInputs(target: Target): Promise<Inputs> {
  const keys = [...Array.from({ length: CERTIFICATES - 1 }, () => newSamlKey()), authorityKey];
  const ours = await connect(target, metadataOf(keys));
  return { samlLogout: logouts(target, ours), samlResponse: responses(target, ours), metadata: descriptions(target) };
}

const path = ({ organisationId }: Target) => `/api/Connections/${organisationId}`;
const settings = (name: string, metadata: string) => ({ name, vendor: 'other', kind: 'saml', metadata });

async function connect(target: Target, metadata: string): Promise<Ours> {
  const { administrator, organisationId } = target;
  const added = requireSuccess(await administrator.send('POST', path(target), settings('Five certificates', metadata)));
  const connection = JSON.parse(added.text) as Connection;
  const enabling = `/api/Connections/Enable/${organisationId}/${connection.connectionId}/true`;
  requireSuccess(await administrator.send('PUT', enabling));
  return connection;
}

function logouts(target: Target, ours: Ours): Input[] {
  const plain = () => logoutXml(ours, { subject: 'bench' });
  const extended = (xml: string, what: string) =>
    xml.replace('<saml:NameID>', () => `<samlp:Extensions>${what}</samlp:Extensions><saml:NameID>`);
  const slo = `/sso/saml/${ours.connectionId}/slo`;
  const post = (xml: string) =>
    postForm(target, slo, new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') }).toString());
  const few = '<a/>'.repeat(90);
  return [
    { what: 'true', send: () => post(signedLogout(plain())) },
    {
      what: '5,800 elements, a worthless signature',
      send: () => post(extended(signedLogout(plain(), foreignKey), '<a/>'.repeat(5800))),
    },
    { what: 'a worthless signature', send: () => post(extended(signedLogout(plain(), foreignKey), few)) },
    { what: 'a true signature of another content', send: () => post(extended(signedLogout(plain()), few)) },
    {
      what: 'the same, with texts of entities',
      send: () => post(extended(signedLogout(plain()), `<a>${'&#65;'.repeat(90)}</a>`.repeat(90))),
    },
    {
      what: 'the same, elements within each other',
      send: () => post(extended(signedLogout(plain()), '<a xmlns:b="c">'.repeat(35) + '</a>'.repeat(35))),
    },
    { what: 'a form of empty fields', send: () => postForm(target, slo, 'a&'.repeat(32_000)) },
    { what: 'an address, signed', send: () => get(target, `${slo}?${logoutQuery(extended(plain(), '<a/>'.repeat(5800)))}`) },
    { what: 'an address of empty fields', send: () => get(target, `${slo}?${'a&'.repeat(7000)}`) },
  ];
}

function responses(target: Target, ours: Ours): Input[] {
  const acs = `/sso/saml/${ours.connectionId}/acs`;
  const statement = (values: string) =>
    `<saml:AttributeStatement><saml:Attribute Name="groups">${values}</saml:Attribute></saml:AttributeStatement>`;
  const groups = Array.from({ length: 1500 }, (_, index) => `<saml:AttributeValue>${String(index)}</saml:AttributeValue>`);
  const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${String(index)}=""`).join(' ');
  const response = (
    what: string,
    inside: string,
    how: 'before' | 'after',
    key = authorityKey,
    change = (xml: string) => xml,
  ): Input => ({
    what,
    prepare: () => startSamlLogin(target.server, ours),
    send: (prepared) => {
      const login = prepared as Awaited<ReturnType<typeof startSamlLogin>>;
      const add = (xml: string) => xml.replace('</saml:Conditions>', () => `</saml:Conditions>${inside}`);
      const answer = { subject: 'bench', issuer: AUTHORITY.issuer, key, after: change, [how]: add };
      const form = { SAMLResponse: samlAnswer(ours, login, answer), RelayState: login.relayState };
      return postForm(target, acs, new URLSearchParams(form).toString());
    },
  });
  return [
    response('true', '', 'before'),
    response('true, 1,500 groups', statement(groups.join('')), 'before'),
    response('1,500 groups, a worthless signature', statement(groups.join('')), 'before', foreignKey),
    response('1,500 groups, a true signature of another content', statement(groups.join('')), 'after'),
    response('5,700 elements', '<x/>'.repeat(5700), 'after'),
    response('elements of many attributes', `<x ${attributes(60)}/>`.repeat(100), 'after'),
    response('an element of 6,000 attributes', `<x ${attributes(6000)}/>`, 'after'),
    {
      ...response('a root of 6,000 attributes', '', 'before'),
      send: (prepared) => {
        const login = prepared as Awaited<ReturnType<typeof startSamlLogin>>;
        const xml = Buffer.from(samlAnswer(ours, login, { subject: 'bench' }), 'base64').toString();
        const message = Buffer.from(xml.replace('<samlp:Response ', `<samlp:Response ${attributes(6000)} `)).toString('base64');
        return postForm(target, acs, new URLSearchParams({ SAMLResponse: message, RelayState: login.relayState }).toString());
      },
    },
    response('a list of prefixes', '', 'before', authorityKey, (xml) =>
      xml.replace(
        '"http://www.w3.org/2001/10/xml-exc-c14n#"/>',
        () =>
          `"http://www.w3.org/2001/10/xml-exc-c14n#"><e:InclusiveNamespaces xmlns:e="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${'a '.repeat(80_000)}"/></ds:CanonicalizationMethod>`,
      ),
    ),
    { what: 'a form of empty fields', send: () => postForm(target, acs, 'a&'.repeat(130_000)) },
    { what: 'blanks', send: () => postForm(target, acs, `SAMLResponse=${'+'.repeat(260_000)}`) },
  ];
}

function descriptions(target: Target): Input[] {
  const { administrator } = target;
  const send = (what: string, metadata: string): Input => ({
    what,
    send: () => administrator.send('POST', path(target), settings(`${what} ${String(performance.now())}`, metadata)),
  });
  return [
    send(
      '14,900 elements',
      metadataOf().replace('<SingleSignOnService', () => `${'<a/>'.repeat(14_900)}<SingleSignOnService`),
    ),
    send('namespaces', `<r>${'<b xmlns:p="u" xmlns:q="u"/>'.repeat(8000)}</r>`),
    send('comments', '<!-- -->'.repeat(30_000)),
    send('150 certificates', metadataOf(Array.from({ length: 150 }, () => authorityKey))),
    send('entities', `<r>${'&#65;'.repeat(50_000)}</r>`),
    send('ampersands', `<r>${'&'.repeat(250_000)}</r>`),
  ];
}
