/** A button for a CSV file, which asks for the separator first. */
import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CsvDelimiter } from '@api/contract/csv.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Popover } from '@src/ui/Popover.tsx';

const DelimiterChoice = lazy(() => import(/* webpackChunkName: "user-tools" */ './DelimiterChoice.tsx'));

interface Props {
  readonly type?: 'link';
  readonly busy?: boolean;
  readonly onSave: (delimiter: CsvDelimiter) => void;
}

export function CsvButton({ type, busy = false, onSave }: Props): ReactNode {
  const { t } = useTranslation('users');
  const label = t('tools.export');
  return (
    <Popover
      label={label}
      button={(opener) => (
        <BusyButton {...(type && { type })} busy={busy} {...opener}>
          {label}
        </BusyButton>
      )}
    >
      {(close) => (
        <DelimiterChoice
          onChoose={(delimiter) => {
            close();
            onSave(delimiter);
          }}
        />
      )}
    </Popover>
  );
}
