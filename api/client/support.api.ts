/** Endpoints of the support form. A ticket travels sealed: it holds files, which no store can keep, and what a person wrote in confidence. */
import type { ArgsOf } from '../contract/index.ts';
import { supportCalls } from '../contract/support.calls.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request, type WireRequest } from './request.ts';
import { type Sealed, sealed } from './secrets.ts';
import { changes } from './tags.ts';
import type { Progress } from './transport.ts';

export interface Ticket extends ArgsOf<'Support.CreateTicket'> {
  readonly attachments: readonly File[];
  /** Bytes of the whole form that are gone. Abort with the `abort()` of the running mutation. */
  readonly onUploadProgress?: (progress: Progress) => void;
}

function ticketRequest({ body, attachments, onUploadProgress }: Ticket): WireRequest {
  const wire = request(
    supportCalls,
    'Support.CreateTicket',
  )({ body: { ...body, attachments } as ArgsOf<'Support.CreateTicket'>['body'] });
  return { ...wire, ...(onUploadProgress && { onUploadProgress }) };
}

export const supportApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchSupportForm: build.query<Reply<'Support.FormConfiguration'>, ArgsOf<'Support.FormConfiguration'>>({
      query: request(supportCalls, 'Support.FormConfiguration'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Self'],
    }),
    createTicket: build.mutation<Reply<'Support.CreateTicket'>, Sealed<Ticket>>({
      query: sealed(ticketRequest),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: changes(),
    }),
  }),
});

export const { useFetchSupportFormQuery, useCreateTicketMutation } = supportApi;
