/** The input of a handler: one call, authenticated, authorised by role and validated. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { BodyOf, OperationName, ParamsOf, QueryOf, ReplyOf } from '../../api/contract/index.ts';
import type { Person } from '../../api/contract/person.ts';
import type { ReadAfter } from '../db/reads.ts';
import type { AuditOrigin } from '../audit/append.ts';
import type { Locale } from '../../api/contract/locale.ts';
import type { Principal, SessionState } from '../session/principal.ts';
import type { StepUp } from './stepUp.ts';

/** A call with the header `Idempotency-Key`. */
export interface KeyedCall {
  /** User ID of the caller; the same key of another user is another key. */
  readonly owner: string;
  readonly key: string;
  readonly fingerprint: Buffer;
}

export interface CallOf<Name extends OperationName> {
  readonly name: Name;
  readonly params: ParamsOf<Name>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
  readonly principal: Principal;
  /** The caller. Not set for operations with `who: 'anyone'`. */
  readonly person: Person;
  /** Null for an API key or an anonymous caller. */
  readonly session: SessionState | null;
  /** The audit's origin of the call: actor, impersonated user, address, browser. */
  readonly origin: AuditOrigin;
  /** Step-up, for operations that need it depending on what they touch. */
  readonly stepUp: StepUp;
  /** The key of the call, for `transactionOnce`; null without one. */
  readonly idempotency: KeyedCall | null;
  /** The position that the call's reads from a replica have to show at least. */
  readonly readAfter: ReadAfter;
  readonly locale: Locale;
  readonly now: Date;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Returns the reply body, or a file stream whose headers it has set. */
type Handler<Name extends OperationName> = (call: CallOf<Name>) => Promise<ReplyOf<Name> | Readable>;

/** The handlers of one module, by operation. */
export type Handlers<Names extends OperationName> = { readonly [Name in Names]: Handler<Name> };

/** The session of a call; used in operations that only a session may call. */
export function sessionOf(call: { session: SessionState | null }): SessionState {
  if (!call.session) throw new Error('A call without a session reached a handler that needs one');
  return call.session;
}
