/** What a screen hears from the grid. Listeners may be new at each drawing: the library is told of them apart from its options. */
import type { AgEventTypeParams, AgPublicEventType, GridApi } from 'ag-grid-community';
import { useEffect } from 'react';
import { placesOf, visibleRows } from './gridHandle.ts';
import type { CellPlace, ColumnPlace, VisibleRows } from './gridTypes.ts';

export interface GridListeners<Row> {
  /** The first rows stand; may be said more than once. */
  readonly onReady: () => void;
  readonly onVisible: (rows: VisibleRows) => void;
  readonly onFocus: (place: CellPlace) => void;
  readonly onColumns: (places: readonly ColumnPlace[]) => void;
  readonly onOpen: (row: Row) => void;
  /** A press on the row with Ctrl, ⌘ or Shift; the last asks for all up to it. Absent: nothing can be ticked. */
  readonly onTick?: ((row: Row, range: boolean) => void) | undefined;
  readonly onContextMenu: (row: Row, event: MouseEvent) => void;
  /** A key pressed on a cell. */
  readonly onKey: (row: Row, event: KeyboardEvent, cell: HTMLElement) => void;
}

function useGridEvent<Row, Type extends AgPublicEventType>(
  api: GridApi<Row> | undefined,
  type: Type,
  hear: (event: AgEventTypeParams<Row>[Type]) => void,
): void {
  useEffect(() => {
    api?.addEventListener(type, hear as never);
    return () => {
      if (api && !api.isDestroyed()) api.removeEventListener(type, hear as never);
    };
  }, [api, type, hear]);
}

export function useGridEvents<Row>(api: GridApi<Row> | undefined, on: GridListeners<Row>): void {
  const tellVisible = (): void => {
    if (api) on.onVisible(visibleRows(api));
  };
  const tellColumns = ({ finished }: { readonly finished: boolean }): void => {
    if (api && finished) on.onColumns(placesOf(api.getColumnState()));
  };
  const { onReady } = on;
  useGridEvent(api, 'firstDataRendered', onReady);
  useEffect(() => {
    // The first rows may have been drawn before anybody listened.
    if (api?.getRenderedNodes().some(({ data }) => data !== undefined)) onReady();
  }, [api, onReady]);
  useGridEvent(api, 'bodyScroll', tellVisible);
  useGridEvent(api, 'modelUpdated', tellVisible);
  useGridEvent(api, 'gridSizeChanged', tellVisible);
  useGridEvent(api, 'columnMoved', tellColumns);
  useGridEvent(api, 'columnResized', tellColumns);
  useGridEvent(api, 'cellFocused', ({ rowIndex, column }) => {
    if (rowIndex !== null && column !== null && typeof column === 'object') on.onFocus({ row: rowIndex, column: column.getId() });
  });
  useGridEvent(api, 'rowClicked', ({ data, event }) => {
    if (!data || isOwnBusiness(event)) return;
    if (on.onTick && event instanceof MouseEvent && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      on.onTick(data, event.shiftKey);
    } else on.onOpen(data);
  });
  useGridEvent(api, 'cellContextMenu', ({ data, event }) => {
    if (data && event instanceof MouseEvent) on.onContextMenu(data, event);
  });
  useGridEvent(api, 'cellKeyDown', ({ data, event }) => {
    const cell = event?.target;
    if (data && event instanceof KeyboardEvent && cell instanceof HTMLElement) on.onKey(data, event, cell);
  });
}

/** A press on a link or a button in a row is that one's own business, and marking text is nobody's. */
const isOwnBusiness = (event: Event | null | undefined): boolean =>
  (event?.target instanceof Element && event.target.closest('a, button, input, label') !== null) ||
  getSelection()?.type === 'Range';
