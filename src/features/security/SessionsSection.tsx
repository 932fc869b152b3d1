/** The user's sessions, and ending them. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndOtherSessionsMutation, useEndSessionMutation, useFetchSessionsQuery } from '@api/client/security.api.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { useLogOut } from '@src/session/useOwnAccount.ts';
import { addressKindOf } from '@src/logIns/addressKind.ts';
import { SessionItem } from '@src/logIns/SessionItem.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useNotify } from '@src/shell/useNotify.ts';

type Session = ReplyOf<'Users.Sessions'>[number];

const MINUTE_MS = 60_000;

export function SessionsSection() {
  const query = useFetchSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  return <Loaded query={query}>{(sessions) => <Sessions sessions={sessions} />}</Loaded>;
}

function Sessions({ sessions }: { readonly sessions: readonly Session[] }) {
  const { t } = useTranslation('security');
  const [endOthers, { isLoading }] = useEndOtherSessionsMutation();
  const [isConfirming, setConfirming] = useState(false);
  const notify = useNotify();
  const ownAddress = sessions.find(({ current }) => current)?.address;
  const endAllOthers = async () => {
    const { error } = await endOthers();
    if (!error) notify('security:sessions.othersDone');
  };
  return (
    <>
      <ul className="stack-tight">
        {sessions.map((session) => (
          <SessionRow key={session.sessionId} session={session} ownAddress={ownAddress} />
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <div className="button-row">
          <BusyButton
            busy={isLoading}
            onClick={() => {
              setConfirming(true);
            }}
          >
            {t('sessions.logOutOthers')}
          </BusyButton>
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={t('sessions.othersTitle')}
          text={t('sessions.othersText')}
          confirmLabel={t('sessions.logOutOthers')}
          onConfirm={() => void endAllOthers()}
          onClose={() => {
            setConfirming(false);
          }}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly session: Session;
  /** The IP address of this session. */
  readonly ownAddress: string | undefined;
}

function SessionRow({ session, ownAddress }: RowProps) {
  const { t } = useTranslation(['security', 'logIns']);
  const { sessionId, address, current } = session;
  const browser = session.browser || t('logIns:sessions.unknownBrowser');
  const now = useNow(MINUTE_MS);
  const logOutHere = useLogOut();
  const [end, { isLoading }] = useEndSessionMutation();
  const notify = useNotify();
  const logOut = async () => {
    if (current) {
      logOutHere();
      return;
    }
    const { error } = await end({ sessionId });
    if (!error) notify('security:sessions.done', { browser });
  };
  return (
    <SessionItem session={session} place={addressKindOf(address, current, ownAddress)} now={now}>
      <BusyButton busy={isLoading} onClick={() => void logOut()}>
        {t('sessions.logOut')}
        <VisuallyHidden> ({browser})</VisuallyHidden>
      </BusyButton>
    </SessionItem>
  );
}
