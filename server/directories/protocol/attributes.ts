/** The attributes that are served (RFC 7643, 2.2 to 2.4), once: `/Schemas` presents them, and changes, filters and replies follow them. */
const core = 'urn:ietf:params:scim:schemas:core:2.0:';
export const userSchema = `${core}User`;
export const groupSchema = `${core}Group`;
const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export interface AttributeSchema {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime' | 'binary';
  readonly multiValued: boolean;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable';
  readonly returned: 'default' | 'always';
  readonly uniqueness: 'none' | 'server';
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly AttributeSchema[];
}

export interface ResourceSchema {
  readonly id: string;
  readonly name: string;
  readonly attributes: readonly AttributeSchema[];
  readonly extensions: readonly ResourceSchema[];
}

const attribute = (name: string, traits: Partial<AttributeSchema> = {}): AttributeSchema => ({
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
const texts = (...names: readonly string[]) => names.map((name) => attribute(name));
const complex = (name: string, subAttributes: readonly AttributeSchema[], traits: Partial<AttributeSchema> = {}) =>
  attribute(name, { type: 'complex', subAttributes, ...traits });
const list = (name: string, subAttributes: readonly AttributeSchema[], traits: Partial<AttributeSchema> = {}) =>
  complex(name, subAttributes, { multiValued: true, ...traits });

const type = attribute('type');
const primary = attribute('primary', { type: 'boolean' });
const values = (name: string, value: AttributeSchema = attribute('value')) =>
  list(name, [value, attribute('display'), type, primary]);
const reference = (name: string, referenceTypes: readonly string[], traits: Partial<AttributeSchema> = {}) =>
  attribute(name, { type: 'reference', caseExact: true, referenceTypes, ...traits });
const readOnly = { mutability: 'readOnly' } as const;
const immutable = { mutability: 'immutable' } as const;

/** Attributes of every resource, which no schema lists (RFC 7643, 3.1). */
const common: readonly AttributeSchema[] = [
  attribute('id', { ...readOnly, caseExact: true, returned: 'always' }),
  attribute('schemas', { ...readOnly, multiValued: true, caseExact: true, returned: 'always' }),
  complex('meta', [...texts('resourceType', 'created', 'lastModified', 'location', 'version')], readOnly),
];
const externalId = attribute('externalId', { caseExact: true });

const enterprise: ResourceSchema = {
  id: enterpriseSchema,
  name: 'EnterpriseUser',
  attributes: [
    ...texts('employeeNumber', 'costCenter', 'organization', 'division', 'department'),
    complex('manager', [attribute('value'), reference('$ref', ['User']), attribute('displayName')]),
  ],
  extensions: [],
};

export const userResource: ResourceSchema = {
  id: userSchema,
  name: 'User',
  attributes: [
    attribute('userName', { required: true, uniqueness: 'server' }),
    externalId,
    complex('name', texts('formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix')),
    attribute('displayName'),
    attribute('nickName'),
    reference('profileUrl', ['external']),
    ...texts('title', 'userType', 'preferredLanguage', 'locale', 'timezone'),
    attribute('active', { type: 'boolean' }),
    ...['emails', 'phoneNumbers', 'ims'].map((name) => values(name)),
    values('photos', reference('value', ['external'])),
    list('addresses', [...texts('formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country'), type, primary]),
    list(
      'groups',
      [
        attribute('value', readOnly),
        reference('$ref', ['Group'], readOnly),
        attribute('display', readOnly),
        attribute('type', readOnly),
      ],
      readOnly,
    ),
    ...['entitlements', 'roles'].map((name) => values(name)),
    values('x509Certificates', attribute('value', { type: 'binary', caseExact: true })),
  ],
  extensions: [enterprise],
};

export const groupResource: ResourceSchema = {
  id: groupSchema,
  name: 'Group',
  attributes: [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    externalId,
    list('members', [
      attribute('value', immutable),
      reference('$ref', ['User'], readOnly),
      attribute('type', readOnly),
      attribute('display', readOnly),
    ]),
  ],
  extensions: [],
};

export const resources: readonly ResourceSchema[] = [userResource, groupResource];

const isNamed =
  (name: string) =>
  (found: { readonly name: string }): boolean =>
    found.name.toLowerCase() === name.toLowerCase();

/** Finds an attribute by any spelling. @param extension the schema of an extension; null: that of the resource itself */
export function findAttribute(resource: ResourceSchema, extension: string | null, name: string): AttributeSchema | undefined {
  const schema = extension === null ? resource : findExtension(resource, extension);
  return schema?.attributes.find(isNamed(name)) ?? (extension === null ? common.find(isNamed(name)) : undefined);
}

export const findPart = ({ subAttributes }: AttributeSchema, name: string): AttributeSchema | undefined =>
  subAttributes?.find(isNamed(name));

export const findExtension = ({ extensions }: ResourceSchema, id: string): ResourceSchema | undefined =>
  extensions.find((extension) => extension.id.toLowerCase() === id.toLowerCase());
