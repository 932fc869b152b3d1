/** The part of an operation that the client needs: pure data, so that the login page can import it without the schema library. */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call an operation; finer rules are policies. `pending`: a session with the password accepted and MFA outstanding.
 * `grant`: a short-lived cookie, obtained with a mailed link (recovery, invitation).
 */
export type Who =
  | 'anyone'
  | 'session'
  | 'pending'
  | 'sessionOrPending'
  | 'sessionOrGrant'
  | 'grant'
  | 'auditReader'
  | 'subscriberAdmin'
  | 'systemAdmin';

/** Explained in `stepUp.ts`. */
export type StepUpCase = 'administrativeRole' | 'emailOrOrganisation' | 'likeSingleCall';
export type StepUpExemption = 'proof' | 'mailedLink' | 'mailsOwner' | 'endsOwnAccess' | 'access' | 'noCredential' | 'reads';

/**
 * What a call can do that its caller should not do alone. Explained in `effects.ts`, which derives from it who else is needed,
 * whether the call is made in a session, by a key, or for many users.
 */
export type Effect =
  | 'givesAdministration'
  | 'takesAdministration'
  | 'endsAccess'
  | 'takesOverAccount'
  | 'actsAsUser'
  | 'erases'
  | 'takesOwnership'
  | 'changesRule'
  | 'movesData'
  | 'trustsProvider';

export interface Call {
  readonly method: Method;
  /** Below `/api`; path parameters in braces, as in OpenAPI. */
  readonly path: `/${string}`;
  readonly who: Who;
  /** Names of the query parameters. */
  readonly query?: readonly string[];
  /** Encoding of the body; absent: no body. */
  readonly body?: 'json' | 'multipart';
  /**
   * Whether the call needs a password or MFA check within the last `STEP_UP_MINUTES` (step-up): always, or in a case that the
   * handler finds.
   */
  readonly stepUp?: true | StepUpCase;
  /** Why a call that changes state needs no step-up. */
  readonly withoutStepUp?: StepUpExemption;
  /** A GET that changes state, and so needs XSRF protection. */
  readonly changesState?: true;
  /** Reads or changes the caller's own credentials or sessions: no API key can get a claim for it. */
  readonly ownCredentials?: 'read' | 'change';
  /**
   * Gives rows about people without bound: it is recorded, with an export's own event or by the frame of all calls, and a key for it needs a
   * second person (`effects.ts`).
   */
  readonly people?: 'unbounded' | 'exported';
  /** Gives the caller's session a new token; the former one is refused from then on. */
  readonly rotatesSession?: true;
  /** Takes the header `Idempotency-Key`: repeated with the same key, it is done once. Its reply holds no secret. */
  readonly idempotencyKey?: true;
  /** Allowed while impersonating although it needs step-up, changes credentials, or, with read access, anything. */
  readonly allowedWhileImpersonating?: true;
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

/** `'/Users/Unlock/{userName}'` → `'userName'`. */
export type PathParam<C extends Pick<Call, 'path'>> = ParamNames<C['path']>;

export const changesState = (call: Pick<Call, 'method' | 'changesState'>): boolean =>
  call.method !== 'GET' || call.changesState === true;

export const pathParams = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
