/** Opens the command palette, for administrators: a button in the bar, and Ctrl+K or ⌘K on every page. */
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Button } from 'antd';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { loadPalette } from '@src/features/users/users.routes.ts';
import { withPhrases } from '@src/i18n/withPhrases.ts';

const load = withPhrases(['users'], loadPalette);

export function PaletteButton() {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const [Palette, setPalette] = useState<ComponentType<{ readonly onClose: () => void }> | null>(null);
  const open = useCallback(() => {
    // No lazy component: one that cannot be loaded, offline say, would replace the page by an error.
    load().then(
      (module) => {
        setPalette(() => module.default);
      },
      () => dispatch(noticeRaised({ severity: 'error', message: { phrase: 'common:failed.part' } })),
    );
  }, [dispatch]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
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
        <Palette
          onClose={() => {
            setPalette(null);
          }}
        />
      )}
    </>
  );
}
