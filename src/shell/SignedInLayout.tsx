/** Layout of signed-in pages: top bar, screen and dialogs. */
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Outlet } from 'react-router';
import { baseApi } from '@api/client/baseApi.ts';
import { tagTypes } from '@api/client/tags.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectEndingAt, selectIsInterrupted } from '@store/session/session.slice.ts';
import { selectQuestion } from '@store/notices/questions.slice.ts';
import { useScrollRestoration } from '@src/navigation/scrollRestoration.ts';
import { useRefusedThere } from '@src/navigation/useRefusedThere.ts';
import { usePageRefresh } from '@src/navigation/usePageRefresh.ts';
import { LeaveBlocker } from '@src/shell/LeaveBlocker.tsx';
import { fetchParts } from '@src/ui/lazyPart.tsx';
import { keepComposedKeys } from '@src/browser/composing.ts';
import { whenIdle } from '@src/browser/whenIdle.ts';
import { Dialogs, fetchDialogs } from './lazyParts.ts';
import { AntdProvider } from './AntdProvider.tsx';
import { TopBar } from './TopBar.tsx';
import '@src/ui/styles/frame.css';

/** The first view is complete by then, even on a slow connection. */
const PRELOAD_DELAY_MS = 5000;

/** The code comes with the first key or press: no act is done before. */
const keepFocus = (): void => {
  import(/* webpackChunkName: "toasts" */ '@src/ui/keepFocus.ts')
    .then(({ keepFocusInPlace }) => keepFocusInPlace())
    .catch(() => undefined);
};

export default function SignedInLayout(bar: Parameters<typeof TopBar>[0]) {
  const { t } = useTranslation('common');
  useScrollRestoration();
  useRefusedThere();
  // Sagas react to it: user, end of the session, font size.
  useFetchSelfQuery();
  const dispatch = useDispatch();
  usePageRefresh(() => {
    dispatch(baseApi.util.invalidateTags([...tagTypes]));
  });
  useEffect(keepComposedKeys, []);
  useEffect(() => {
    for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, keepFocus, { once: true });
  }, []);
  useEffect(() => {
    // Waits, so that it does not compete with the first rows.
    const timer = setTimeout(() => {
      whenIdle(fetchDialogs);
      fetchParts();
    }, PRELOAD_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  const isDialogOpen = [
    useSelector(selectQuestion) !== undefined,
    useSelector(selectIsIdentityAsked),
    useSelector(selectIsInterrupted),
    useSelector(selectEndingAt) !== null,
  ].includes(true);
  return (
    <AntdProvider>
      <a className="hidden-but-read skip-link button button-secondary" href="#content">
        {t('bar.skip')}
      </a>
      <TopBar {...bar} />
      <main id="content" className="content" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <LeaveBlocker waits={isDialogOpen} />
      {isDialogOpen && (
        <Suspense>
          <Dialogs />
        </Suspense>
      )}
    </AntdProvider>
  );
}
