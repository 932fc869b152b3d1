/** The part of a login that depends on the connection's protocol; everything else is common to all protocols. */
import type { Bound, Claims } from '../openid/claims.ts';
import type { ConnectionRow } from '../settings/repository.ts';

export interface Asked extends Bound {
  /** Whether the user has to log in anew at the provider. */
  readonly isStepUp: boolean;
  readonly loginHint?: string | undefined;
}

export interface Protocol {
  /** @throws Refused if the provider can't be reached, is another one, or is not known well enough */
  check(connection: ConnectionRow): Promise<void>;
  /** The address to which the browser is sent. @throws Refused */
  authorizationUrl(connection: ConnectionRow, asked: Asked): Promise<string>;
}

export type Protocols = Readonly<Record<ConnectionRow['kind'], Protocol>>;

/** The signed content of a provider's response. */
export interface SignedAnswer {
  readonly claims: Claims;
  /** ID of a response that is valid once, whichever login it belongs to. */
  readonly id?: string | undefined;
}
