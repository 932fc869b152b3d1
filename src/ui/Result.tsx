/** antd's Result: the outcome of a task, and the next steps. It is a chunk of its own, as antd's illustrations come with it. */
import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import WarningFilled from '@ant-design/icons/WarningFilled';
import { Flex, Result as AntdResult } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  readonly severity: 'success' | 'warning';
  readonly heading: string;
  readonly text?: ReactNode;
  /** Buttons. */
  readonly children: ReactNode;
}

// antd's own icons would put English names into the text.
const icons = { success: <CheckCircleFilled aria-hidden />, warning: <WarningFilled aria-hidden /> };
// At the start of the line, like the heading of the page.
const start = { textAlign: 'start' } as const;
const styles = {
  root: { padding: '16px 0' },
  icon: { ...start, marginBottom: 16 },
  title: start,
  subTitle: start,
  extra: { ...start, margin: '24px 0 0' },
};

export default function Result({ severity, heading, text, children }: Props) {
  return (
    <div role={severity === 'success' ? 'status' : 'alert'}>
      <AntdResult
        status={severity}
        icon={icons[severity]}
        title={<h2>{heading}</h2>}
        subTitle={text}
        extra={
          <Flex wrap gap="small">
            {children}
          </Flex>
        }
        styles={styles}
      />
    </div>
  );
}
