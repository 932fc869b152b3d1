/** Whether everything is entered that a login with the provider takes. */
import type { Connection } from '@api/contract/identityProviders.shapes.ts';

export const isComplete = ({ issuer, clientId, hasSecret, saml }: Connection): boolean =>
  issuer !== null && (saml ? saml.ssoUrl !== null : clientId !== null && hasSecret);
