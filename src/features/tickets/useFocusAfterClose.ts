/** Sets the focus when the drawer is closed and the row that opened it has been rendered again, as after closing a ticket. */
import { type RefObject, useEffect, useRef } from 'react';
import type { TicketSummary } from '@api/contract/tickets.ts';
import type { GridHandle } from '@src/ui/grid/gridTypes.ts';

/** Focuses the ticket's row, or the first row if the ticket has left the list. */
export function useFocusAfterClose(grid: RefObject<GridHandle<TicketSummary> | null>, open: string | undefined): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const ticketNumber = last.current;
    last.current = open;
    const handle = grid.current;
    if (open !== undefined || ticketNumber === undefined || !handle || document.activeElement !== document.body) return;
    const rows = Array.from({ length: handle.count() }, (_, index) => handle.rowAt(index));
    const row = rows.findIndex((each) => each?.ticketNumber === ticketNumber);
    if (rows.length > 0) handle.focusCell({ row: Math.max(row, 0), column: 'ticketNumber' });
  }, [grid, open]);
}
