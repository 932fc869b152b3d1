/** All organisations, for system administrators. */
import { Button } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { organisationsApi } from '@api/client/organisations.api.ts';
import { useFetchOrganisationConnectionsQuery } from '@api/client/organisations.connections.api.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { LocalListPage } from '@src/list/LocalListPage.tsx';
import { useFreshQuery } from '@src/list/useFreshQuery.ts';
import { type ColumnKey, organisationsList, type OrganisationRow } from './columns.tsx';
import { ConnectionFilters } from './ConnectionFilters.tsx';
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
