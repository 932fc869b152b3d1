/** Makes the account, once: where an answer was lost, the next try finds out whether it is there already. The password stays in the form. */
import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { isAnswerLost, problemCode } from '@api/client/clientProblem.ts';
import { seal } from '@api/client/secrets.ts';
import { useCreateUserMutation, usersApi } from '@api/client/users.api.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { problemOf } from '@src/forms/refusal.ts';
import type { SubmitErrors } from '@src/forms/submission.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';

export interface NewUser {
  readonly userName: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string;
  readonly organisationPublicId: string;
  readonly roles: readonly string[];
  readonly setNow: boolean;
  readonly password?: string;
  readonly confirmPassword?: string;
}

export const nobodyYet = ({ organisation }: Self): NewUser => ({
  userName: '',
  email: '',
  firstName: '',
  lastName: '',
  title: '',
  organisationPublicId: organisation.publicId,
  roles: ['Member'],
  setNow: false,
});

const fields = ['userName', 'email', 'firstName', 'lastName', 'title', 'organisationPublicId', 'password'];

type Added = Pick<NewUser, 'userName' | 'setNow'>;

export function useAddUser(
  onAdded: (added: Added) => void | Promise<void>,
): (typed: NewUser) => Promise<SubmitErrors | undefined> {
  const [create] = useCreateUserMutation();
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const errorsOf = useSubmitErrors(fields);
  /** The address for which an answer was lost. */
  const unsure = useRef<string>(undefined);

  const isThere = async (userName: string, email: string): Promise<boolean> => {
    const asking = dispatch(usersApi.endpoints.fetchUser.initiate({ userName }, { forceRefetch: true }));
    const { data } = await asking;
    asking.unsubscribe();
    return data?.email === email;
  };

  return async ({ organisationPublicId, roles, setNow, password, ...typed }) => {
    const userName = typed.userName.trim();
    const email = typed.email.trim();
    const title = typed.title.trim();
    const { error } = await create(
      seal({
        body: {
          userName,
          email,
          firstName: typed.firstName.trim(),
          lastName: typed.lastName.trim(),
          organisationPublicId,
          roles: [...roles],
          ...(title && { title }),
          ...(setNow && password !== undefined && { password }),
        },
      }),
    );
    if (error) {
      const problem = problemOf(error);
      const code = problemCode(problem);
      const wasMade =
        (code === 'NameTaken' || code === 'EmailTaken') && unsure.current === email && (await isThere(userName, email));
      if (isAnswerLost(problem)) unsure.current = email;
      if (!wasMade) return errorsOf(error);
    }
    await onAdded({ userName, setNow });
    return undefined;
  };
}
