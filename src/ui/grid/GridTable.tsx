/** Rows of a screen: first a plain table, then the grid in its place; `children` are rendered over both. */
import { type MouseEvent, type ReactNode, type Ref, Suspense, useCallback, useEffect, useState } from 'react';
import { holdIdle } from '@src/browser/whenIdle.ts';
import { CellTabIndexContext } from './cellTabIndexContext.ts';
import { PartErrorBoundary } from '../PartErrorBoundary.tsx';
import type { Density, ShownRows } from './gridTypes.ts';
import { FirstRowsTable } from './FirstRowsTable.tsx';
import { GridRows, type GridRowsProps } from './GridRows.tsx';

interface Props<Row extends object> extends Omit<GridRowsProps<Row>, 'shown' | 'onReady'> {
  /** Null until the first rows have loaded. */
  readonly shown: ShownRows<Row> | null;
  readonly pending: boolean;
  readonly frame: Ref<HTMLDivElement>;
  /** The id that the tabs control, if tabs choose the list. */
  readonly tabPanelId?: string;
  readonly density?: Density;
  readonly children?: ReactNode;
}

/** Shift+click selects a range of rows, not text. */
const preventTextSelection = (event: MouseEvent) => {
  if (event.shiftKey) event.preventDefault();
};

export function GridTable<Row extends object>({
  shown,
  pending,
  frame,
  tabPanelId,
  density = 'default',
  children,
  ...props
}: Props<Row>) {
  const { label, columns, head, idOf, onVisible, onToggleSelected } = props;
  const isFirstLoad = pending && shown === null;
  // What the first view does not show would compete with its rows.
  useEffect(() => (isFirstLoad ? holdIdle() : undefined), [isFirstLoad]);
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
    <div
      ref={frame}
      id={tabPanelId}
      role={tabPanelId === undefined ? 'region' : 'tabpanel'}
      aria-label={label}
      className="list-rows"
      data-region
      data-density={density}
      aria-busy={pending}
      onMouseDown={onToggleSelected && preventTextSelection}
    >
      {shown && (
        <PartErrorBoundary>
          <Suspense>
            <GridRows {...props} shown={shown} onReady={onReady} />
          </Suspense>
        </PartErrorBoundary>
      )}
      {!isGridReady && (
        <CellTabIndexContext value={0}>
          <FirstRowsTable
            label={label}
            columns={columns}
            rows={shown?.page.rows ?? null}
            idOf={idOf}
            sortOf={head.sortOf}
            onRoom={onRoom}
          />
        </CellTabIndexContext>
      )}
      {children}
    </div>
  );
}
