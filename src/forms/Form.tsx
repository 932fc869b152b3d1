/** A form of a signed-in screen. */
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '@src/ui/Alert.tsx';
import { type FailureProps, FormCore, type FormProps } from './FormCore.tsx';

function Failure({ message, again }: FailureProps) {
  const { t } = useTranslation('common');
  const box = useRef<HTMLDivElement>(null);
  // The message is above the fields, the button that was pressed below them.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);
  return (
    <div ref={box}>
      <Alert severity="error" actions={again && <Button htmlType="submit">{t('tryAgain')}</Button>}>
        {message}
      </Alert>
    </div>
  );
}

export function Form<Values extends object>(props: FormProps<Values>) {
  return <FormCore {...props} Failure={Failure} />;
}
