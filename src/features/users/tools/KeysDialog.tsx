/** Lists the keyboard shortcuts of the list and its rows, and switches single-character shortcuts. */
import { Button, Checkbox } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { letterOf, menuOrder } from '../actions/userActions.ts';
import { areCharacterKeysOn, setCharacterKeys } from '@src/browser/characterKeys.ts';

const keys = [
  'search',
  'rows',
  'move',
  'enter',
  'menu',
  'tick',
  'tickAll',
  'sort',
  'sortMore',
  'regions',
  'palette',
  'escape',
  'help',
] as const;

interface Props {
  readonly onClose: () => void;
  /** Begins the tour of the list. */
  readonly onTour: () => void;
}

export default function KeysDialog(props: Props) {
  const { t } = useTranslation('keys');
  return (
    <Dialog title={t('title')} onDecline={props.onClose} width={880}>
      <Keys {...props} />
    </Dialog>
  );
}

function Keys({ onClose, onTour }: Props) {
  const { t } = useTranslation(['keys', 'users', 'actions', 'common']);
  const { impersonation } = usePageConfig();
  const [isOn, setOn] = useState(areCharacterKeysOn);
  const offered = menuOrder.filter((action) => impersonation || action !== 'impersonate');
  const letters = [...new Set(offered.flatMap((action) => letterOf(action) ?? []))];
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The dialog may be higher than the window, and starts at its top.
    close.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <dl className="keys">
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{t(`keys:${key}.key`)}</kbd>
            </dt>
            <dd>{t(`keys:${key}.does`)}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('keys:actions')}</h3>
      <dl className="keys">
        {letters.map((letter) => (
          <div key={letter}>
            <dt>
              <kbd>{letter}</kbd>
            </dt>
            <dd>
              {offered
                .filter((action) => letterOf(action) === letter)
                .map((action) => t(`actions:${action}.label`))
                .join(' / ')}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        checked={isOn}
        onChange={({ target: { checked } }) => {
          setCharacterKeys(checked);
          setOn(checked);
        }}
      >
        {t('keys:characters')}
      </Checkbox>
      <div className="button-row">
        <Button
          onClick={() => {
            onClose();
            onTour();
          }}
        >
          {t('users:tour.offer')}
        </Button>
        <Button ref={close} onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </>
  );
}
