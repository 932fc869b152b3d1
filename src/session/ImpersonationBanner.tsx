/** On every page while one acts as somebody else: as whom, for how long yet, why, and the way back to where it began. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { selectSession } from '@store/session/session.slice.ts';
import { registerModule } from '@store/modules.ts';
import { impersonationBegan, impersonationModule, stopImpersonatingRequested } from '@store/users/impersonation.module.ts';
import { impersonationOriginOf } from '@store/users/impersonationOrigin.ts';
import { paths } from '@src/paths.ts';
import { Icon } from '@src/ui/Icon.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { useHeightVariable } from '@src/ui/useHeightVariable.ts';
import './impersonation.css';

registerModule(impersonationModule);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Stopping takes a call, which must arrive while there still is something to stop. */
const BEFORE_END_MS = 3 * SECOND;

export default function ImpersonationBanner() {
  // Pages that anybody may open have not asked yet who is here.
  useFetchSelfQuery();
  const session = useSelector(selectSession);
  if (session.kind !== 'signedIn' || !session.self?.impersonatedBy || session.endsAt === null) return null;
  // This browser's clock may be a day off: only differences of two times of the server count.
  const ahead = session.endsAt - Date.parse(session.self.sessionExpiresAt);
  return <Band self={session.self} by={session.self.impersonatedBy} ahead={ahead} />;
}

interface Props {
  readonly self: Self;
  readonly by: NonNullable<Self['impersonatedBy']>;
  /** Milliseconds. */
  readonly ahead: number;
}

function Band({ self, by, ahead }: Props) {
  const { t } = useTranslation('session');
  const dispatch = useDispatch();
  const left = Math.max(0, Date.parse(by.expiresAt) + ahead - useNow(SECOND));
  const { userName } = self;
  const user = `${self.firstName} ${self.lastName}`.trim() || userName;
  const { address, place } = useOrigin() ?? { address: paths.usersList.to({}, { user: userName }) };
  const wish = useMemo(() => ({ administrator: by.userName, address, place }), [by.userName, address, place]);
  const stop = useCallback(() => dispatch(stopImpersonatingRequested(wish)), [dispatch, wish]);
  useEffect(() => {
    dispatch(impersonationBegan(wish));
  }, [dispatch, wish]);
  const isOver = left <= BEFORE_END_MS;
  useEffect(() => {
    if (isOver) stop();
  }, [isOver, stop]);
  useTitle(`${t('acting.as', { user })} · `);
  const band = useHeightVariable<HTMLElement>('--acting');

  return (
    <section ref={band} className="acting" aria-label={t('acting.label')}>
      <Icon name="warning" />
      <p className="acting-who">
        <strong>{t('acting.as', { user })}</strong>
        <span role="timer">
          {left < MINUTE
            ? t('acting.seconds', { count: Math.floor(left / SECOND) })
            : t('acting.left', { count: Math.ceil((left - SECOND) / MINUTE) })}
        </span>
      </p>
      {by.reason !== null && (
        <p className="acting-why" title={by.reason}>
          {t('acting.reason', { reason: by.reason })}
        </p>
      )}
      <button type="button" className="acting-stop" onClick={stop}>
        {t('acting.stop')}
      </button>
    </section>
  );
}

/** Where it began. It goes along with every step, so that loading the page anew does not lose it. */
function useOrigin() {
  const { state, key } = useLocation() as { readonly state: unknown; readonly key: string };
  const [first] = useState(() => impersonationOriginOf(state));
  useEffect(() => {
    const entry = history.state as { readonly usr?: object | null } | null;
    if (first && !impersonationOriginOf(entry?.usr)) history.replaceState({ ...entry, usr: { ...entry?.usr, from: first } }, '');
  }, [first, key]);
  return first;
}

/** The title begins with it, whatever page gives itself another. */
function useTitle(prefix: string): void {
  useEffect(() => {
    const put = () => {
      if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
    };
    const watch = new MutationObserver(put);
    watch.observe(document.head, { childList: true, characterData: true, subtree: true });
    put();
    return () => {
      watch.disconnect();
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [prefix]);
}
