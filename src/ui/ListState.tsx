/** antd's Empty instead of rows, when a list is empty or failed. */
import { Button, Empty } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from './Alert.tsx';
import { Icon } from './Icon.tsx';

interface Props {
  readonly heading: string;
  readonly text: string;
  /** Failed, as opposed to empty. */
  readonly failed?: boolean;
  /** Buttons. */
  readonly children?: ReactNode;
}

export function ListState({ heading, text, failed = false, children }: Props) {
  return (
    <div className="list-state" role={failed ? 'alert' : undefined}>
      <Empty
        image={failed ? <Icon name="error" /> : Empty.PRESENTED_IMAGE_SIMPLE}
        description={
          <>
            <h2>{heading}</h2>
            <p className="muted">{text}</p>
          </>
        }
      >
        {children && <div className="button-row">{children}</div>}
      </Empty>
    </div>
  );
}

interface FailedProps {
  readonly heading: string;
  readonly text: string;
  readonly onTryAgain: () => void;
}

export function ListFailed({ onTryAgain, ...props }: FailedProps) {
  const { t } = useTranslation('common');
  return (
    <ListState {...props} failed>
      <Button type="primary" onClick={onTryAgain}>
        {t('tryAgain')}
      </Button>
    </ListState>
  );
}

/** Over the rows that did load. */
export function SomeRowsFailed({ onTryAgain }: Pick<FailedProps, 'onTryAgain'>) {
  const { t } = useTranslation('common');
  return (
    <div className="list-notice">
      <Alert severity="error" actions={<Button onClick={onTryAgain}>{t('tryAgain')}</Button>}>
        {t('failed.someRows')}
      </Alert>
    </div>
  );
}
