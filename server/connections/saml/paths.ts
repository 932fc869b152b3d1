/** Our addresses for a SAML provider. */
export const samlMetadataPath = (connectionId: string): string => `/sso/saml/${connectionId}/metadata`;
export const consumerPath = (connectionId: string): string => `/sso/saml/${connectionId}/acs`;

/** Our name is the address of our metadata. */
export function samlAddresses(publicUrl: string, connectionId: string) {
  const address = (path: string) => new URL(path, publicUrl).href;
  return {
    entityId: address(samlMetadataPath(connectionId)),
    consumer: address(consumerPath(connectionId)),
  };
}
