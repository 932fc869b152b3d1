/** Sets the focus when the drawer is closed and the row that opened it has been rendered again, as after closing a ticket. */
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { TicketSummary } from '@api/contract/tickets.ts';
import { isFocusNowhere } from '@src/ui/keepFocus.ts';
import type { GridHandle } from '@src/ui/grid/gridTypes.ts';

type Grid = RefObject<GridHandle<TicketSummary> | null>;
type Heading = RefObject<HTMLHeadingElement | null>;

/**
 * Focuses the ticket's row, the first row if the ticket has left the list, or the heading of an empty list.
 * @returns false as long as there are no rows: they may come later, as when a ticket is opened again
 */
function focusTicket({ current: handle }: Grid, { current: heading }: Heading, ticketNumber: string): boolean {
  if (heading) {
    // The drawer gives the focus back to a row, which may be about to leave.
    if (isFocusNowhere() || document.activeElement?.matches('[role="gridcell"]')) heading.focus();
    return false;
  }
  if (handle?.rowAt(0) === undefined) return false;
  const rows = Array.from({ length: handle.count() }, (_, index) => handle.rowAt(index));
  const row = rows.findIndex((each) => each?.ticketNumber === ticketNumber);
  if (isFocusNowhere()) handle.focusCell({ row: Math.max(row, 0), column: 'ticketNumber' });
  return true;
}

/** @returns call it when rows have been rendered: a ticket that was opened again comes back into the list later */
export function useFocusAfterClose(grid: Grid, heading: Heading, open: string | undefined): () => void {
  const last = useRef<string>(undefined);
  const closed = useRef<string>(undefined);
  const focusClosed = useCallback(() => {
    if (closed.current !== undefined && focusTicket(grid, heading, closed.current)) closed.current = undefined;
  }, [grid, heading]);
  useEffect(() => {
    closed.current = open === undefined ? last.current : undefined;
    last.current = open;
    focusClosed();
  }, [open, focusClosed]);
  return focusClosed;
}
