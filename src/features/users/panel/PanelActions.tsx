/** The actions that the caller may take on the user now, as buttons; remedies are beside their causes already. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { type ActionKey, actionsFor, screenOf } from '../actions/userActions.ts';
import { useUserActions } from '../actions/useUserActions.ts';

/** Actions whose buttons are beside a cause, or in the section on a lost authenticator. */
const elsewhere: readonly ActionKey[] = ['enable', 'unlock', 'resendInvite', 'resetMfa', 'recoveryCode', 'copyId'];
const dangerous: readonly ActionKey[] = ['disable', 'deleteInvite', 'erase'];

export function PanelActions({ user, now }: { readonly user: UserSummary; readonly now: number }) {
  const { t } = useTranslation('users');
  const { data: self } = useFetchSelfQuery();
  const { impersonation } = usePageConfig();
  const perform = useUserActions();
  if (!self) return null;
  const offered = actionsFor(self, user, now, impersonation).filter(
    ({ key, reason }) => reason === null && !elsewhere.includes(key),
  );
  return (
    <div className="row row-tight small-buttons" role="group" aria-label={t('panel.actions')}>
      {offered.map(({ key }) => {
        const screen = screenOf(key, user);
        if (screen !== null)
          return (
            <LinkButton key={key} to={screen}>
              {t(`action.${key}`)}
            </LinkButton>
          );
        return (
          <Button
            key={key}
            danger={dangerous.includes(key)}
            onClick={() => {
              perform(key, user);
            }}
          >
            {t(`action.${key}`)}
          </Button>
        );
      })}
    </div>
  );
}
