/** The service's description of itself (RFC 7643, 5 to 7). */
import { resources, type ResourceSchema } from './attributes.ts';
import type { Json, JsonObject } from './json.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0:';
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

export const resourceTypes = (address: string): JsonObject[] =>
  resources.map(({ id, name, extensions }) => ({
    schemas: [`${core}ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: id,
    schemaExtensions: extensions.map((extension) => ({ schema: extension.id, required: false })),
    meta: { resourceType: 'ResourceType', location: `${address}/ResourceTypes/${name}` },
  }));

export const schemas = (address: string): JsonObject[] =>
  resources
    .flatMap((resource) => [resource, ...resource.extensions])
    .map(({ id, name, attributes }: ResourceSchema) => ({
      schemas: [`${core}Schema`],
      id,
      name,
      attributes: attributes as unknown as Json,
      meta: { resourceType: 'Schema', location: `${address}/Schemas/${id}` },
    }));
