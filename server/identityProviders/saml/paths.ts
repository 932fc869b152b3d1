/** Our addresses for a SAML provider. */
export const samlMetadataPath = (connectionId: string): string => `/sso/saml/${connectionId}/metadata`;
export const consumerPath = (connectionId: string): string => `/sso/saml/${connectionId}/acs`;
export const samlLogoutPath = (connectionId: string): string => `/sso/saml/${connectionId}/slo`;

/** Our entity ID is the address of our metadata. */
export function samlAddresses(publicUrl: string, connectionId: string) {
  const address = (path: string) => new URL(path, publicUrl).href;
  return {
    entityId: address(samlMetadataPath(connectionId)),
    consumer: address(consumerPath(connectionId)),
    logout: address(samlLogoutPath(connectionId)),
  };
}
