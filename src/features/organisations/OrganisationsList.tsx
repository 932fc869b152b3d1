/** All organisations, for system administrators. The server hands them over at once, so that finding and sorting happen here; both live in the address. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Organisation } from '@api/contract/organisations.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useGridScrollHistory } from '@src/navigation/gridScrollHistory.ts';
import { problemOf } from '@src/forms/refusal.ts';
import { problemMessage } from '@src/forms/submission.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Button } from '@src/ui/Button.tsx';
import { GridTable } from '@src/ui/grid/GridTable.tsx';
import type { GridHead } from '@src/ui/grid/gridHeadContext.ts';
import { useLocalRows } from '@src/ui/grid/useLocalRows.ts';
import { ListState } from '@src/ui/ListState.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { TextField } from '@src/ui/TextField.tsx';
import { useRowWidth } from '@src/ui/grid/useRowWidth.ts';
import { OpenAddressContext, useOrganisationColumns } from './columns.tsx';
import { OrganisationPanel } from './OrganisationPanel.tsx';
import { addressOf, chosenOf, columnKeys, pressed } from './organisationsView.ts';
import { RegisterDialog } from './NameDialogs.tsx';
import { useOrganisations } from './useOrganisations.ts';
import { useOrganisationsAddress } from './useOrganisationsAddress.ts';
import '@src/ui/styles/grid.css';
import '@src/ui/styles/list.css';
import './organisations.css';

const idOf = ({ publicId }: Organisation): string => publicId;
const nothing = () => undefined;

export function OrganisationsList() {
  const { t, i18n } = useTranslation(['organisations', 'common']);
  const { t: common } = useTranslation('common');
  const { nonce } = usePageConfig();
  const formats = useFormats();
  const { view, openId, setSearch, want, open, settle } = useOrganisationsAddress();
  const memory = useGridScrollHistory();
  const frame = useRef<HTMLDivElement>(null);
  const columns = useOrganisationColumns(useRowWidth(frame));
  const { data, error, pending, tryAgain } = useOrganisations();
  const [registers, setRegisters] = useState(false);
  const chosen = useMemo(() => data && chosenOf(data, view, i18n.language), [data, view, i18n.language]);
  const shown = useLocalRows(chosen, addressOf(view), () => memory.recall().firstRow);

  const head = useMemo(
    (): GridHead => ({
      sortOf: (column) => (column === view.sort ? { descending: view.descending, place: undefined } : undefined),
      onSort: (column) => {
        const key = columnKeys.find((each) => each === column);
        if (key) want((latest) => pressed(latest, key));
      },
      Action: undefined,
    }),
    [view, want],
  );
  const addressAt = useCallback((publicId?: string) => addressOf(view, publicId), [view]);
  const isOpen = useCallback(({ publicId }: Organisation) => publicId === openId, [openId]);
  const close = useCallback(() => {
    open();
  }, [open]);
  const shownBeside = data?.find(({ publicId }) => publicId === openId);
  return (
    <div className="page list-page">
      <header className="list-head">
        <PageHeading title={t('title')}>{t('title')}</PageHeading>
        <Button
          kind="primary"
          onClick={() => {
            setRegisters(true);
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
            onBlur={settle}
            onKeyDown={({ key }) => {
              if (key === 'Enter') settle();
            }}
          />
        </div>
        <p className="list-range" role="status">
          {chosen && t('total', { count: chosen.length, total: formats.number(chosen.length) })}
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
            broken={null}
            idOf={idOf}
            isOpen={isOpen}
            onVisible={nothing}
            onOpen={({ publicId }) => {
              open(publicId);
            }}
          >
            {!data && error ? (
              <ListState failed heading={t('empty.failed')} text={problemMessage(problemOf(error), common)}>
                <Button kind="primary" onClick={tryAgain}>
                  {t('common:tryAgain')}
                </Button>
              </ListState>
            ) : (
              chosen?.length === 0 && (
                <ListState heading={t('empty.heading')} text={t('empty.text')}>
                  <Button
                    kind="primary"
                    onClick={() => {
                      want((latest) => ({ ...latest, search: '' }));
                    }}
                  >
                    {t('empty.clear')}
                  </Button>
                </ListState>
              )
            )}
          </GridTable>
        </OpenAddressContext>
        {shownBeside && <OrganisationPanel organisation={shownBeside} onClose={close} />}
      </div>
      {registers && (
        <RegisterDialog
          onClose={(publicId) => {
            setRegisters(false);
            if (publicId !== undefined) open(publicId);
          }}
        />
      )}
    </div>
  );
}
