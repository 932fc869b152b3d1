/** The keyboard shortcuts of the list. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@src/ui/Dialog.tsx';

const keys = ['search', 'move', 'enter', 'menu', 'tick', 'tickAll', 'sort', 'sortMore', 'filter', 'escape', 'help'] as const;

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['users', 'common']);
  return (
    <Dialog title={t('users:keys.title')} onDecline={onClose}>
      <dl className="keys">
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{t(`users:keys.${key}.key`)}</kbd>
            </dt>
            <dd>{t(`users:keys.${key}.does`)}</dd>
          </div>
        ))}
      </dl>
      <div className="button-row">
        <Button onClick={onClose} autoFocus>
          {t('common:close')}
        </Button>
      </div>
    </Dialog>
  );
}
