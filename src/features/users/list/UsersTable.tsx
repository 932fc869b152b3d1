/** The rows of the list with what their cells and headers need, a row's menu, and the empty and failed states. */
import { type RefObject, Suspense, use, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { problemText } from '@src/forms/submission.ts';
import type { Formats } from '@src/i18n/formats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import type { GridScrollHistory } from '@src/navigation/gridScrollHistory.ts';
import { usePageRefresh } from '@src/navigation/usePageRefresh.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { PartErrorBoundary } from '@src/ui/PartErrorBoundary.tsx';
import { GridTable } from '@src/ui/grid/GridTable.tsx';
import type { ColumnWidth, GridColumn, GridHandle, VisibleRows } from '@src/ui/grid/gridTypes.ts';
import { ListFailed, SomeRowsFailed } from '@src/ui/ListState.tsx';
import type { MenuAnchor } from '@src/ui/Menu.tsx';
import { useActionLetters } from '../actions/useActionLetters.ts';
import { RowSelectionContext } from '../bulk/rowSelectionContext.ts';
import type { UsersView } from '../view/usersView.ts';
import { UserMenu } from '../actions/lazyUserMenu.ts';
import { EmptyState } from './EmptyState.tsx';
import { ListContext, WordsContext } from './listContext.ts';
import { searchWords } from './matches.ts';
import type { Listing } from './useListing.ts';
import { refreshRows } from './rowsRefresh.ts';
import { Unmatched } from './Unmatched.tsx';
import { useUsersGridHead } from './useUsersGridHead.tsx';
import { useUsersRows } from './useUsersRows.ts';

interface Props {
  readonly id: string;
  readonly columns: readonly GridColumn<UserSummary>[];
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly grid: RefObject<GridHandle<UserSummary> | null>;
  /** The view of the address. Until its rows arrive, `listing` still shows those of another view. */
  readonly wantedView: UsersView;
  readonly listing: Listing;
  /** Null until counted. */
  readonly total: number | null;
  /** How many users the tab of all would show; undefined until counted. */
  readonly inAll: number | undefined;
  readonly formats: Formats;
  readonly now: number;
  readonly memory: GridScrollHistory;
  readonly openUser: string | undefined;
  readonly onView: (change: (latest: UsersView) => UsersView) => void;
  readonly onOpen: (row: UserSummary) => void;
  readonly onVisible: (rows: VisibleRows) => void;
  readonly onColumns: (columnWidths: readonly ColumnWidth[]) => void;
}

const idOf = ({ userId }: UserSummary): string => userId;

export function UsersTable({
  id,
  columns,
  frame,
  grid,
  wantedView,
  listing,
  total,
  inAll,
  formats,
  now,
  memory,
  openUser,
  onView,
  onOpen,
  onVisible,
  onColumns,
}: Props) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation('common');
  const roleNames = useRoleNames();
  const { nonce } = usePageConfig();
  const { shown, pending, problem, tryAgain } = listing;
  const { rows, someFailed, readAgain, unmatched } = useUsersRows(listing, grid, now);
  usePageRefresh(() => {
    if (problem) tryAgain();
    else if (someFailed) readAgain();
  });
  const { toggle, selectAll } = use(RowSelectionContext);
  const performLetter = useActionLetters(now);
  const [menu, setMenu] = useState<{ readonly user: UserSummary; readonly anchor: MenuAnchor }>();
  const openMenu = useCallback((user: UserSummary, anchor: MenuAnchor) => {
    setMenu({ user, anchor });
  }, []);
  const closeMenu = useCallback(() => {
    setMenu(undefined);
  }, []);

  const words = useMemo(() => searchWords(shown?.view.search ?? ''), [shown]);
  const content = useMemo(
    () => ({ t, formats, roleNames, now, openMenu, openPanel: onOpen }),
    [t, formats, roleNames, now, openMenu, onOpen],
  );
  const head = useUsersGridHead(wantedView, onView);
  const isOpen = useCallback(({ userName }: UserSummary) => userName === openUser, [openUser]);

  return (
    <>
      <ListContext value={content}>
        <WordsContext value={words}>
          <GridTable<UserSummary>
            tabPanelId={id}
            label={t('list.label')}
            nonce={nonce}
            columns={columns}
            frame={frame}
            grid={grid}
            total={total}
            head={head}
            shown={rows}
            pending={pending}
            positionMemory={memory}
            idOf={idOf}
            isOpen={isOpen}
            onVisible={onVisible}
            onOpen={onOpen}
            onMenu={openMenu}
            onToggleSelected={toggle}
            onSelectAll={selectAll}
            onLetter={performLetter}
            onColumns={onColumns}
          >
            {unmatched > 0 && (
              <Unmatched
                count={unmatched}
                onRefresh={() => {
                  refreshRows();
                  // The pressed button disappears.
                  grid.current?.focusCell(memory.recall().focus ?? { row: 0, column: 'actions' });
                }}
              />
            )}
            {someFailed && <SomeRowsFailed onTryAgain={readAgain} />}
            {problem ? (
              <ListFailed heading={t('empty.failed.heading')} text={problemText(problem, common)} onTryAgain={tryAgain} />
            ) : (
              total === 0 && shown && <EmptyState view={shown.view} inAll={inAll} onView={(view) => onView(() => view)} />
            )}
          </GridTable>
        </WordsContext>
      </ListContext>
      {menu && (
        <PartErrorBoundary>
          <Suspense>
            <UserMenu user={menu.user} anchor={menu.anchor} now={now} onClose={closeMenu} />
          </Suspense>
        </PartErrorBoundary>
      )}
    </>
  );
}
