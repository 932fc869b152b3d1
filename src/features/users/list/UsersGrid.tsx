/** The users grid, a separate chunk. Renders the first page it is given, reads further pages and keeps the rows up to date. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { selectChangedUsers, selectGoneUsers } from '@store/users/changedUsers.slice.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Button } from '@src/ui/Button.tsx';
import { DataGrid } from '@src/ui/grid/DataGrid.tsx';
import type { GridHead } from '@src/ui/grid/gridHeadContext.ts';
import type { ColumnPlace, GridColumn, GridHandle, VisibleRows } from '@src/ui/grid/gridTypes.ts';
import type { MenuAnchor } from '@src/ui/menuPosition.ts';
import type { GridScrollHistory } from '@src/navigation/gridScrollHistory.ts';
import type { UsersView } from '../view/usersView.ts';
import { cellKey } from './cellKeys.ts';
import type { ListDispatch } from './pages.ts';
import type { Shown } from './useListing.ts';
import { createUsersSource } from './usersSource.ts';
import { useFreshRows } from './useFreshRows.ts';

interface Props {
  readonly grid: RefObject<GridHandle<UserSummary> | null>;
  readonly shown: Shown;
  /** Null until counted. */
  readonly total: number | null;
  readonly columns: readonly GridColumn<UserSummary>[];
  readonly head: GridHead;
  readonly memory: GridScrollHistory;
  readonly openUser: string | undefined;
  readonly onReady: () => void;
  readonly onVisible: (rows: VisibleRows) => void;
  /** Must keep its identity. */
  readonly onTotal: (view: UsersView, total: number | null) => void;
  readonly onColumns: (places: readonly ColumnPlace[]) => void;
  readonly onOpen: (user: UserSummary) => void;
  readonly onMenu: (user: UserSummary, place: MenuAnchor) => void;
  readonly onTick: (user: UserSummary, range: boolean) => void;
  readonly onTickAll: () => void;
}

const idOf = ({ userId }: UserSummary): string => userId;

export default function UsersGrid({ grid, shown, total, columns, head, memory, openUser, onReady, ...on }: Props) {
  const { t } = useTranslation(['users', 'common']);
  const { nonce } = usePageConfig();
  const dispatch = useDispatch<ListDispatch>();
  const [someFailed, setSomeFailed] = useState(false);

  const [source] = useState(() => {
    const created = createUsersSource(dispatch, shown.view, {
      onTotal: on.onTotal,
      onFailed: () => {
        setSomeFailed(true);
      },
    });
    created.preload(new Map([[shown.offset, shown.page]]));
    return created;
  });
  useEffect(() => source.close, [source]);

  const lastShown = useRef(shown);
  useEffect(() => {
    if (lastShown.current === shown) return;
    lastShown.current = shown;
    source.show(shown.view, new Map([[shown.offset, shown.page]]));
    grid.current?.restart(shown.firstRow, shown.page);
    restoreFocus(grid.current, memory);
  }, [grid, shown, source, memory]);

  useChangedRows(grid);
  useFreshRows(source, grid);

  const wasReady = useRef(false);
  const [isReady, setReady] = useState(false);
  const ready = useCallback(() => {
    if (wasReady.current) return;
    wasReady.current = true;
    setReady(true);
    restoreFocus(grid.current, memory);
    onReady();
  }, [grid, memory, onReady]);

  useEffect(() => {
    // For each new view, even if its total equals the one before.
    if (isReady && total !== null) grid.current?.resize(total);
  }, [grid, isReady, shown, total]);

  const isOpen = useCallback(({ userName }: UserSummary) => userName === openUser, [openUser]);

  return (
    <>
      <DataGrid<UserSummary>
        ref={grid}
        label={t('users:list.label')}
        nonce={nonce}
        columns={columns}
        head={head}
        source={source}
        initial={{ total: shown.page.total, firstRow: shown.firstRow }}
        idOf={idOf}
        isOpen={isOpen}
        onReady={ready}
        onVisible={(rows) => {
          memory.remember({ firstRow: rows?.first ?? 0 });
          on.onVisible(rows);
        }}
        onFocus={(focus) => {
          memory.remember({ focus });
        }}
        onColumns={on.onColumns}
        onOpen={on.onOpen}
        onTick={on.onTick}
        onContextMenu={(user, { clientX: x, clientY: y }) => {
          on.onMenu(user, { x, y });
        }}
        onKey={(user, event, cell) => {
          cellKey(event, cell, {
            open: () => {
              on.onOpen(user);
            },
            menu: (place) => {
              on.onMenu(user, place);
            },
            toggle: (range) => {
              on.onTick(user, range);
            },
            selectAll: on.onTickAll,
          });
        }}
      />
      {someFailed && (
        <div className="users-strip">
          <Alert
            severity="error"
            actions={
              <Button
                onClick={() => {
                  setSomeFailed(false);
                  grid.current?.reread();
                }}
              >
                {t('common:tryAgain')}
              </Button>
            }
          >
            {t('users:empty.failed.some')}
          </Alert>
        </div>
      )}
    </>
  );
}

/** Upper bound of the rows visible at once. */
const MAX_VISIBLE_ROWS = 60;

/** Restores the focused cell after Back if it is in view and no input has the focus. */
function restoreFocus(grid: GridHandle<UserSummary> | null, memory: GridScrollHistory): void {
  const { focus, firstRow } = memory.recall();
  const isInView = focus && focus.row >= firstRow && focus.row < firstRow + MAX_VISIBLE_ROWS;
  if (isInView && !(document.activeElement instanceof HTMLInputElement)) grid?.focusCell(focus);
}

/** Replaces rows changed on this page at once; re-reads when users were deleted. */
function useChangedRows(grid: RefObject<GridHandle<UserSummary> | null>): void {
  const changes = useSelector(selectChangedUsers);
  const lastSequence = useRef(changes.at(-1)?.sequence ?? 0);
  useEffect(() => {
    for (const { sequence, user } of changes) if (sequence > lastSequence.current) grid.current?.replace(user);
    lastSequence.current = changes.at(-1)?.sequence ?? 0;
  }, [changes, grid]);
  const gone = useSelector(selectGoneUsers);
  const seenGone = useRef(gone);
  useEffect(() => {
    if (seenGone.current !== gone) grid.current?.reread();
    seenGone.current = gone;
  }, [gone, grid]);
}
