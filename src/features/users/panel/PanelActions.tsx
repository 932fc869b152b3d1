/** The actions that the caller may take on the user now: those that harm nothing as buttons, all of them in the menu of the row. */
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { Icon } from '@src/ui/Icon.tsx';
import { PartErrorBoundary } from '@src/ui/PartErrorBoundary.tsx';
import { ActionButtons } from '../actions/ActionButtons.tsx';
import { UserMenu } from '../actions/lazyUserMenu.ts';
import { type ActionKey, actionsFor, isRed } from '../actions/userActions.ts';
import { nameOf } from '../list/cells/TextCells.tsx';

/** Actions that the panel offers elsewhere: beside the cause that keeps the user from logging in, for a lost authenticator, beside the ID. */
const elsewhere: readonly ActionKey[] = ['enable', 'unlock', 'resendInvite', 'resetMfa', 'recoveryCode', 'copyId'];

export function PanelActions({ user, now }: { readonly user: UserSummary; readonly now: number }) {
  const { t } = useTranslation('users');
  const { data: self } = useFetchSelfQuery();
  const { impersonation } = usePageConfig();
  const [menuAt, setMenuAt] = useState<HTMLElement>();
  if (!self) return null;
  const offered = actionsFor(self, user, now, impersonation).filter(
    ({ key, reason }) => reason === null && !isRed(key) && !elsewhere.includes(key),
  );
  const close = () => {
    setMenuAt(undefined);
  };
  return (
    <div className="panel-actions row row-tight">
      <ActionButtons label={t('panel.actions')} user={user} keys={offered.map(({ key }) => key)} />
      <button
        type="button"
        className="icon-button"
        aria-label={t('action.menu', { name: nameOf(user) || user.userName })}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          setMenuAt(currentTarget);
        }}
      >
        <Icon name="more" />
      </button>
      {menuAt && (
        <PartErrorBoundary>
          <Suspense>
            <UserMenu user={user} anchor={menuAt} now={now} onClose={close} />
          </Suspense>
        </PartErrorBoundary>
      )}
    </div>
  );
}
