/** Columns, their order and the row density; stored per user in this browser. */
import { useTranslation } from 'react-i18next';
import { type UserColumn } from '@api/contract/users.page.ts';
import { Button } from '@src/ui/Button.tsx';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { Icon } from '@src/ui/Icon.tsx';
import { Popover } from '@src/ui/Popover.tsx';
import { Select } from '@src/ui/Select.tsx';
import type { ColumnChoice } from '../list/useColumns.ts';
import { type Density, densities } from '@src/ui/grid/gridTypes.ts';

export function ColumnChooser({ choice }: { readonly choice: ColumnChoice }) {
  const { t } = useTranslation('users');
  return (
    <Popover label={t('tools.columns')} button={<Icon name="columns" />} className="tool-button">
      {() => <Choices choice={choice} />}
    </Popover>
  );
}

function Choices({ choice: { shown, hidden, show, move, density, setDensity, reset } }: { readonly choice: ColumnChoice }) {
  const { t } = useTranslation('users');
  const name = (key: UserColumn) => t(`column.${key}`);
  return (
    <>
      <ul className="column-choices">
        {[...shown, ...hidden].map((key) => {
          const position = shown.indexOf(key);
          return (
            <li key={key}>
              <Checkbox
                label={name(key)}
                checked={position >= 0}
                disabled={position >= 0 && shown.length === 1}
                onChange={(event) => {
                  show(key, event.target.checked);
                }}
              />
              {position >= 0 && (
                <span className="column-moves">
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={t('tools.moveUp', { column: name(key) })}
                    disabled={position === 0}
                    onClick={() => {
                      move(key, -1);
                    }}
                  >
                    <Icon name="up" />
                  </button>
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={t('tools.moveDown', { column: name(key) })}
                    disabled={position === shown.length - 1}
                    onClick={() => {
                      move(key, 1);
                    }}
                  >
                    <Icon name="down" />
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <Select
        label={t('tools.density')}
        value={density}
        choices={densities.map((value) => ({ value, label: t(`tools.densities.${value}`) }))}
        onChange={(event) => {
          setDensity(event.target.value as Density);
        }}
      />
      <Button onClick={reset}>{t('tools.reset')}</Button>
    </>
  );
}
