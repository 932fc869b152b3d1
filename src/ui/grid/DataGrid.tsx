/** Wrapper of AG Grid: rows are loaded by page and replaced in place without an empty state; colours come from the tokens. */
import type {
  ColDef,
  FocusGridInnerElementParams,
  GetRowIdParams,
  GridApi,
  GridReadyEvent,
  RowClassParams,
  RowClassRules,
} from 'ag-grid-community';
import { AgGridProvider, AgGridReact } from 'ag-grid-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { columnDefinition } from './columnDefinition.tsx';
import { gridHandle, visibleRows } from './gridHandle.ts';
import { type GridHead, GridHeadContext } from './gridHeadContext.ts';
import { gridModules } from './gridModules.ts';
import { datasource } from './gridSource.ts';
import { gridTheme } from './gridTheme.ts';
import { type CellPosition, type GridColumn, type GridHandle, PAGE_ROWS, type RowSource } from './gridTypes.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { cellOf, stopBeside } from './gridFocus.ts';
import { type GridListeners, useGridEvents } from './useGridEvents.ts';

interface Props<Row extends object> extends GridListeners<Row> {
  readonly label: string;
  readonly nonce: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly head: GridHead;
  /** Must be stable: a new source empties the grid. */
  readonly source: RowSource<Row>;
  /** Initial row count and position, so that Back restores it immediately. */
  readonly initial: { readonly total: number | null; readonly firstRow: number };
  /** Must be stable. */
  readonly idOf: (row: Row) => string;
  /** Whether this row is open in the drawer; pass a new function when that changes. */
  readonly isOpen: (row: Row) => boolean;
  readonly ref: Ref<GridHandle<Row>>;
}

// Module-level constants: AG Grid re-initialises for each new object.
const modules = [...gridModules];
const defaults: ColDef = { headerComponent: HeaderCell, suppressHeaderMenuButton: true };
const overlaysOff: ('loading' | 'noRows' | 'noMatchingRows')[] = ['loading', 'noRows', 'noMatchingRows'];

/** AG Grid's `context` for callbacks. */
interface GridContext<Row> {
  readonly isOpen: (row: Row) => boolean;
}

const rowClasses: RowClassRules = {
  'row-loading': ({ data }) => data === undefined,
  'row-open': ({ data, context }: RowClassParams<unknown, GridContext<unknown> | undefined>) =>
    data !== undefined && context?.isOpen(data) === true,
};

export function DataGrid<Row extends object>({
  label,
  nonce,
  columns,
  head,
  source,
  initial,
  idOf,
  isOpen,
  ref,
  ...listeners
}: Props<Row>) {
  const [api, setApi] = useState<GridApi<Row>>();
  const [start] = useState(initial);
  const definitions = useMemo(() => columns.map(columnDefinition), [columns]);
  const rows = useMemo(() => datasource(source), [source]);
  const rowId = useCallback(({ data }: GetRowIdParams<Row>) => idOf(data), [idOf]);
  useImperativeHandle(ref, () => gridHandle(() => api), [api]);
  const lastCell = useRef<CellPosition>(null);
  useGridEvents(api, listeners);
  /** The grid reports only the focus that it moves itself, not a screen reader's. */
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const cell = cellOf(target);
    if (!cell) return;
    lastCell.current = cell;
    listeners.onFocus(cell);
  };

  const isSelectable = listeners.onToggleSelected !== undefined;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const grid = api && frame.current?.querySelector('[role="grid"]');
    grid?.setAttribute('aria-label', label);
    if (isSelectable) grid?.setAttribute('aria-multiselectable', 'true');
  }, [api, label, isSelectable]);

  useEffect(() => {
    if (!api) return;
    const formerContext = api.getGridOption('context') as GridContext<Row> | undefined;
    api.setGridOption('context', { isOpen } satisfies GridContext<Row>);
    for (const node of api.getRenderedNodes())
      // Sets the class anew. Redrawn, the row would lose the focus for a moment, and with it a key pressed then.
      if (node.data && !formerContext?.isOpen(node.data) === isOpen(node.data)) node.updateData(node.data);
  }, [api, isOpen]);

  /** From this element the browser goes on to what follows in the document; from a cell it would go on to the next row. */
  const end = useRef<HTMLSpanElement>(null);
  // Runs before the grid sees the key, which would move the focus to the next cell.
  const onTab = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, shiftKey, currentTarget } = event;
    if (key !== 'Tab' || !(target instanceof Element) || !target.closest('.ag-cell, .ag-header-cell')) return;
    event.stopPropagation();
    const next = stopBeside(currentTarget, shiftKey);
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (!shiftKey) end.current?.focus({ preventScroll: true });
  };
  /** Tab comes to the cell that had the focus last. The grid keeps the first function that it gets. */
  const focusLastCell = useCallback(({ api: grid }: FocusGridInnerElementParams<Row>) => {
    const shown = grid.getAllDisplayedColumns();
    const last = lastCell.current;
    const column = shown.find((each) => each.getColId() === last?.column) ?? shown[0];
    const count = grid.getDisplayedRowCount();
    if (!column || count === 0) return false;
    grid.setFocusedCell(last && last.row < count ? last.row : (visibleRows(grid)?.first ?? 0), column);
    return true;
  }, []);

  const onGridReady = useCallback(
    ({ api: grid }: GridReadyEvent<Row>) => {
      setApi(grid);
      if (start.firstRow > 0) grid.ensureIndexVisible(start.firstRow, 'top');
    },
    [start],
  );

  return (
    <AgGridProvider modules={modules}>
      <GridHeadContext value={head}>
        <div ref={frame} className="data-grid" onFocus={onFocus} onKeyDownCapture={onTab}>
          <AgGridReact<Row>
            theme={gridTheme}
            styleNonce={nonce}
            rowModelType="infinite"
            datasource={rows}
            cacheBlockSize={PAGE_ROWS}
            maxBlocksInCache={4}
            maxConcurrentDatasourceRequests={2}
            infiniteInitialRowCount={Math.max(start.total ?? start.firstRow + PAGE_ROWS, 1)}
            columnDefs={definitions}
            defaultColDef={defaults}
            getRowId={rowId}
            rowClassRules={rowClasses}
            onGridReady={onGridReady}
            focusGridInnerElement={focusLastCell}
            preventDefaultOnContextMenu
            suppressDragLeaveHidesColumns
            suppressColumnMoveAnimation
            suppressOverlays={overlaysOff}
            ensureDomOrder
            animateRows={false}
          />
          <span ref={end} tabIndex={-1} className="grid-end" />
        </div>
      </GridHeadContext>
    </AgGridProvider>
  );
}
