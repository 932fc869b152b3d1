/**
 * All organisations, for system administrators. The server returns them at once; search and sort happen here and are in the URL.
 */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Organisation } from '@api/contract/organisations.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useGridScrollHistory } from '@src/navigation/gridScrollHistory.ts';
import { problemOf } from '@src/forms/refusal.ts';
import { problemText } from '@src/forms/submission.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Button } from '@src/ui/Button.tsx';
import { GridTable } from '@src/ui/grid/GridTable.tsx';
import type { GridHead } from '@src/ui/grid/gridHeadContext.ts';
import { useLocalRows } from '@src/ui/grid/useLocalRows.ts';
import { ListFailed, ListState } from '@src/ui/ListState.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { TextField } from '@src/ui/TextField.tsx';
import { useRowWidth } from '@src/ui/grid/useRowWidth.ts';
import { OpenAddressContext, useOrganisationColumns } from './columns.tsx';
import { OrganisationPanel } from './OrganisationPanel.tsx';
import { addressOf, filterAndSort, columnKeys, nextSort } from './organisationsView.ts';
import { RegisterDialog } from './NameDialogs.tsx';
import { useOrganisations } from './useOrganisations.ts';
import { useOrganisationsAddress } from './useOrganisationsAddress.ts';
import '@src/ui/styles/grid.css';
import '@src/ui/styles/list.css';
import './organisations.css';

const idOf = ({ publicId }: Organisation): string => publicId;
const noop = () => undefined;

export function OrganisationsList() {
  const { t, i18n } = useTranslation(['organisations', 'common']);
  const { t: common } = useTranslation('common');
  const { nonce } = usePageConfig();
  const formats = useFormats();
  const { view, openId, setSearch, changeView, openPanel, syncUrl } = useOrganisationsAddress();
  const memory = useGridScrollHistory();
  const frame = useRef<HTMLDivElement>(null);
  const columns = useOrganisationColumns(useRowWidth(frame));
  const { data, error, pending, tryAgain } = useOrganisations();
  const [isRegistering, setRegistering] = useState(false);
  const rows = useMemo(() => data && filterAndSort(data, view, i18n.language), [data, view, i18n.language]);
  const shown = useLocalRows(rows, addressOf(view), () => memory.recall().firstRow);

  const head = useMemo(
    (): GridHead => ({
      sortOf: (column) => (column === view.sort ? { descending: view.descending, place: undefined } : undefined),
      onSort: (column) => {
        const key = columnKeys.find((each) => each === column);
        if (key) changeView((latest) => nextSort(latest, key));
      },
      Action: undefined,
    }),
    [view, changeView],
  );
  const addressAt = useCallback((publicId?: string) => addressOf(view, publicId), [view]);
  const isOpen = useCallback(({ publicId }: Organisation) => publicId === openId, [openId]);
  const close = useCallback(() => {
    openPanel();
  }, [openPanel]);
  const opened = data?.find(({ publicId }) => publicId === openId);
  return (
    <div className="page list-page">
      <header className="list-head">
        <PageHeading title={t('title')}>{t('title')}</PageHeading>
        <Button
          kind="primary"
          onClick={() => {
            setRegistering(true);
          }}
        >
          {t('register.open')}
        </Button>
      </header>
      <div className="list-bar">
        <div role="search" className="organisations-search">
          <TextField
            label={t('search')}
            type="search"
            value={view.search}
            maxLength={255}
            autoComplete="off"
            onChange={({ target }) => {
              setSearch(target.value);
            }}
            onBlur={syncUrl}
            onKeyDown={({ key }) => {
              if (key === 'Enter') syncUrl();
            }}
          />
        </div>
        <p className="list-range" role="status">
          {rows && t('total', { count: rows.length, total: formats.number(rows.length) })}
        </p>
      </div>
      <div className="list-body">
        <OpenAddressContext value={addressAt}>
          <GridTable<Organisation>
            label={t('title')}
            nonce={nonce}
            columns={columns}
            head={head}
            shown={shown}
            pending={pending}
            place={memory}
            frame={frame}
            idOf={idOf}
            isOpen={isOpen}
            onVisible={noop}
            onOpen={({ publicId }) => {
              openPanel(publicId);
            }}
          >
            {!data && error ? (
              <ListFailed heading={t('empty.failed')} text={problemText(problemOf(error), common)} onTryAgain={tryAgain} />
            ) : (
              rows?.length === 0 && (
                <ListState heading={t('empty.heading')} text={t('empty.text')}>
                  <Button
                    kind="primary"
                    onClick={() => {
                      changeView((latest) => ({ ...latest, search: '' }));
                    }}
                  >
                    {t('empty.clear')}
                  </Button>
                </ListState>
              )
            )}
          </GridTable>
        </OpenAddressContext>
        {opened && <OrganisationPanel organisation={opened} onClose={close} />}
      </div>
      {isRegistering && (
        <RegisterDialog
          onClose={(publicId) => {
            setRegistering(false);
            if (publicId !== undefined) openPanel(publicId);
          }}
        />
      )}
    </div>
  );
}
