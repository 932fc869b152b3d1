/** Endpoints of the support form. A ticket is sealed: it holds files (not serialisable) and confidential text. */
import type { ArgsOf } from '../contract/index.ts';
import { supportCalls } from '../contract/support.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { type Reply, request, type WireRequest } from './request.ts';
import { type Sealed, sealed } from './secrets.ts';
import { invalidates } from './tags.ts';
import type { Progress } from './transport.ts';

export interface Ticket extends ArgsOf<'Support.CreateTicket'> {
  readonly attachments: readonly File[];
  /** Identifies what is sent: a new key as soon as anything in the ticket changes. */
  readonly idempotencyKey: string;
  /** Bytes of the whole form sent so far. Cancel with the `abort()` of the running mutation. */
  readonly onUploadProgress?: (progress: Progress) => void;
}

function ticketRequest({ body, attachments, idempotencyKey, onUploadProgress }: Ticket): WireRequest {
  const wire = request(
    supportCalls,
    'Support.CreateTicket',
  )({ body: { ...body, attachments } as ArgsOf<'Support.CreateTicket'>['body'] });
  return { ...wire, idempotencyKey, ...(onUploadProgress && { onUploadProgress }) };
}

export const supportApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read } = endpointsOf(build, supportCalls);
    return {
      fetchSupportForm: read('Support.FormConfiguration', ['Self'], shownByCaller),
      createTicket: build.mutation<Reply<'Support.CreateTicket'>, Sealed<Ticket>>({
        query: sealed(ticketRequest),
        extraOptions: { problemsShownBy: 'caller' },
        invalidatesTags: invalidates('Ticket'),
      }),
      /** Reads, but as a mutation: its argument holds the link's token, which must not appear in a cache key. */
      viewTicketState: build.mutation<Reply<'Support.TicketState'>, Sealed<ArgsOf<'Support.TicketState'>>>({
        query: sealed(request(supportCalls, 'Support.TicketState')),
        extraOptions: { problemsShownBy: 'caller' },
      }),
    };
  },
});

export const { useFetchSupportFormQuery, useCreateTicketMutation, useViewTicketStateMutation } = supportApi;
