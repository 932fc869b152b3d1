/** Performs an action on a user: navigates, or dispatches to its saga, which also asks for confirmation. */
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { isAdmin } from '@api/contract/person.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import {
  deleteInviteRequested,
  enableRequested,
  endSessionsRequested,
  eraseRequested,
  mfaReminderRequested,
  ownershipRequested,
  recoveryCodeRequested,
  resendInviteRequested,
  resetRequested,
  unlockRequested,
} from '@store/users/acts.saga.ts';
import { impersonateRequested } from '@store/users/impersonate.saga.ts';
import { positionAt } from '@src/navigation/gridScrollHistory.ts';
import { paths } from '@src/paths.ts';
import type { ActionKey } from './userActions.ts';

/** Options of a typed command. */
interface CommandOptions {
  /** The command makes it plain who is meant, and what it does: it needs no question. */
  readonly unasked?: boolean;
  readonly reason?: string | undefined;
}

export function useUserActions(): (action: ActionKey, user: UserSummary, options?: CommandOptions) => void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { key } = useLocation();
  return useCallback(
    (action, user, { unasked = false, reason } = {}) => {
      const { userName, userId } = user;
      const of = { userName, name: `${user.firstName} ${user.lastName}`.trim() || userName };
      switch (action) {
        case 'edit':
          void navigate(paths.usersEdit.to({ userName }));
          break;
        case 'enable':
        case 'disable':
          dispatch(enableRequested({ ...of, enabled: action === 'enable', unasked }));
          break;
        case 'unlock':
          dispatch(unlockRequested({ userName }));
          break;
        case 'endSessions':
          dispatch(endSessionsRequested({ ...of }));
          break;
        case 'resetMfa':
        case 'resetPassword':
          dispatch(
            resetRequested({
              ...of,
              what: action === 'resetMfa' ? 'mfa' : 'password',
              hasMfa: user.mfaEnabled || user.hasPasskey,
              unasked,
            }),
          );
          break;
        case 'remindMfa':
          dispatch(mfaReminderRequested({ userId, ...of }));
          break;
        case 'impersonate': {
          const home = (isAdmin(user) ? paths.usersList : paths.securityDetails).to();
          dispatch(impersonateRequested({ ...of, home, place: positionAt(key), reason }));
          break;
        }
        case 'takeOwnership':
          dispatch(ownershipRequested({ ...of, formerOwner: user.owner?.displayName }));
          break;
        case 'resendInvite':
          dispatch(resendInviteRequested({ userId, ...of }));
          break;
        case 'deleteInvite':
          dispatch(deleteInviteRequested({ userId, ...of }));
          break;
        case 'erase':
          dispatch(eraseRequested({ ...of }));
          break;
        case 'recoveryCode':
          dispatch(recoveryCodeRequested({ userId, ...of }));
          break;
        case 'copyId':
          navigator.clipboard.writeText(userId).then(
            () => dispatch(noticeRaised({ severity: 'success', message: { phrase: 'users:action.copied' } })),
            () =>
              dispatch(noticeRaised({ message: { phrase: 'users:action.copyFailed', values: { id: userId } }, timeout: false })),
          );
      }
    },
    [dispatch, navigate, key],
  );
}
