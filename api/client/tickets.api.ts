/** Endpoints of the support desk. */
import type { ArgsOf } from '../contract/index.ts';
import { ticketsCalls } from '../contract/tickets.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';
import { download, type DownloadOptions } from './download.ts';
import { request } from './request.ts';

export const ticketsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, ticketsCalls);
    return {
      // A user who is kept out makes a ticket urgent.
      fetchTickets: read('Tickets.List', ['Ticket', 'Account']),
      fetchTicket: read('Tickets.Ticket', ['Ticket'], shownByCaller),
      answerTicket: write('Tickets.Answer', ['Ticket'], shownByCaller),
      noteOnTicket: write('Tickets.Note', ['Ticket'], shownByCaller),
      assignTicket: write('Tickets.Assign', ['Ticket'], shownByCaller),
      closeTicket: write('Tickets.Close', ['Ticket'], shownByCaller),
      reopenTicket: write('Tickets.Reopen', ['Ticket'], shownByCaller),
    };
  },
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
