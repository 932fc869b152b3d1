/** The page of a list whose rows the server returns at once: heading, search, grid, and the panel of the open row. */
import { Button } from 'antd';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useGridScrollHistory } from '@src/navigation/gridScrollHistory.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { fitColumns } from '@src/ui/grid/fitColumns.ts';
import { GridTable } from '@src/ui/grid/GridTable.tsx';
import type { GridHead } from '@src/ui/grid/gridHeadContext.ts';
import { isNarrow } from '@src/ui/grid/isNarrow.ts';
import { useLocalRows } from '@src/ui/grid/useLocalRows.ts';
import { useRowWidth } from '@src/ui/grid/useRowWidth.ts';
import { ListFailed, ListState } from '@src/ui/ListState.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { ListSearch } from './ListSearch.tsx';
import { addressOf, filterAndSort, type ListView, type LocalList, nextSort } from './localList.ts';
import { OpenAddressContext } from './openAddressContext.ts';
import { useListAddress } from './useListAddress.ts';
import { useRegionKeys } from './useRegionKeys.ts';

interface ListPhrases {
  readonly title: string;
  readonly search: string;
  readonly total: (count: number) => string;
  readonly failed: string;
  /** No row matches the search. */
  readonly noMatch: { readonly heading: (search: string) => string; readonly text: string; readonly clear: string };
}

export interface ListRows<Row> {
  readonly data?: readonly Row[] | undefined;
  readonly error?: unknown;
  readonly pending: boolean;
  readonly tryAgain: () => void;
}

interface Props<Row extends object, Key extends string> {
  /** The same object at each rendering, as is `labelOf`. */
  readonly list: LocalList<Row, Key>;
  readonly rows: ListRows<Row>;
  readonly phrases: ListPhrases;
  readonly labelOf: (column: Key) => string;
  /** Shown beside the heading. @param openPanel opens the panel of the row with the ID */
  readonly action?: (openPanel: (id: string) => void) => ReactNode;
  /** The filters of the list, beside the search. */
  readonly tokens?: (view: ListView, changeView: (change: (latest: ListView) => ListView) => void) => ReactNode;
  readonly panel: (row: Row, onClose: () => void) => ReactNode;
  /** Shown where there is no row at all; default: as if none matched. */
  readonly empty?: ReactNode;
}

const noop = () => undefined;

/** On a phone the first column takes the width that the other narrow ones leave. */
function columnsAt<Row, Key extends string>({ columns, narrowColumns = [] }: LocalList<Row, Key>, width: number) {
  const [first, ...others] = narrowColumns;
  if (!first || !isNarrow(width)) return columns;
  const whole = { ...first, width: others.reduce((left, column) => left - column.width, width) };
  return [whole, ...others, ...columns.filter(({ key }) => narrowColumns.every((narrow) => narrow.key !== key))];
}

export function LocalListPage<Row extends object, Key extends string>(props: Props<Row, Key>) {
  const { list, phrases, labelOf, action, tokens, panel, empty } = props;
  const { data, error, pending, tryAgain } = props.rows;
  const { i18n } = useTranslation('common');
  const { nonce } = usePageConfig();
  const { view, openId, setSearch, changeView, openPanel, syncUrl } = useListAddress(list);
  useRegionKeys();
  const memory = useGridScrollHistory();
  const frame = useRef<HTMLDivElement>(null);
  const width = useRowWidth(frame);
  const columns = useMemo(
    () =>
      fitColumns(
        columnsAt(list, width).map((column) => ({ ...column, sortable: true, label: labelOf(column.key) })),
        width,
      ),
    [list, labelOf, width],
  );
  const rows = useMemo(() => data && filterAndSort(list, data, view, i18n.language), [list, data, view, i18n.language]);
  const shown = useLocalRows(rows, addressOf(list, view), () => memory.recall().firstRow);

  const head = useMemo(
    (): GridHead => ({
      sortOf: (column) => (column === view.sort ? { descending: view.descending, rank: undefined } : undefined),
      onSort: (column) => {
        changeView((latest) => nextSort(list, latest, column));
      },
      Action: undefined,
    }),
    [list, view, changeView],
  );
  const addressAt = useCallback((id: string) => addressOf(list, view, id), [list, view]);
  const isOpen = useCallback((row: Row) => list.idOf(row) === openId, [list, openId]);
  const close = useCallback(() => {
    openPanel();
  }, [openPanel]);
  const opened = data?.find((row) => list.idOf(row) === openId);
  const noMatch = (
    <ListState heading={phrases.noMatch.heading(view.search.trim())} text={phrases.noMatch.text}>
      <Button
        type="primary"
        onClick={() => {
          changeView((latest) => ({ ...latest, search: '', filters: {} }));
        }}
      >
        {phrases.noMatch.clear}
      </Button>
    </ListState>
  );
  return (
    <div className="page list-page">
      <header className="row spread">
        <PageHeading title={phrases.title}>{phrases.title}</PageHeading>
        {action && <div className="button-row">{action(openPanel)}</div>}
      </header>
      <div className="row spread" data-region>
        <ListSearch label={phrases.search} value={view.search} onChange={setSearch} onEnd={syncUrl} />
        {tokens?.(view, changeView)}
        <p className="muted small" role="status">
          {rows && phrases.total(rows.length)}
        </p>
      </div>
      <div className="list-body">
        <OpenAddressContext value={addressAt}>
          <GridTable<Row>
            label={phrases.title}
            nonce={nonce}
            columns={columns}
            head={head}
            shown={shown}
            pending={pending}
            positionMemory={memory}
            frame={frame}
            idOf={list.idOf}
            isOpen={isOpen}
            onVisible={noop}
            onOpen={(row) => {
              openPanel(list.idOf(row));
            }}
          >
            {!data && error !== undefined && <ListFailed heading={phrases.failed} onTryAgain={tryAgain} />}
            {rows?.length === 0 && (data?.length === 0 && empty !== undefined ? empty : noMatch)}
          </GridTable>
        </OpenAddressContext>
        {opened && panel(opened, close)}
      </div>
    </div>
  );
}
