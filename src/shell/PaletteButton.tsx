/** Opens the command palette, for administrators: a button in the bar, and Ctrl+K or ⌘K on every page. */
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadPalette } from '@src/features/users/users.routes.ts';
import { withPhrases } from '@src/i18n/withPhrases.ts';

const Palette = lazy(withPhrases(['users'], loadPalette));

export function PaletteButton() {
  const { t } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // An open dialog is answered first.
      if (!document.querySelector('[aria-modal="true"]')) setOpen(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    <>
      <button
        type="button"
        className="top-bar-button"
        aria-label={t('bar.search')}
        title={`${t('bar.search')} (${/Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl'} K)`}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        <SearchOutlined aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <Palette
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
