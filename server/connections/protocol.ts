/** What the road of a log-in asks of the protocol of a connection; everything before and after is one for all of them. */
import type { Bound, Claims } from './claims.ts';
import type { ConnectionRow } from './repository.ts';

export interface Asked extends Bound {
  /** The log-in has to be a new one. */
  readonly isStepUp: boolean;
  readonly loginHint?: string | undefined;
}

export interface Protocol {
  /** @throws Refused if the provider can't be reached, is another one, or is not known well enough */
  check(connection: ConnectionRow): Promise<void>;
  /** Where the browser is sent. @throws Refused */
  authorizationUrl(connection: ConnectionRow, asked: Asked): Promise<string>;
}

export type Protocols = Readonly<Record<ConnectionRow['kind'], Protocol>>;

/** What the provider has signed. */
export interface SignedAnswer {
  readonly claims: Claims;
  /** Of an answer that is good once, whatever the log-in that it belongs to. */
  readonly id?: string | undefined;
}
