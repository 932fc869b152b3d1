/** Performs an action on a user: navigates, or dispatches to its saga, which also asks for confirmation. */
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { isAdmin } from '@api/contract/person.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { intents, payloadOf } from '@store/users/acts.saga.ts';
import { impersonateRequested } from '@store/users/impersonate.saga.ts';
import { copyText } from '@src/browser/clipboard.ts';
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
      switch (action) {
        case 'edit':
          void navigate(paths.usersEdit.to({ userName }));
          break;
        case 'impersonate': {
          const home = (isAdmin(user) ? paths.usersList : paths.securityDetails).to();
          dispatch(impersonateRequested({ ...payloadOf(user), home, place: positionAt(key), reason }));
          break;
        }
        case 'copyId':
          copyText(userId).then(
            () => dispatch(noticeRaised({ severity: 'success', message: { phrase: 'users:action.copied' } })),
            () =>
              dispatch(noticeRaised({ message: { phrase: 'users:action.copyFailed', values: { id: userId } }, timeout: false })),
          );
          break;
        default:
          dispatch(intents[action](user, { unasked }));
      }
    },
    [dispatch, navigate, key],
  );
}
