/** Columns and their order; stored per user in this browser. */
import DownOutlined from '@ant-design/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { type UserColumn } from '@api/contract/users.page.ts';
import type { ColumnChoice } from '../list/useColumns.ts';

export default function ColumnChoices({ choice: { shown, hidden, show, move, reset } }: { readonly choice: ColumnChoice }) {
  const { t } = useTranslation('users');
  const name = (key: UserColumn) => t(`column.${key}`);
  return (
    <>
      <ul className="filter-choices stack-tight">
        {[...shown, ...hidden].map((key) => {
          const position = shown.indexOf(key);
          return (
            <li key={key} className="row spread">
              <Checkbox
                checked={position >= 0}
                disabled={position >= 0 && shown.length === 1}
                onChange={(event) => {
                  show(key, event.target.checked);
                }}
              >
                {name(key)}
              </Checkbox>
              {position >= 0 && (
                <span>
                  <Button
                    type="text"
                    size="small"
                    icon={<UpOutlined aria-hidden />}
                    aria-label={t('tools.moveUp', { column: name(key) })}
                    disabled={position === 0}
                    onClick={() => {
                      move(key, -1);
                    }}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<DownOutlined aria-hidden />}
                    aria-label={t('tools.moveDown', { column: name(key) })}
                    disabled={position === shown.length - 1}
                    onClick={() => {
                      move(key, 1);
                    }}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <Button onClick={reset}>{t('tools.reset')}</Button>
    </>
  );
}
