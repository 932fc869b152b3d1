/** All organisations, for system administrators. */
import { Button } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { organisationsApi } from '@api/client/organisations.api.ts';
import { useFetchOrganisationConnectionsQuery } from '@api/client/organisations.connections.api.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import type { ListView } from '@src/list/localList.ts';
import { LocalListPage } from '@src/list/LocalListPage.tsx';
import { useFreshQuery } from '@src/list/useFreshQuery.ts';
import { FilterTokens } from '@src/ui/filterTokens/FilterTokens.tsx';
import { type ColumnKey, type OrganisationRow, organisationsList } from './columns.tsx';
import { directoryShown, logInShown, REFUSING } from './connectionStates.ts';
import { RegisterDialog } from './NameDialogs.tsx';
import { OrganisationPanel } from './OrganisationPanel.tsx';

export function OrganisationsList() {
  const { t } = useTranslation('organisations');
  const formats = useFormats();
  const { data, ...state } = useFreshQuery<readonly Organisation[]>(organisationsApi.endpoints.fetchOrganisations);
  const { currentData: connected } = useFetchOrganisationConnectionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const rows = useMemo(() => {
    const connectionsOf = new Map(connected?.map((each) => [each.publicId, each]));
    return data?.map((organisation): OrganisationRow => ({
      ...organisation,
      connections: connectionsOf.get(organisation.publicId),
    }));
  }, [data, connected]);
  const labelOf = useCallback((column: ColumnKey) => t(`column.${column}`), [t]);
  return (
    <LocalListPage
      list={organisationsList}
      rows={{ ...state, data: rows }}
      labelOf={labelOf}
      phrases={{
        title: t('title'),
        search: t('search'),
        total: (count) => t('total', { count, total: formats.number(count) }),
        failed: t('empty.failed'),
        noMatch: { heading: () => t('empty.heading'), text: t('empty.text'), clear: t('empty.clear') },
      }}
      action={(openPanel) => <RegisterButton onRegistered={openPanel} />}
      tokens={(view, changeView) => <ConnectionFilters view={view} onView={changeView} />}
      panel={(organisation, onClose) => <OrganisationPanel organisation={organisation} onClose={onClose} />}
    />
  );
}

/** @param onRegistered called with the ID of the new organisation */
function RegisterButton({ onRegistered }: { readonly onRegistered: (publicId: string) => void }) {
  const { t } = useTranslation('organisations');
  const [isRegistering, setRegistering] = useState(false);
  return (
    <>
      <Button
        type="primary"
        onClick={() => {
          setRegistering(true);
        }}
      >
        {t('register.open')}
      </Button>
      {isRegistering && (
        <RegisterDialog
          onClose={(publicId) => {
            setRegistering(false);
            if (publicId !== undefined) onRegistered(publicId);
          }}
        />
      )}
    </>
  );
}

interface ConnectionFiltersProps {
  readonly view: ListView;
  readonly onView: (change: (latest: ListView) => ListView) => void;
}

/** Filters organisations by what they are connected to. */
function ConnectionFilters({ view: { filters }, onView }: ConnectionFiltersProps) {
  const { t } = useTranslation('organisations');
  return (
    <FilterTokens
      filters={[
        {
          key: 'logIn',
          label: t('column.logIn'),
          chosen: filters.logIn ?? [],
          options: [...logInShown, REFUSING].map((value) => ({ value, label: t(`logIn.${value}`) })),
        },
        {
          key: 'directory',
          label: t('column.directory'),
          chosen: filters.directory ?? [],
          options: [...directoryShown, REFUSING].map((value) => ({ value, label: t(`directory.${value}`) })),
        },
      ]}
      phrases={{
        label: t('filter.label'),
        add: t('filter.add'),
        clear: t('filter.clear'),
        remove: (token) => t('filter.remove', { token }),
        find: t('filter.find'),
        nothing: t('filter.nothing'),
        loading: '',
        more: () => '',
      }}
      onChange={(key, values) => {
        onView((latest) => ({ ...latest, filters: { ...latest.filters, [key]: values } }));
      }}
      onClear={() => {
        onView((latest) => ({ ...latest, filters: {} }));
      }}
    />
  );
}
