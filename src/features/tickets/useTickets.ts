/** Rows of the desk for the grid: the first page follows every change, the others are read as one scrolls. */
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { ticketsApi, useFetchTicketsQuery } from '@api/client/tickets.api.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import type { TicketTab } from '@api/contract/tickets.list.ts';
import type { TicketSummary } from '@api/contract/tickets.ts';
import { type Page, PAGE_ROWS, type ShownRows } from '@src/ui/grid/gridTypes.ts';
import { listArgs, type TicketsView } from './ticketsView.ts';

type Reply = ReplyOf<'Tickets.List'>;

interface State {
  readonly reply: Reply;
  readonly key: string;
  readonly shown: ShownRows<TicketSummary>;
}

const numberOf = ({ ticketNumber }: TicketSummary): string => ticketNumber;
/** Tabs of what is to be done, from the first ticket to the last and then from the first again. */
const queues: readonly TicketTab[] = ['toAnswer', 'mine'];

/** @param firstRowOf first row of the initial list, read once */
export function useTickets(view: TicketsView, firstRowOf: () => number) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const args = listArgs(view);
  const key = JSON.stringify(args);
  const first = { ...args, offset: 0, limit: PAGE_ROWS };
  const { currentData, error, isFetching, refetch } = useFetchTicketsQuery(first, { refetchOnMountOrArgChange: true });
  const [state, setState] = useState<State>();
  const [someFailed, setSomeFailed] = useState(false);

  const readPage = async (offset: number): Promise<Page<TicketSummary> | null> => {
    const request = dispatch(ticketsApi.endpoints.fetchTickets.initiate({ ...first, offset }, { forceRefetch: true }));
    const { data } = await request;
    request.unsubscribe();
    if (!data) setSomeFailed(true);
    return data ?? null;
  };

  /**
   * The ticket that follows an answered one: in a queue, of those that nobody has answered meanwhile.
   * @returns undefined if there is none; null if the list could not be read
   */
  const readNext = async (answered: string): Promise<string | undefined | null> => {
    const before = state?.reply.rows.map(numberOf) ?? [];
    const page = await readPage(0);
    if (!page) return null;
    const isQueue = queues.includes(view.tab);
    const remaining = page.rows
      .filter((row) => row.ticketNumber !== answered && (!isQueue || row.answeredAt === null))
      .map(numberOf);
    const following = before.slice(before.indexOf(answered) + 1).find((number) => remaining.includes(number));
    return following ?? (isQueue ? remaining[0] : answered);
  };

  if (currentData && state?.reply !== currentData) {
    const wantedFirstRow = state ? 0 : firstRowOf();
    const source = { read: (offset: number) => (offset === 0 ? currentData : readPage(offset)) };
    const firstRow = wantedFirstRow < currentData.rows.length ? wantedFirstRow : 0;
    setState({ reply: currentData, key, shown: { source, page: currentData, firstRow, stays: state?.key === key } });
  }
  const isCurrent = state?.key === key;
  return {
    shown: state?.shown ?? null,
    total: isCurrent ? state.reply.total : null,
    /** Those of the list before, until the wanted one is there. */
    counts: state?.reply.counts,
    pending: isFetching || !isCurrent,
    error: isCurrent ? undefined : error,
    someFailed: someFailed || (isCurrent && error !== undefined),
    readNext,
    tryAgain: () => {
      setSomeFailed(false);
      void refetch();
    },
  };
}
