/** Edit page of one application. */
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Loaded } from '@src/ui/Section.tsx';
import { ApplicationFrame, MissingApplication } from '../ApplicationFrame.tsx';
import { useApplication } from '../useApplication.ts';
import { ApplicationForm } from './ApplicationForm.tsx';

export default function EditApplicationPage() {
  const { t } = useTranslation('applications');
  const { applicationId = '' } = useParams();
  const { currentData, ...query } = useApplication(applicationId);
  const name = typeof currentData === 'object' ? currentData.displayName : undefined;
  return (
    <ApplicationFrame
      title={t('form.edit')}
      tabTitle={name && t('form.editTab', { application: name })}
      lead={name && <strong>{name}</strong>}
      applicationId={applicationId}
    >
      <Loaded query={{ ...query, currentData: currentData && { application: currentData } }}>
        {({ application }) =>
          application === 'missing' ? (
            <MissingApplication />
          ) : (
            <ApplicationForm key={application.applicationId} application={application} />
          )
        }
      </Loaded>
    </ApplicationFrame>
  );
}
