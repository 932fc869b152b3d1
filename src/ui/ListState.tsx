/** Words and a way on instead of rows when a list is empty, an alert when it failed. */
import { Button, Flex } from 'antd';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useWhenOnline } from '@src/browser/useWhenOnline.ts';
import { Alert } from './Alert.tsx';

interface Props {
  readonly heading: string;
  readonly text?: string | undefined;
  /** Takes the focus where the last row has gone. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  /** Buttons. */
  readonly children?: ReactNode;
}

export function ListState({ heading, text, headingRef, children }: Props) {
  return (
    <Flex className="list-state" align="center" justify="center">
      <div className="stack-tight">
        <h2 ref={headingRef} tabIndex={-1}>
          {heading}
        </h2>
        {text !== undefined && <p className="muted">{text}</p>}
        {children && (
          <Flex wrap justify="center" gap="small">
            {children}
          </Flex>
        )}
      </div>
    </Flex>
  );
}

interface FailedProps extends Pick<Props, 'heading'> {
  /** The reason; absent where the shell's error bar shows it. */
  readonly text?: string;
  readonly onTryAgain: () => void;
}

export function ListFailed({ heading, text, onTryAgain }: FailedProps) {
  const { t } = useTranslation('common');
  useWhenOnline(onTryAgain);
  return (
    <Flex className="list-state" align="center" justify="center">
      <Alert severity="error" actions={<Button onClick={onTryAgain}>{t('tryAgain')}</Button>}>
        <h2>{heading}</h2>
        {text !== undefined && <p>{text}</p>}
      </Alert>
    </Flex>
  );
}

/** Shown over the rows that did load. */
export function SomeRowsFailed({ onTryAgain }: Pick<FailedProps, 'onTryAgain'>) {
  const { t } = useTranslation('common');
  useWhenOnline(onTryAgain);
  return (
    <div className="list-notice">
      <Alert severity="error" actions={<Button onClick={onTryAgain}>{t('tryAgain')}</Button>}>
        {t('failed.someRows')}
      </Alert>
    </div>
  );
}
