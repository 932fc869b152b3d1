/** The actions that the caller may take on the user now, as buttons; remedies are beside their causes already. */
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { ActionButtons } from '../actions/ActionButtons.tsx';
import { type ActionKey, actionsFor } from '../actions/userActions.ts';

/** Actions whose buttons are beside a cause, or in the section on a lost authenticator. */
const elsewhere: readonly ActionKey[] = ['enable', 'unlock', 'resendInvite', 'resetMfa', 'recoveryCode', 'copyId'];

export function PanelActions({ user, now }: { readonly user: UserSummary; readonly now: number }) {
  const { t } = useTranslation('users');
  const { data: self } = useFetchSelfQuery();
  const { impersonation } = usePageConfig();
  if (!self) return null;
  const offered = actionsFor(self, user, now, impersonation).filter(
    ({ key, reason }) => reason === null && !elsewhere.includes(key),
  );
  return <ActionButtons label={t('panel.actions')} user={user} keys={offered.map(({ key }) => key)} />;
}
