/** A button that saves a CSV file at once, and beside it the choice of its separator, which this browser remembers. */
import DownOutlined from '@ant-design/icons/DownOutlined';
import { Button } from 'antd';
import { type ReactNode } from 'react';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { useTranslation } from 'react-i18next';
import { type CsvDelimiter, csvDelimiters } from '@api/contract/csv.ts';
import { browserMemory } from '@src/browser/browserMemory.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Popover } from '@src/ui/Popover.tsx';
import { usualDelimiter } from './usualDelimiter.ts';

const DelimiterChoice = lazyPart(() => import(/* webpackChunkName: "user-tools" */ './DelimiterChoice.tsx'), { inPlace: true });

const KEY = 'users.csvDelimiter';

interface Props {
  readonly type?: 'link';
  readonly busy?: boolean;
  readonly onSave: (delimiter: CsvDelimiter) => void;
}

export function CsvButton({ type, busy = false, onSave }: Props): ReactNode {
  const { t, i18n } = useTranslation('users');
  return (
    <span className="joined">
      <BusyButton
        {...(type && { type })}
        busy={busy}
        onClick={() => {
          onSave(csvDelimiters.find((each) => each === browserMemory.read(KEY)) ?? usualDelimiter(i18n.language));
        }}
      >
        {t('tools.export')}
      </BusyButton>
      <Popover
        label={t('csv.choose')}
        button={(opener) => <Button {...(type && { type })} icon={<DownOutlined aria-hidden />} {...opener} />}
      >
        {(close) => (
          <DelimiterChoice
            onChoose={(delimiter) => {
              browserMemory.write(KEY, delimiter);
              close();
              onSave(delimiter);
            }}
          />
        )}
      </Popover>
    </span>
  );
}
