/** The frame behind the log-in: the bar on top, the screen below it in full width. */
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { TopBar } from './TopBar.tsx';

export default function SignedInLayout() {
  const { t } = useTranslation('common');
  return (
    <>
      <a className="hidden-but-read skip" href="#content">
        {t('bar.skip')}
      </a>
      <TopBar />
      <main id="content" tabIndex={-1}>
        <Suspense fallback={<VisuallyHidden>{t('loading')}</VisuallyHidden>}>
          <Outlet />
        </Suspense>
      </main>
    </>
  );
}
