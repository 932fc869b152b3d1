/** Registers an application, shows its secret, and opens it in the list. */
import { useTranslation } from 'react-i18next';
import { ApplicationFrame } from '../ApplicationFrame.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';

export default function AddApplicationPage() {
  const { t } = useTranslation('applications');
  return (
    <ApplicationFrame title={t('form.add')}>
      <ApplicationForm />
    </ApplicationFrame>
  );
}
