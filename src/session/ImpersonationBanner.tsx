/** Banner on every page during an impersonation: user, time left, reason, and buttons to act and to stop. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { createPath, useLocation } from 'react-router';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { displayName } from '@api/contract/displayName.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { selectSession } from '@store/session/session.slice.ts';
import { registerModule } from '@store/modules.ts';
import {
  actRequested,
  impersonationBegan,
  impersonationModule,
  stopImpersonatingRequested,
} from '@store/users/impersonation.module.ts';
import { impersonationOriginOf } from '@store/users/impersonationOrigin.ts';
import { durationText } from '@api/contract/duration.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Icon } from '@src/ui/Icon.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { useHeightVariable } from '@src/ui/useHeightVariable.ts';
import './impersonation.css';

registerModule(impersonationModule);

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Ends early, as the request to stop must arrive before the server ends the impersonation. */
const BEFORE_END_MS = 3 * SECOND_MS;

export default function ImpersonationBanner() {
  // Pages without a session check have not read the user yet.
  useFetchSelfQuery();
  const session = useSelector(selectSession);
  if (session.kind !== 'signedIn' || !session.self?.impersonatedBy || session.endsAt === null) return null;
  // Offset of this browser's clock, which may be a day off, from the server's.
  const clockOffsetMs = session.endsAt - Date.parse(session.self.sessionExpiresAt);
  return <Banner self={session.self} by={session.self.impersonatedBy} clockOffsetMs={clockOffsetMs} />;
}

interface Props {
  readonly self: Self;
  readonly by: NonNullable<Self['impersonatedBy']>;
  /** Offset of this browser's clock from the server's, in milliseconds. */
  readonly clockOffsetMs: number;
}

function Banner({ self, by, clockOffsetMs }: Props) {
  const { t } = useTranslation('session');
  const { locale } = useFormats();
  const dispatch = useDispatch();
  const leftMs = Math.max(0, Date.parse(by.expiresAt) + clockOffsetMs - useNow(SECOND_MS));
  const { userName } = self;
  const user = displayName(self);
  const { address, place } = useOrigin() ?? { address: paths.usersList.to({}, { user: userName }) };
  const payload = useMemo(() => ({ administrator: by.userName, address, place }), [by.userName, address, place]);
  const stop = useCallback(() => dispatch(stopImpersonatingRequested(payload)), [dispatch, payload]);
  useEffect(() => {
    dispatch(impersonationBegan(payload));
  }, [dispatch, payload]);
  const isOver = leftMs <= BEFORE_END_MS;
  useEffect(() => {
    if (isOver) stop();
  }, [isOver, stop]);
  const isReading = by.access === 'read';
  const heading = t(isReading ? 'acting.viewing' : 'acting.as', { user });
  useTitle(`${heading} · `);
  const location = useLocation();
  const act = () => dispatch(actRequested({ ...payload, userName, user, reason: by.reason, current: createPath(location) }));
  const bannerRef = useHeightVariable<HTMLElement>('--impersonation');

  return (
    <section
      ref={bannerRef}
      className="impersonation"
      data-access={by.access}
      aria-label={t(isReading ? 'acting.viewingLabel' : 'acting.label')}
    >
      <p>
        <Icon name="warning" />
        <strong title={heading}>{heading}</strong>{' '}
        <span role="timer">
          {leftMs < MINUTE_MS
            ? t('acting.seconds', { count: Math.floor(leftMs / SECOND_MS) })
            : t('acting.left', { duration: durationText(locale, leftMs - SECOND_MS) })}
        </span>
      </p>
      {by.reason !== null && (
        <p className="impersonation-reason cut-lines" title={by.reason}>
          {t('acting.reason', { reason: by.reason })}
        </p>
      )}
      <div className="button-row">
        {isReading && (
          <button type="button" className="button" onClick={act}>
            {t('acting.act')}
          </button>
        )}
        <button type="button" className="button" onClick={stop}>
          {t('acting.stop')}
        </button>
      </div>
    </section>
  );
}

/** The page on which the impersonation started. It is copied to each history entry, so that a reload does not lose it. */
function useOrigin() {
  const { state, key } = useLocation() as { readonly state: unknown; readonly key: string };
  const [origin] = useState(() => impersonationOriginOf(state));
  useEffect(() => {
    const entry = history.state as { readonly usr?: object | null } | null;
    if (origin && !impersonationOriginOf(entry?.usr))
      history.replaceState({ ...entry, usr: { ...entry?.usr, from: origin } }, '');
  }, [origin, key]);
  return origin;
}

/** Keeps the prefix when a page changes the title. */
function useTitle(prefix: string): void {
  useEffect(() => {
    const addPrefix = () => {
      if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
    };
    const observer = new MutationObserver(addPrefix);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    addPrefix();
    return () => {
      observer.disconnect();
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [prefix]);
}
