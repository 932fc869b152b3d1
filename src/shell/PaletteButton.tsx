/** Opens the command palette, for administrators: a button in the bar, and Ctrl+K or ⌘K on every page. */
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Button } from 'antd';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { withPhrases } from '@src/i18n/withPhrases.ts';

type Palette = ComponentType<{ readonly onClose: () => void }>;

interface Props {
  /** Of the feature that has it. */
  readonly loadPalette: () => Promise<{ readonly default: Palette }>;
}

export function PaletteButton({ loadPalette }: Props) {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const [Palette, setPalette] = useState<Palette | null>(null);
  const open = useCallback(() => {
    // No lazy component: one that cannot be loaded, offline say, would replace the page by an error.
    withPhrases(['users'], loadPalette)().then(
      (module) => {
        setPalette(() => module.default);
      },
      () => dispatch(noticeRaised({ severity: 'error', message: { phrase: 'common:failed.part' } })),
    );
  }, [dispatch, loadPalette]);
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
