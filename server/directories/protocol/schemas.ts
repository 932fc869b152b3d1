/** The service's description of itself (RFC 7643, 5 to 7). */
import type { JsonObject } from './json.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0:';
export const userSchema = `${core}User`;
export const groupSchema = `${core}Group`;
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const MAX_RESULTS = 500;

export const serviceProviderConfig = (address: string): JsonObject => ({
  schemas: [`${core}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Key of the organisation’s directory',
      description: 'Authorization: Bearer, with a key that an administrator of the organisation has made.',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${address}/ServiceProviderConfig` },
});

const resourceType = (address: string, id: string, schema: string, extensions: readonly string[]): JsonObject => ({
  schemas: [`${core}ResourceType`],
  id,
  name: id,
  endpoint: `/${id}s`,
  schema,
  schemaExtensions: extensions.map((extension) => ({ schema: extension, required: false })),
  meta: { resourceType: 'ResourceType', location: `${address}/ResourceTypes/${id}` },
});

export const resourceTypes = (address: string): JsonObject[] => [
  resourceType(address, 'User', userSchema, [enterpriseSchema]),
  resourceType(address, 'Group', groupSchema, []),
];

interface Traits {
  readonly type?: string;
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: string;
  readonly returned?: string;
  readonly uniqueness?: string;
  readonly subAttributes?: readonly JsonObject[];
}

const attribute = (name: string, traits: Traits = {}): JsonObject => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...traits,
});

const list = (name: string): JsonObject =>
  attribute(name, {
    type: 'complex',
    multiValued: true,
    subAttributes: [attribute('value'), attribute('type'), attribute('display'), attribute('primary', { type: 'boolean' })],
  });

const schema = (address: string, id: string, name: string, attributes: readonly JsonObject[]): JsonObject => ({
  schemas: [`${core}Schema`],
  id,
  name,
  attributes,
  meta: { resourceType: 'Schema', location: `${address}/Schemas/${id}` },
});

export const schemas = (address: string): JsonObject[] => [
  schema(address, userSchema, 'User', [
    attribute('userName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('name', {
      type: 'complex',
      subAttributes: ['formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'].map((name) =>
        attribute(name),
      ),
    }),
    attribute('displayName'),
    attribute('nickName'),
    attribute('profileUrl', { type: 'reference' }),
    attribute('title'),
    attribute('userType'),
    attribute('preferredLanguage'),
    attribute('locale'),
    attribute('timezone'),
    attribute('active', { type: 'boolean' }),
    ...['emails', 'phoneNumbers', 'ims', 'photos', 'addresses', 'entitlements', 'roles'].map((name) => list(name)),
    attribute('groups', { type: 'complex', multiValued: true, mutability: 'readOnly' }),
  ]),
  schema(address, enterpriseSchema, 'EnterpriseUser', [
    ...['employeeNumber', 'costCenter', 'organization', 'division', 'department'].map((name) => attribute(name)),
    attribute('manager', { type: 'complex', subAttributes: [attribute('value'), attribute('displayName')] }),
  ]),
  schema(address, groupSchema, 'Group', [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('members', {
      type: 'complex',
      multiValued: true,
      subAttributes: [attribute('value', { mutability: 'immutable' }), attribute('display', { mutability: 'readOnly' })],
    }),
  ]),
];
