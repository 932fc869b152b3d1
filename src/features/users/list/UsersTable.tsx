/** First rows as a plain table, replaced by the grid once it is ready; or the empty and failed states. */
import { type MouseEvent, type RefObject, Suspense, use, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { Formats } from '@src/i18n/formats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import type { GridHead } from '@src/ui/grid/gridHeadContext.ts';
import type { ColumnPlace, GridColumn, GridHandle, VisibleRows } from '@src/ui/grid/gridTypes.ts';
import type { MenuAnchor } from '@src/ui/menuPosition.ts';
import { RowSelectionContext } from '../bulk/rowSelectionContext.ts';
import { type Filters, FiltersContext } from '../filters/filtersContext.ts';
import { withConditions } from '../view/conditions.ts';
import type { GridScrollHistory } from '@src/navigation/gridScrollHistory.ts';
import { nextSort, sortOf, type UsersView } from '../view/usersView.ts';
import type { ViewChange } from '../view/useWantedView.ts';
import type { Density } from './columnLayoutStorage.ts';
import { isSortable } from './columns.ts';
import { EmptyState, FailedState } from './EmptyState.tsx';
import { ChunkErrorBoundary } from '@src/ui/ChunkErrorBoundary.tsx';
import { HeadAction } from './HeadAction.tsx';
import { LazyUsersGrid } from './lazyGrid.ts';
import { ListContext, WordsContext } from './listContext.ts';
import { searchWords } from './matches.ts';
import { ChunkFailed } from './ChunkFailed.tsx';
import { FirstRowsTable } from '@src/ui/grid/FirstRowsTable.tsx';
import type { Listing } from './useListing.ts';

interface Props {
  readonly id: string;
  readonly columns: readonly GridColumn<UserSummary>[];
  readonly density: Density;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly grid: RefObject<GridHandle<UserSummary> | null>;
  readonly wanted: UsersView;
  readonly listing: Listing;
  /** Null until counted. */
  readonly total: number | null;
  readonly formats: Formats;
  readonly now: number;
  readonly memory: GridScrollHistory;
  readonly openUser: string | undefined;
  readonly onView: (change: ViewChange) => void;
  readonly onOpen: (userName: string) => void;
  readonly onMenu: (user: UserSummary, place: MenuAnchor) => void;
  readonly onVisible: (rows: VisibleRows) => void;
  readonly onColumns: (places: readonly ColumnPlace[]) => void;
}

const idOf = ({ userId }: UserSummary): string => userId;

/** Shift+click selects a range of rows, not text. */
const preventTextSelection = (event: MouseEvent) => {
  if (event.shiftKey) event.preventDefault();
};

export function UsersTable({
  id,
  columns,
  density,
  frame,
  grid,
  wanted,
  listing,
  total,
  formats,
  now,
  memory,
  openUser,
  ...on
}: Props) {
  const { t } = useTranslation(['users', 'common']);
  const { t: tUsers } = useTranslation('users');
  const roleNames = useRoleNames();
  const [isGridReady, setGridReady] = useState(false);
  const { shown, pending, problem, tryAgain, reportTotal } = listing;
  const { onView, onMenu, onVisible } = on;
  const { toggle, selectAll } = use(RowSelectionContext);

  const words = useMemo(() => searchWords(shown?.view.search ?? ''), [shown]);
  const content = useMemo(
    () => ({ t: tUsers, formats, roleNames, now, openMenu: onMenu, tabIndex: isGridReady ? (-1 as const) : (0 as const) }),
    [tUsers, formats, roleNames, now, onMenu, isGridReady],
  );
  const head = useMemo(
    (): GridHead => ({
      sortOf: (column) => sortOf(wanted.sort, column),
      onSort: (column, more) => {
        if (isSortable(column)) onView((latest) => ({ ...latest, sort: nextSort(latest.sort, column, more) }));
      },
      Action: HeadAction,
    }),
    [wanted.sort, onView],
  );
  const filters = useMemo(
    (): Filters => ({
      where: wanted.where,
      onChange: (field, conditions) => {
        onView((latest) => ({ ...latest, where: withConditions(latest.where, field, conditions) }));
      },
    }),
    [wanted.where, onView],
  );
  const onRoom = useCallback(
    (rows: number) => {
      if (shown) onVisible(rows > 0 ? { first: shown.firstRow, last: shown.firstRow + rows - 1 } : null);
    },
    [shown, onVisible],
  );

  const onReady = useCallback(() => {
    setGridReady(true);
  }, []);

  return (
    <FiltersContext value={filters}>
      <ListContext value={content}>
        <WordsContext value={words}>
          <div
            ref={frame}
            id={id}
            role="tabpanel"
            aria-label={t('users:list.label')}
            className={`users-stage users-${density}`}
            aria-busy={pending}
            onMouseDown={preventTextSelection}
          >
            {shown && (
              <ChunkErrorBoundary fallback={<ChunkFailed />}>
                <Suspense>
                  <LazyUsersGrid
                    grid={grid}
                    shown={shown}
                    total={total}
                    columns={columns}
                    head={head}
                    memory={memory}
                    openUser={openUser}
                    onReady={onReady}
                    onVisible={onVisible}
                    onTotal={reportTotal}
                    onColumns={on.onColumns}
                    onOpen={({ userName }) => {
                      on.onOpen(userName);
                    }}
                    onMenu={onMenu}
                    onTick={toggle}
                    onTickAll={selectAll}
                  />
                </Suspense>
              </ChunkErrorBoundary>
            )}
            {!isGridReady && (
              <FirstRowsTable
                label={t('users:list.label')}
                columns={columns}
                rows={shown?.page.rows ?? null}
                idOf={idOf}
                sortOf={head.sortOf}
                onRoom={onRoom}
              />
            )}
            {problem ? (
              <FailedState problem={problem} onTryAgain={tryAgain} />
            ) : (
              total === 0 && shown && <EmptyState view={shown.view} onView={(view) => onView(() => view)} />
            )}
          </div>
        </WordsContext>
      </ListContext>
    </FiltersContext>
  );
}
