/** Rows of a screen: first a plain table, then the grid in its place; `children` are rendered over both. */
import { type ReactNode, type Ref, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { ChunkErrorBoundary } from '../ChunkErrorBoundary.tsx';
import type { GridHead } from './gridHeadContext.ts';
import type { CellPlace, GridColumn, GridHandle, Page, RowSource, VisibleRows } from './gridTypes.ts';
import { LazyDataGrid } from './lazyDataGrid.ts';
import { FirstRowsTable } from './FirstRowsTable.tsx';

/** Rows to show; each new object is a new list. */
export interface ShownRows<Row> {
  readonly source: RowSource<Row>;
  /** First visible row, and its page. */
  readonly firstRow: number;
  readonly page: Page<Row>;
  /** The same list with newer rows: keeps the scroll position. */
  readonly stays?: boolean;
}

/** Scroll position and focus, for Back. */
interface PositionMemory {
  readonly recall: () => { readonly firstRow: number; readonly focus?: CellPlace };
  readonly remember: (part: { readonly firstRow?: number; readonly focus?: CellPlace }) => void;
}

interface Props<Row extends object> {
  readonly label: string;
  readonly nonce: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly head: GridHead;
  /** Null until the first rows have loaded. */
  readonly shown: ShownRows<Row> | null;
  readonly pending: boolean;
  readonly place: PositionMemory;
  readonly frame: Ref<HTMLDivElement>;
  /** Shown if the grid's code cannot be loaded. */
  readonly broken: ReactNode;
  /** Must be stable. */
  readonly idOf: (row: Row) => string;
  readonly isOpen: (row: Row) => boolean;
  /** Must be stable. */
  readonly onVisible: (rows: VisibleRows) => void;
  readonly onOpen: (row: Row) => void;
  readonly children?: ReactNode;
}

export function GridTable<Row extends object>({ shown, pending, frame, broken, children, ...props }: Props<Row>) {
  const { label, columns, head, idOf, onVisible } = props;
  const [isGridReady, setGridReady] = useState(false);
  const onReady = useCallback(() => {
    setGridReady(true);
  }, []);
  const onRoom = useCallback(
    (rows: number) => {
      if (shown) onVisible(rows > 0 ? { first: shown.firstRow, last: shown.firstRow + rows - 1 } : null);
    },
    [shown, onVisible],
  );
  return (
    <div ref={frame} role="region" aria-label={label} className="list-stage" aria-busy={pending}>
      {shown && (
        <ChunkErrorBoundary fallback={broken}>
          <Suspense>
            <Rows {...props} shown={shown} onReady={onReady} />
          </Suspense>
        </ChunkErrorBoundary>
      )}
      {!isGridReady && (
        <FirstRowsTable
          label={label}
          columns={columns}
          rows={shown?.page.rows ?? null}
          idOf={idOf}
          sortOf={head.sortOf}
          onRoom={onRoom}
        />
      )}
      {children}
    </div>
  );
}

type RowsProps<Row extends object> = Omit<Props<Row>, 'shown' | 'pending' | 'frame' | 'broken' | 'children'> & {
  readonly shown: ShownRows<Row>;
  readonly onReady: () => void;
};

/** More rows than any window shows. */
const WINDOW_ROWS = 60;

function Rows<Row extends object>({ shown, place, onReady, onVisible, onOpen, ...props }: RowsProps<Row>) {
  const grid = useRef<GridHandle<Row>>(null);
  const latest = useRef(shown);
  // One source for the grid's lifetime, as a new one would empty it; delegates to the current list.
  const [source] = useState((): RowSource<Row> => ({ read: (offset) => latest.current.source.read(offset) }));

  const restoreFocus = useCallback(() => {
    const { focus, firstRow } = place.recall();
    const isSeen = focus && focus.row >= firstRow && focus.row < firstRow + WINDOW_ROWS;
    if (isSeen && !(document.activeElement instanceof HTMLInputElement)) grid.current?.focusCell(focus);
  }, [place]);

  useEffect(() => {
    if (latest.current === shown) return;
    latest.current = shown;
    if (shown.stays) {
      grid.current?.reread();
      return;
    }
    grid.current?.restart(shown.firstRow, shown.page);
    restoreFocus();
  }, [shown, restoreFocus]);

  const isReady = useRef(false);
  const onFirstRows = useCallback(() => {
    if (isReady.current) return;
    isReady.current = true;
    restoreFocus();
    onReady();
  }, [restoreFocus, onReady]);

  return (
    <LazyDataGrid<Row>
      {...props}
      ref={grid}
      source={source}
      initial={{ total: shown.page.total, firstRow: shown.firstRow }}
      onReady={onFirstRows}
      onVisible={(rows) => {
        place.remember({ firstRow: rows?.first ?? 0 });
        onVisible(rows);
      }}
      onFocus={(focus) => {
        place.remember({ focus });
      }}
      onColumns={noop}
      onOpen={onOpen}
      onContextMenu={onOpen}
      onKey={(row, event, cell) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        const control = cell.querySelector<HTMLElement>('a, button');
        if (control) control.click();
        else onOpen(row);
      }}
    />
  );
}

const noop = () => undefined;
