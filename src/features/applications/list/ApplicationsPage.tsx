/** All registered applications, for system administrators. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { applicationsApi } from '@api/client/applications.api.ts';
import { applicationsModule } from '@store/applications/applications.module.ts';
import { registerModule } from '@store/modules.ts';
import type { Application } from '@api/contract/applications.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { LocalListPage } from '@src/list/LocalListPage.tsx';
import { useFreshQuery } from '@src/list/useFreshQuery.ts';
import { paths } from '@src/paths.ts';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { ListState } from '@src/ui/ListState.tsx';
import { ApplicationPanel } from './ApplicationPanel.tsx';
import { type ColumnKey, applicationsList } from './columns.tsx';
import '../applications.css';

registerModule(applicationsModule);

export default function ApplicationsPage() {
  const { t } = useTranslation('applications');
  const formats = useFormats();
  const rows = useFreshQuery<readonly Application[]>(applicationsApi.endpoints.fetchApplications);
  const labelOf = useCallback((column: ColumnKey) => t(`column.${column}`), [t]);
  const register = (
    <LinkButton type="primary" to={paths.applicationsAdd.to()}>
      {t('form.add')}
    </LinkButton>
  );
  return (
    <LocalListPage
      list={applicationsList}
      rows={rows}
      labelOf={labelOf}
      phrases={{
        title: t('title'),
        search: t('search'),
        total: (count) => t('total', { count, total: formats.number(count) }),
        failed: t('empty.failed'),
        noMatch: { heading: () => t('empty.heading'), text: t('empty.text'), clear: t('empty.clear') },
      }}
      action={() => register}
      panel={(application, onClose) => <ApplicationPanel application={application} onClose={onClose} />}
      empty={
        <ListState heading={t('empty.none')} text={t('empty.noneText')}>
          {register}
        </ListState>
      }
    />
  );
}
