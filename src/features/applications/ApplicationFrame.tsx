/** Layout of a page about one application: the way back to the list, heading, sections. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@src/paths.ts';
import { BackLink } from '@src/ui/BackLink.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import './applications.css';

interface Props {
  readonly title: string;
  /** Title of the tab, which names the application; default: the heading. */
  readonly tabTitle?: string | undefined;
  /** Shown below the heading. */
  readonly lead?: ReactNode;
  /** The application whose panel the way back opens. */
  readonly applicationId?: string;
  readonly children: ReactNode;
}

export function ApplicationFrame({ title, tabTitle = title, lead, applicationId, children }: Props) {
  const { t } = useTranslation('applications');
  return (
    <div className="page form-page">
      <header className="form-page-head">
        <BackLink to={paths.applications.to({}, { application: applicationId })}>{t('form.back')}</BackLink>
        <PageHeading title={tabTitle}>{title}</PageHeading>
        {lead && <p className="row">{lead}</p>}
      </header>
      {children}
    </div>
  );
}

export function MissingApplication() {
  const { t } = useTranslation('applications');
  return (
    <div className="box stack-tight" role="alert">
      <h2>{t('form.missing')}</h2>
      <p className="muted">{t('form.missingText')}</p>
    </div>
  );
}
