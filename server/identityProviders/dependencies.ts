/** Dependencies of the login with an identity provider, passed in `rooms.ts` of the server. */
import type { ConnectionAttempt } from '../../api/contract/identityProviders.shapes.ts';
import { safeReturnUrl } from '../../api/contract/returnUrl.ts';
import type { Author } from '../accounts/author.ts';
import type { AuditOrigin } from '../audit/append.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import type { Finished, Proof, SignInCall } from '../signIn/finish.ts';
import type { AttemptRow } from './logIn/attempts.ts';
import type { Verified } from './openid/claims.ts';
import type { ClaimedGroups } from './openid/groups.ts';
import type { FindSent } from './logIn/decision.ts';
import type { ConnectionRow } from './settings/repository.ts';

/** The request of a browser that comes back; like a call of the contract. */
export type SsoCall = SignInCall;

type LogInCall = SsoCall & { readonly body: { readonly returnUrl?: string | undefined } };

export type KnownApplications = readonly {
  readonly applicationName: string;
  readonly displayName: string;
  readonly url: string;
  readonly returnable: boolean;
}[];

interface Proven extends Proof {
  readonly userId: string;
  readonly known: KnownApplications;
}

interface MapChange {
  readonly origin: AuditOrigin;
  readonly action: string;
  readonly author: Author;
}

interface GroupsOfConnection {
  readonly connectionId: string;
  readonly organisationId: string;
}

export interface GroupRooms {
  readonly hold: (tx: Transaction, of: GroupsOfConnection, names: readonly string[], now: Date) => Promise<string[]>;
  readonly set: (
    tx: Transaction,
    connectionId: string,
    userId: string,
    groupIds: readonly string[],
    change: MapChange,
  ) => Promise<void>;
  readonly drop: (tx: Transaction, connectionId: string, change: MapChange) => Promise<void>;
  readonly preview: (
    queries: Queries,
    of: GroupsOfConnection,
    claimed: ClaimedGroups,
    userId: string | undefined,
  ) => Promise<NonNullable<ConnectionAttempt['groups']>>;
}

export interface SsoRooms {
  /** Begins the session of a login that needs no password. */
  readonly proven: {
    readonly applications: () => Promise<KnownApplications>;
    readonly within: (
      tx: Transaction,
      call: LogInCall,
      proven: Proven,
      record: (tx: Transaction) => Promise<boolean>,
    ) => Promise<Finished | undefined>;
    readonly setCookies: (call: LogInCall, result: Finished) => void;
  };
  readonly sessions: SessionManager;
  readonly findSent: FindSent;
  /** Roles by groups, as for an organisation's directory. */
  readonly groups: GroupRooms;
  /** Creates the user as the organisation's directory would. */
  readonly createAtFirstLogin: (
    tx: Transaction,
    first: Pick<Verified, 'givenName' | 'familyName' | 'name'> & {
      readonly organisationId: string;
      readonly externalId: string | null;
      readonly email: string;
      readonly author: Author;
      readonly now: Date;
    },
  ) => Promise<{ readonly userId: string; readonly userName: string }>;
}

/** One step of a login, within its transaction. */
export interface Step {
  readonly tx: Transaction;
  readonly call: SsoCall;
  readonly attempt: AttemptRow;
  /** The connection, locked until the end of the transaction. */
  readonly connection: ConnectionRow;
  readonly verified: Verified;
}

export interface Answered {
  /** The address to which the browser goes on. */
  readonly location: string;
  /** Whether what the browser went to the provider for is done; a refusal, or a proof that is still needed, is not. */
  readonly succeeded?: boolean;
  /** Called once the transaction is committed. */
  readonly commit?: () => void;
}

/** The page after a refusal; the caller learns no more. */
export const REFUSED_AT = '/Login?problem=sso';

/** The page on which a user in a session started; it shows the same message. */
export function refusedAt(returnUrl: unknown): string {
  const { pathname, searchParams, hash } = new URL(safeReturnUrl(returnUrl) ?? '/SecurityDetails', 'https://origin.invalid');
  searchParams.set('problem', 'sso');
  return `${pathname}?${searchParams.toString()}${hash}`;
}
