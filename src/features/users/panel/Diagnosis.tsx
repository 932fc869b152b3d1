/** Causes that prevent or affect a user's login, each with its remedy. */
import { Alert, Button, Flex } from 'antd';
import { Suspense, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { useFetchDiagnosisQuery } from '@api/client/users.api.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { resetRequested } from '@store/users/acts.saga.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { loginCause, loginHeading } from '@src/i18n/loginCause.ts';
import { paths } from '@src/paths.ts';
import { ConnectionProblemText } from '@src/ui/ConnectionProblemText.tsx';
import { Link } from '@src/ui/Link.tsx';
import { useRouteExists } from '@src/ui/routeExists.ts';
import { type ActionKey, actionsFor, screenOf } from '../actions/userActions.ts';
import { useUserActions } from '../actions/useUserActions.ts';
import { Answer } from './Answer.tsx';

type Cause = ReplyOf<'Users.Diagnosis'>['causes'][number];
type Remedy = NonNullable<Cause['remedy']>;

/** Remedies that are on another screen. */
const pathOf: Partial<Record<Remedy, (user: UserSummary) => string>> = {
  approveOrganisation: () => paths.organisations.to(),
  openProvider: ({ organisation: { publicId } }) => paths.connections.to({ organisationPublicId: publicId }),
};

const actionOf: Partial<Record<Remedy, ActionKey>> = {
  enable: 'enable',
  unlock: 'unlock',
  resendInvite: 'resendInvite',
  resetMfa: 'resetMfa',
  resetPassword: 'resetPassword',
};

interface Props {
  readonly userName: string;
  /** Absent for readers who may not act on the user. */
  readonly user: UserSummary | undefined;
  readonly now: number;
}

export function Diagnosis({ userName, user, now }: Props) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const headingId = useId();
  const { currentData: diagnosis, isError } = useFetchDiagnosisQuery({ userName });
  const section = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    // The remedy's button is unmounted with its cause: keep the focus here.
    if (hadFocus.current && document.activeElement === document.body) section.current?.focus();
  }, [diagnosis]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={(event) => {
        hadFocus.current = event.relatedTarget === null;
      }}
      className="stack-tight"
      aria-labelledby={headingId}
      aria-busy={!diagnosis && !isError}
    >
      {diagnosis && <Answer causes={diagnosis.causes} now={now} />}
      <h3 id={headingId} className="muted small">
        {t(loginHeading(diagnosis?.causes))}
      </h3>
      {isError && !diagnosis && <p>{t('panel.unknown')}</p>}
      {diagnosis?.causes.length === 0 && <p className="muted">{t('panel.nothing')}</p>}
      {diagnosis && diagnosis.passkeys > 0 && <Passkeys count={diagnosis.passkeys} user={user} now={now} />}
      {diagnosis && diagnosis.causes.length > 0 && (
        <ul className="stack-tight">
          {diagnosis.causes.map((cause) => (
            <li key={`${cause.code} ${cause.since ?? ''}`}>
              <Alert
                type={cause.keepsOut ? 'warning' : 'info'}
                role="note"
                title={
                  <Flex vertical align="start" gap="small">
                    {loginCause(cause, formats, now, t)}
                    {cause.provider?.problem && (
                      <Suspense fallback={null}>
                        <span>
                          <ConnectionProblemText problem={cause.provider.problem} kind={cause.provider.kind} />
                        </span>
                      </Suspense>
                    )}
                    {user && cause.remedy && <RemedyButton remedy={cause.remedy} user={user} now={now} />}
                  </Flex>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The number of passkeys, and a button that removes them: a user's summary does not contain them. */
function Passkeys({ count, user, now }: { readonly count: number } & Omit<Props, 'userName'>) {
  const { t } = useTranslation(['users', 'actions']);
  const dispatch = useDispatch();
  const { data: self } = useFetchSelfQuery();
  const mayReset =
    self && user && actionsFor(self, user, now).some(({ key, reason }) => key === 'resetPassword' && reason === null);
  return (
    <>
      <p className="muted">{t('panel.passkeys', { count })}</p>
      {mayReset && (
        <Button
          onClick={() => {
            dispatch(resetRequested({ userName: user.userName, what: 'passkeys', hasMfa: false }));
          }}
        >
          {t('actions:resetPasskeys.confirm')}
        </Button>
      )}
    </>
  );
}

/** The remedy's button, if this administrator may use it. */
function RemedyButton({ remedy, user, now }: { readonly remedy: Remedy; readonly user: UserSummary; readonly now: number }) {
  const { t } = useTranslation('users');
  const { data: self } = useFetchSelfQuery();
  const perform = useUserActions();
  const navigate = useNavigate();
  const routeExists = useRouteExists();
  if (!self) return null;
  const action = actionOf[remedy] ?? null;
  const offered = actionsFor(self, user, now).find(({ key }) => key === action);
  const reason = action === null ? null : (offered?.reason ?? null);
  const elsewhere = pathOf[remedy]?.(user) ?? null;
  const screen = action === null ? elsewhere : screenOf(action, user);
  if (screen !== null && !routeExists(screen)) return null;
  if (reason !== null) return <p className="muted small">{t(`reason.${reason}`)}</p>;
  const button = (
    <Button
      type="primary"
      onClick={() => {
        if (action !== null) perform(action, user);
        else if (elsewhere !== null) void navigate(elsewhere);
      }}
    >
      {t(`remedy.${remedy}`)}
    </Button>
  );
  const reinvitePath = paths.usersReinvite.to(user);
  if (action !== 'resendInvite' || !routeExists(reinvitePath)) return button;
  return (
    <div className="button-row">
      {button}
      <Link className="link" to={reinvitePath}>
        {t('remedy.changeInvite')}
      </Link>
    </div>
  );
}
