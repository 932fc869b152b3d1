/** The operations that have no button of their own, as a menu. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, type MenuItem } from '@src/ui/Menu.tsx';

export function MoreOperations({ items }: { readonly items: readonly MenuItem[] }) {
  const { t } = useTranslation(['users', 'bulk']);
  const [anchor, setAnchor] = useState<HTMLElement>();
  if (items.length === 0) return null;
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => {
          setAnchor(currentTarget);
        }}
      >
        {t('bulk:moreActions')}
      </Button>
      {anchor && (
        <Menu
          label={t('bulk:actions')}
          anchor={anchor}
          items={items}
          onClose={() => {
            setAnchor(undefined);
          }}
        />
      )}
    </>
  );
}
