/** What the steps at each identity provider take: values of ours, and fields for what it shows. The words of the steps are phrases. */
import type { ConnectionVendor } from '@api/contract/identityProviders.states.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';

export type OurValue = keyof Connection['ours'] | 'ourCertificates';
export type TheirField = 'tenant' | 'issuer' | 'clientId' | 'clientSecret' | 'metadata';

/** By the number of the step. */
type Taken = Readonly<Record<number, readonly (OurValue | TheirField)[]>>;

export const guides: Readonly<Record<Connection['kind'], Readonly<Record<ConnectionVendor, Taken>>>> = {
  openid: {
    entra: { 2: ['redirectUri'], 3: ['clientSecret'], 6: ['clientId', 'tenant'] },
    google: { 5: ['redirectUri'], 6: ['clientId', 'clientSecret', 'issuer'] },
    okta: { 3: ['redirectUri'], 4: ['startUrl'], 5: ['revocationUri'], 7: ['clientId', 'clientSecret', 'issuer'] },
    keycloak: { 3: ['redirectUri'], 4: ['backchannelLogoutUri'], 5: ['clientId', 'clientSecret'], 6: ['issuer'] },
    other: {
      1: ['redirectUri'],
      2: ['backchannelLogoutUri', 'revocationUri', 'startUrl'],
      4: ['clientId', 'clientSecret', 'issuer'],
    },
  },
  saml: {
    entra: { 2: ['entityId', 'acsUrl', 'sloUrl'], 4: ['ourCertificates'], 5: ['metadata'] },
    google: { 2: ['metadata'], 3: ['acsUrl', 'entityId', 'startUrl'] },
    okta: { 2: ['acsUrl', 'entityId'], 5: ['ourCertificates'], 6: ['sloUrl', 'metadata'] },
    keycloak: { 1: ['entityId'], 2: ['acsUrl', 'sloUrl'], 6: ['metadata'] },
    other: { 1: ['metadataUrl', 'entityId', 'acsUrl', 'sloUrl', 'startUrl'], 5: ['ourCertificates'], 6: ['metadata'] },
  },
};

/** All values of ours that a protocol has. */
export const oursOf: Readonly<Record<Connection['kind'], readonly OurValue[]>> = {
  openid: ['redirectUri', 'backchannelLogoutUri', 'revocationUri', 'startUrl'],
  saml: ['entityId', 'acsUrl', 'sloUrl', 'metadataUrl', 'startUrl', 'ourCertificates'],
};

export const isOurs = (value: OurValue | TheirField): value is OurValue =>
  [...oursOf.openid, ...oursOf.saml].some((each) => each === value);
