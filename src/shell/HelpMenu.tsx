/** Help for administrators: the keys, also by `?`; a tour of the list; support. */
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { areCharacterKeysOn } from '@src/browser/characterKeys.ts';
import { paths } from '@src/paths.ts';
import { isTyping } from '@src/ui/plainLetter.ts';
import { BarMenu } from './BarMenu.tsx';
import { type LoadDialog, useLoadedDialog } from './useLoadedDialog.ts';

const HelpBox = lazyPart(() => import(/* webpackChunkName: "accountMenu" */ './HelpBox.tsx'));

export interface HelpProps {
  readonly loadKeys: LoadDialog<{ readonly onClose: () => void; readonly onTour: () => void }>;
}

export function HelpMenu({ loadKeys }: HelpProps) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const { Dialog: Keys, attempt, open, close } = useLoadedDialog(loadKeys);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('[aria-modal="true"]') || !areCharacterKeysOn()) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, [open]);
  const beginTour = () => void navigate(paths.usersList.to(), { state: { tour: true } });
  return (
    <>
      <BarMenu
        icon={<QuestionCircleOutlined aria-hidden />}
        aria-label={t('bar.help')}
        title={t('bar.help')}
        box={(opener, closeMenu) => <HelpBox opener={opener} onClose={closeMenu} onKeys={open} onTour={beginTour} />}
      />
      {Keys && (
        <Suspense key={attempt}>
          <Keys onClose={close} onTour={beginTour} />
        </Suspense>
      )}
    </>
  );
}
