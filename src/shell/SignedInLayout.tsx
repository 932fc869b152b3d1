/** The frame behind the log-in: the bar on top, the screen below it in full width, and the dialogs over both. */
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Outlet } from 'react-router';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectEndingAt, selectIsInterrupted } from '@store/session/session.slice.ts';
import { selectQuestion } from '@store/notices/questions.slice.ts';
import { LeaveBlocker } from '@src/shell/LeaveBlocker.tsx';
import { whenIdle } from '@src/browser/whenIdle.ts';
import { Dialogs, fetchDialogs } from './lazyParts.ts';
import { TopBar } from './TopBar.tsx';

/** By then the first view stands, on a slow line too. */
const LATER_MS = 5000;

export default function SignedInLayout() {
  const { t } = useTranslation('common');
  // The store listens: who it is, how long the session lasts, and which font size they like.
  useFetchSelfQuery();
  useEffect(() => {
    // Not beside the first rows.
    const timer = setTimeout(() => {
      whenIdle(fetchDialogs);
    }, LATER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  const isAsked = [
    useSelector(selectQuestion) !== undefined,
    useSelector(selectIsIdentityAsked),
    useSelector(selectIsInterrupted),
    useSelector(selectEndingAt) !== null,
  ].includes(true);
  return (
    <>
      <a className="hidden-but-read skip" href="#content">
        {t('bar.skip')}
      </a>
      <TopBar />
      <main id="content" className="content" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <LeaveBlocker waits={isAsked} />
      {isAsked && (
        <Suspense>
          <Dialogs />
        </Suspense>
      )}
    </>
  );
}
