/** Opens the choice of columns. */
import TableOutlined from '@ant-design/icons/TableOutlined';
import { Button } from 'antd';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { useTranslation } from 'react-i18next';
import { Popover } from '@src/ui/Popover.tsx';
import type { ColumnChoice } from '../list/useColumns.ts';

const ColumnChoices = lazyPart(() => import(/* webpackChunkName: "user-tools" */ './ColumnChoices.tsx'), { inPlace: true });

export function ColumnChooser({ choice }: { readonly choice: ColumnChoice }) {
  const { t } = useTranslation('users');
  return (
    <Popover
      label={t('tools.columns')}
      button={(opener) => (
        <Button type="text" icon={<TableOutlined aria-hidden />} {...opener}>
          <span className="tool-label">{t('tools.columns')}</span>
        </Button>
      )}
    >
      {() => <ColumnChoices choice={choice} />}
    </Popover>
  );
}
