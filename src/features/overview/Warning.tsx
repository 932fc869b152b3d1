/** A line of what is worth a look. */
import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@src/ui/Icon.tsx';

export function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <Flex component="li" gap="small">
      <span className="tone-text tone-warning">
        <Icon name="warning" />
      </span>
      <span>{children}</span>
    </Flex>
  );
}

export function SinceText({ time }: { readonly time: string }) {
  const { t } = useTranslation('overview');
  return <span className="muted small">{t('worth.since', { time })}</span>;
}
