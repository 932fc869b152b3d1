/** Endpoints in one line each: `read('Roles.List', ['Role'])` is a query, `write('Users.Unlock', ['Account'])` a mutation. */
import type { EndpointBuilder } from '@reduxjs/toolkit/query';
import type { Call } from '../contract/call.ts';
import type { ArgsOf, OperationName } from '../contract/index.ts';
import type { baseQuery, CallOptions } from './baseQuery.ts';
import { keyed, type Keyed } from './keyed.ts';
import { type Reply, request, type WireRequest } from './request.ts';
import { seal, type Sealed, sealed } from './secrets.ts';
import { invalidates, type Tag } from './tags.ts';

/** The caller shows its problems in place (form, page, part of a page), so the alert bar skips them. */
export const shownByCaller: CallOptions = { problemsShownBy: 'caller' };

type Calls = Readonly<Record<string, Call>>;
/** Arguments of a call that changes something, with an idempotency key if the call takes one. */
type WriteArgs<Known extends Calls, Name extends OperationName> = Known[Name] extends { readonly idempotencyKey: true }
  ? Keyed<ArgsOf<Name>>
  : ArgsOf<Name>;

const optionsOf = (options: CallOptions | undefined) => options && { extraOptions: options };

/** Endpoints of `calls`. A read provides its tags; a write invalidates them, and the audit. */
export function endpointsOf<Known extends Calls>(build: EndpointBuilder<typeof baseQuery, Tag, 'api'>, calls: Known) {
  type Operation = keyof Known & OperationName;

  function requestOnce<Name extends Operation>(operation: Name) {
    const toRequest = request<Name>(calls, operation);
    const takesKey = calls[operation]?.idempotencyKey === true;
    return (takesKey ? keyed(toRequest as (args: object) => WireRequest) : toRequest) as (
      args: WriteArgs<Known, Name>,
    ) => WireRequest;
  }

  return {
    read: <Name extends Operation>(operation: Name, tags: readonly Tag[], options?: CallOptions) =>
      build.query<Reply<Name>, ArgsOf<Name>>({
        query: request<Name>(calls, operation),
        providesTags: tags,
        ...optionsOf(options),
      }),
    write: <Name extends Operation>(operation: Name, tags: readonly Tag[], options?: CallOptions) =>
      build.mutation<Reply<Name>, WriteArgs<Known, Name>>({
        query: requestOnce(operation),
        invalidatesTags: invalidates(...tags),
        ...optionsOf(options),
      }),
    /** A write whose arguments hold a secret. */
    writeSealed: <Name extends Operation>(operation: Name, tags: readonly Tag[], options?: CallOptions) =>
      build.mutation<Reply<Name>, Sealed<ArgsOf<Name>>>({
        query: sealed(request<Name>(calls as Readonly<Record<Name, Call>>, operation)),
        invalidatesTags: invalidates(...tags),
        ...optionsOf(options),
      }),
    /** A write whose reply holds a secret. */
    writeForSecret: <Name extends Operation>(operation: Name, tags: readonly Tag[], options?: CallOptions) =>
      build.mutation<Sealed<Reply<Name>>, ArgsOf<Name>>({
        query: request<Name>(calls, operation),
        transformResponse: (reply: Reply<Name>) => seal(reply),
        invalidatesTags: invalidates(...tags),
        ...optionsOf(options),
      }),
  };
}
