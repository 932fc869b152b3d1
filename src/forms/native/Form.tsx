/** A form of the sign-in family. */
import { useTranslation } from 'react-i18next';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { type FailureProps, FormCore, type FormProps } from '../FormCore.tsx';

function Failure({ message, again }: FailureProps) {
  const { t } = useTranslation('common');
  return (
    <Alert severity="error" actions={again && <Button type="submit">{t('tryAgain')}</Button>}>
      {message}
    </Alert>
  );
}

export function Form<Values extends object>(props: FormProps<Values>) {
  return <FormCore {...props} autofilled Failure={Failure} />;
}
