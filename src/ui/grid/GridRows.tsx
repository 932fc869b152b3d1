/** The grid with the rows of a screen: follows a new list, restores position and focus on Back, and knows a row's keys. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { MenuAnchor } from '../Menu.tsx';
import { isTyping } from '../plainLetter.ts';
import { cellKey } from './cellKeys.ts';
import type { GridHead } from './gridHeadContext.ts';
import type { CellPosition, ColumnWidth, GridColumn, GridHandle, RowSource, ShownRows, VisibleRows } from './gridTypes.ts';
import { LazyDataGrid } from './lazyDataGrid.ts';

/** Scroll position and focus, for Back. */
interface PositionMemory {
  readonly recall: () => { readonly firstRow: number; readonly focus?: CellPosition };
  readonly remember: (part: { readonly firstRow?: number; readonly focus?: CellPosition }) => void;
}

export interface GridRowsProps<Row extends object> {
  readonly label: string;
  readonly nonce: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly head: GridHead;
  readonly shown: ShownRows<Row>;
  /** Row count of `shown` where it arrives after its rows; null until then. */
  readonly total?: number | null;
  readonly positionMemory: PositionMemory;
  /** Commands for the grid. */
  readonly grid?: RefObject<GridHandle<Row> | null>;
  /** Must be stable. */
  readonly idOf: (row: Row) => string;
  readonly isOpen: (row: Row) => boolean;
  /** Called once, when the first rows are rendered. */
  readonly onReady: () => void;
  /** Must be stable. */
  readonly onVisible: (rows: VisibleRows) => void;
  readonly onOpen: (row: Row) => void;
  /** Absent: the context menu opens the row. */
  readonly onMenu?: (row: Row, anchor: MenuAnchor) => void;
  /** Selects a row, or all (`range`: from the last one). Absent: no selection. */
  readonly onToggleSelected?: (row: Row, range: boolean) => void;
  readonly onSelectAll?: () => void;
  /** A letter pressed on a cell, without modifiers. */
  readonly onLetter?: (row: Row, letter: string) => void;
  readonly onColumns?: (columnWidths: readonly ColumnWidth[]) => void;
}

/** More rows than any window shows. */
const WINDOW_ROWS = 60;

const noop = () => undefined;

export function GridRows<Row extends object>({
  shown,
  total = null,
  positionMemory,
  grid: handle,
  onReady,
  ...props
}: GridRowsProps<Row>) {
  const { onVisible, onOpen, onMenu, onToggleSelected, onSelectAll, onLetter, onColumns = noop, ...rest } = props;
  const ownHandle = useRef<GridHandle<Row>>(null);
  const grid = handle ?? ownHandle;
  const latest = useRef(shown);
  // One source for the grid's lifetime, as a new one would empty it; delegates to the current list.
  const [source] = useState((): RowSource<Row> => ({ read: (offset) => latest.current.source.read(offset) }));

  const restoreFocus = useCallback(() => {
    const { focus, firstRow } = positionMemory.recall();
    const isSeen = focus && focus.row >= firstRow && focus.row < firstRow + WINDOW_ROWS;
    if (isSeen && !isTyping(document.activeElement)) grid.current?.focusCell(focus);
  }, [grid, positionMemory]);

  useEffect(() => {
    if (latest.current === shown) return;
    latest.current = shown;
    if (shown.stays) {
      grid.current?.reread();
      return;
    }
    grid.current?.restart(shown.firstRow, shown.page);
    restoreFocus();
  }, [grid, shown, restoreFocus]);

  const wasReady = useRef(false);
  const [isReady, setReady] = useState(false);
  const onFirstRows = useCallback(() => {
    if (wasReady.current) return;
    wasReady.current = true;
    setReady(true);
    restoreFocus();
    onReady();
  }, [restoreFocus, onReady]);

  useEffect(() => {
    // Resizes for each new list, even if its total equals the one before.
    if (isReady && total !== null) grid.current?.resize(total);
  }, [grid, isReady, shown, total]);

  return (
    <LazyDataGrid<Row>
      {...rest}
      ref={grid}
      source={source}
      initial={{ total: shown.page.total, firstRow: shown.firstRow }}
      onReady={onFirstRows}
      onVisible={(rows) => {
        positionMemory.remember({ firstRow: rows?.first ?? 0 });
        onVisible(rows);
      }}
      onFocus={(focus) => {
        positionMemory.remember({ focus });
      }}
      onColumns={onColumns}
      onOpen={onOpen}
      onToggleSelected={onToggleSelected}
      onContextMenu={(row, { clientX: x, clientY: y }) => {
        if (onMenu) onMenu(row, { x, y });
        else onOpen(row);
      }}
      onKey={(row, event, cell) => {
        cellKey(event, cell, {
          open: () => onOpen(row),
          menu: onMenu && ((anchor) => onMenu(row, anchor)),
          toggle: onToggleSelected && ((range) => onToggleSelected(row, range)),
          selectAll: onSelectAll,
          letter: onLetter && ((letter) => onLetter(row, letter)),
        });
      }}
    />
  );
}
