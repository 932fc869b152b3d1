/** Does what was chosen from a person's menu: goes there, or tells the store, which holds the conversation. */
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { enableRequested } from '@store/users/enable.saga.ts';
import { unlockRequested } from '@store/users/unlock.saga.ts';
import { paths } from '@src/paths.ts';
import type { ActionKey } from './userActions.ts';

export function useUserActions(): (action: ActionKey, user: UserSummary) => void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  return useCallback(
    (action, { userName, userId }) => {
      switch (action) {
        case 'edit':
          void navigate(paths.usersEdit.to({ userName }));
          break;
        case 'enable':
        case 'disable':
          dispatch(enableRequested({ userName, enabled: action === 'enable' }));
          break;
        case 'unlock':
          dispatch(unlockRequested({ userName }));
          break;
        case 'resendInvite':
          void navigate(paths.usersReinvite.to({ userId }));
          break;
        case 'copyId':
          navigator.clipboard.writeText(userId).then(
            () => dispatch(noticeRaised({ severity: 'success', message: { phrase: 'users:action.copied' } })),
            () =>
              dispatch(noticeRaised({ message: { phrase: 'users:action.copyFailed', values: { id: userId } }, timeout: false })),
          );
      }
    },
    [dispatch, navigate],
  );
}
