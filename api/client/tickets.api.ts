/** Endpoints of the support desk. */
import type { ArgsOf } from '../contract/index.ts';
import { ticketsCalls } from '../contract/tickets.calls.ts';
import { baseApi } from './baseApi.ts';
import { download, type DownloadOptions } from './download.ts';
import { keyed, type Keyed } from './keyed.ts';
import { type Reply, request } from './request.ts';
import { invalidates } from './tags.ts';

export const ticketsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchTickets: build.query<Reply<'Tickets.List'>, ArgsOf<'Tickets.List'>>({
      query: request(ticketsCalls, 'Tickets.List'),
      // A user who is kept out makes a ticket urgent.
      providesTags: ['Ticket', 'Account'],
    }),
    fetchTicket: build.query<Reply<'Tickets.Ticket'>, ArgsOf<'Tickets.Ticket'>>({
      query: request(ticketsCalls, 'Tickets.Ticket'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Ticket'],
    }),
    answerTicket: build.mutation<Reply<'Tickets.Answer'>, Keyed<ArgsOf<'Tickets.Answer'>>>({
      query: keyed(request(ticketsCalls, 'Tickets.Answer')),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Ticket'),
    }),
    noteOnTicket: build.mutation<Reply<'Tickets.Note'>, Keyed<ArgsOf<'Tickets.Note'>>>({
      query: keyed(request(ticketsCalls, 'Tickets.Note')),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Ticket'),
    }),
    assignTicket: build.mutation<Reply<'Tickets.Assign'>, ArgsOf<'Tickets.Assign'>>({
      query: request(ticketsCalls, 'Tickets.Assign'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Ticket'),
    }),
    closeTicket: build.mutation<Reply<'Tickets.Close'>, ArgsOf<'Tickets.Close'>>({
      query: request(ticketsCalls, 'Tickets.Close'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Ticket'),
    }),
    reopenTicket: build.mutation<Reply<'Tickets.Reopen'>, ArgsOf<'Tickets.Reopen'>>({
      query: request(ticketsCalls, 'Tickets.Reopen'),
      extraOptions: { problemsShownBy: 'caller' },
      invalidatesTags: invalidates('Ticket'),
    }),
  }),
});

/** Saves a file of a ticket. */
export const downloadAttachment = (args: ArgsOf<'Tickets.Attachment'>, options: DownloadOptions) =>
  download(request(ticketsCalls, 'Tickets.Attachment')(args), options);

export const {
  useFetchTicketsQuery,
  useFetchTicketQuery,
  useAnswerTicketMutation,
  useNoteOnTicketMutation,
  useAssignTicketMutation,
  useCloseTicketMutation,
  useReopenTicketMutation,
} = ticketsApi;
