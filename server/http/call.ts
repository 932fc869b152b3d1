/** What a handler gets: one call, already authenticated, authorised by role and validated. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { BodyOf, OperationName, ParamsOf, QueryOf, ReplyOf } from '../../api/contract/index.ts';
import type { Person } from '../../api/contract/person.ts';
import type { AuditOrigin } from '../audit/audit.append.ts';
import type { Locale } from '../i18n/phrases.ts';
import type { Principal, SessionFacts } from '../session/principal.ts';

export interface CallOf<Name extends OperationName> {
  readonly name: Name;
  readonly params: ParamsOf<Name>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
  readonly principal: Principal;
  /** Who acts. Only for calls that not anyone may make. */
  readonly person: Person;
  /** The session, where there is one; a key has none. */
  readonly session: SessionFacts | null;
  /** For the audit: who, on whose behalf, from where. */
  readonly origin: AuditOrigin;
  readonly locale: Locale;
  readonly now: Date;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A handler gives the reply's body, or a stream of a file whose headers it has set. */
export type Handler<Name extends OperationName> = (call: CallOf<Name>) => Promise<ReplyOf<Name> | Readable>;

/** The handlers of a room, by the operations it answers for. */
export type Handlers<Names extends OperationName> = { readonly [Name in Names]: Handler<Name> };

/** The session of a call that only a session can make. */
export function sessionOf(call: { session: SessionFacts | null }): SessionFacts {
  if (!call.session) throw new Error('A call without a session reached a handler that needs one');
  return call.session;
}
