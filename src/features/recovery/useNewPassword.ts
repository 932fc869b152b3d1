/** Sets a new password with the grant of a recovery link. */
import { useCallback } from 'react';
import type { BodyOf } from '@api/contract/index.ts';
import { seal } from '@api/client/secrets.ts';
import { useChangePasswordMutation } from '@api/client/security.api.ts';

type NewPassword = Pick<BodyOf<'ChangeDetails.ChangePassword'>, 'newPassword' | 'confirmPassword'>;

/** Resolves to the error, or undefined. */
export function useNewPassword(): (body: NewPassword) => Promise<unknown> {
  const [change] = useChangePasswordMutation();
  return useCallback(async (body) => (await change(seal({ body }))).error, [change]);
}
