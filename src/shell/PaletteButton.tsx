/** Opens the command palette, for administrators: a button in the bar, and Ctrl+K or ⌘K on every page. */
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Button } from 'antd';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { latinLetter } from '@src/ui/plainLetter.ts';
import { type LoadDialog, useLoadedDialog } from './useLoadedDialog.ts';

export interface PaletteProps {
  readonly loadPalette: LoadDialog<{ readonly onClose: () => void }>;
}

export function PaletteButton({ loadPalette }: PaletteProps) {
  const { t } = useTranslation('common');
  const { Dialog: Palette, attempt, open, close } = useLoadedDialog(loadPalette);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (latinLetter(event) !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // An open dialog is answered first.
      if (!document.querySelector('[aria-modal="true"]')) open();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, [open]);
  return (
    <>
      <Button
        type="text"
        icon={<SearchOutlined aria-hidden />}
        aria-label={t('bar.search')}
        title={`${t('bar.search')} (${/Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl'} K)`}
        aria-haspopup="dialog"
        onClick={open}
      />
      {Palette && (
        <Suspense key={attempt}>
          <Palette onClose={close} />
        </Suspense>
      )}
    </>
  );
}
