/** The values of the form that connects an identity provider, and what is sent of them. */
import type { BodyOf } from '@api/contract/index.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { issuerOfTenant, tenantIn } from './entraTenant.ts';

export interface ConnectValues {
  readonly issuer: string;
  /** In place of the issuer, where Entra is the vendor. */
  readonly tenant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly metadataUrl: string;
  readonly metadata: string;
}

export const connectFields = ['issuer', 'tenant', 'clientId', 'clientSecret', 'metadataUrl', 'metadata'];

/** All organisations at Google have the same. */
const GOOGLE_ISSUER = 'https://accounts.google.com';

export const valuesOf = ({ vendor, issuer, clientId, saml }: Connection): ConnectValues => ({
  issuer: issuer ?? (vendor === 'google' ? GOOGLE_ISSUER : ''),
  tenant: tenantIn(issuer ?? ''),
  clientId: clientId ?? '',
  clientSecret: '',
  metadataUrl: saml?.metadataUrl ?? '',
  metadata: '',
});

/** Pasted metadata replaces an address. An unchanged address is read again by its own button. */
function metadataOf({ saml }: Connection, { metadata, metadataUrl }: ConnectValues) {
  if (metadata.trim() !== '') return { metadata };
  const address = metadataUrl.trim();
  return address === (saml?.metadataUrl ?? '') ? {} : { metadataUrl: address || null };
}

/** @returns undefined if the tenant is none; of a connection that is on, the secret alone */
export function connectBody(connection: Connection, values: ConnectValues): BodyOf<'Connections.Update'> | undefined {
  const { saml, vendor, enabled } = connection;
  if (saml) return metadataOf(connection, values);
  const { tenant, issuer, clientId, clientSecret } = values;
  const secret = clientSecret === '' ? {} : { clientSecret };
  if (enabled) return secret;
  const isByTenant = vendor === 'entra' && tenant.trim() !== '';
  const theirIssuer = isByTenant ? issuerOfTenant(tenant) : vendor === 'entra' ? '' : issuer.trim();
  return theirIssuer === undefined ? undefined : { issuer: theirIssuer || null, clientId: clientId.trim() || null, ...secret };
}
