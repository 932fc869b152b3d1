/** Grid events for a screen. Listeners may change at each render: they are registered on the API instead of in the options. */
import type { AgEventTypeParams, AgPublicEventType, GridApi } from 'ag-grid-community';
import { useEffect, useEffectEvent } from 'react';
import { columnWidths, visibleRows } from './gridHandle.ts';
import type { CellPosition, ColumnWidth, VisibleRows } from './gridTypes.ts';

export interface GridListeners<Row> {
  /** The first rows are rendered; may be called more than once. */
  readonly onReady: () => void;
  readonly onVisible: (rows: VisibleRows) => void;
  readonly onFocus: (cell: CellPosition) => void;
  readonly onColumns: (columnWidths: readonly ColumnWidth[]) => void;
  readonly onOpen: (row: Row) => void;
  /** Click on a row with Ctrl, ⌘ or Shift (`range`: from the last one). Absent: no selection. */
  readonly onToggleSelected?: ((row: Row, range: boolean) => void) | undefined;
  readonly onContextMenu: (row: Row, event: MouseEvent) => void;
  /** Key pressed on a cell. */
  readonly onKey: (row: Row, event: KeyboardEvent, cell: HTMLElement) => void;
}

function useGridEvent<Row, Type extends AgPublicEventType>(
  api: GridApi<Row> | undefined,
  type: Type,
  listener: (event: AgEventTypeParams<Row>[Type]) => void,
): void {
  useEffect(() => {
    api?.addEventListener(type, listener as never);
    return () => {
      if (api && !api.isDestroyed()) api.removeEventListener(type, listener as never);
    };
  }, [api, type, listener]);
}

export function useGridEvents<Row>(api: GridApi<Row> | undefined, on: GridListeners<Row>): void {
  const reportVisible = (): void => {
    if (api) on.onVisible(visibleRows(api));
  };
  const reportColumns = ({ finished }: { readonly finished: boolean }): void => {
    if (api && finished) on.onColumns(columnWidths(api.getColumnState()));
  };
  const reportFirstRows = (): void => {
    on.onReady();
    reportVisible();
  };
  useGridEvent(api, 'firstDataRendered', reportFirstRows);
  const reportRowsSoFar = useEffectEvent(() => {
    if (api?.getRenderedNodes().some(({ data }) => data !== undefined)) reportFirstRows();
  });
  useEffect(() => {
    // The first rows may have been rendered before the listeners were added.
    if (api) reportRowsSoFar();
  }, [api]);
  useGridEvent(api, 'bodyScroll', reportVisible);
  useGridEvent(api, 'modelUpdated', reportVisible);
  useGridEvent(api, 'gridSizeChanged', reportVisible);
  useGridEvent(api, 'columnMoved', reportColumns);
  useGridEvent(api, 'columnResized', reportColumns);
  useGridEvent(api, 'rowClicked', ({ data, event }) => {
    if (!data || isForControl(event)) return;
    if (on.onToggleSelected && event instanceof MouseEvent && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      on.onToggleSelected(data, event.shiftKey);
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

/** Ignores clicks on controls in a row, and text selection. */
const isForControl = (event: Event | null | undefined): boolean =>
  (event?.target instanceof Element && event.target.closest('a, button, input, label') !== null) ||
  getSelection()?.type === 'Range';
