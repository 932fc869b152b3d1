/** Creates a user. After a lost response, the next try checks whether the user exists already. The password stays in the form. */
import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { problemCode } from '@api/client/clientProblem.ts';
import { isOutcomeUnknown } from '@api/client/problemMeaning.ts';
import { seal } from '@api/client/secrets.ts';
import { useCreateUserMutation, usersApi } from '@api/client/users.api.ts';
import { mailboxKey } from '@api/contract/rules/email.ts';
import { typedLine, typedName } from '@api/contract/rules/typed.ts';
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

/** @param organisationPublicId empty: not chosen yet */
export const emptyUser = (organisationPublicId: string): NewUser => ({
  userName: '',
  email: '',
  firstName: '',
  lastName: '',
  title: '',
  organisationPublicId,
  roles: ['Member'],
  setNow: false,
});

const fields = ['userName', 'email', 'firstName', 'lastName', 'title', 'organisationPublicId', 'password'];

type Added = Pick<NewUser, 'userName' | 'setNow'> & {
  /** The user is created when another administrator approves. */ readonly isAsked: boolean;
};

export function useAddUser(
  onAdded: (added: Added) => void | Promise<void>,
): (typed: NewUser) => Promise<SubmitErrors | undefined> {
  const [create] = useCreateUserMutation();
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const errorsOf = useSubmitErrors(fields);
  /** Email of a request of which no response of the server came. */
  const unconfirmedEmail = useRef<string>(undefined);

  const exists = async (userName: string, email: string): Promise<boolean> => {
    const request = dispatch(usersApi.endpoints.fetchUser.initiate({ userName }, { forceRefetch: true }));
    const { data } = await request;
    request.unsubscribe();
    return data !== undefined && mailboxKey(data.email) === mailboxKey(email);
  };

  return async ({ organisationPublicId, roles, setNow, password, ...typed }: NewUser) => {
    const userName = typedLine(typed.userName);
    const email = typedLine(typed.email);
    const title = typed.title.trim();
    const { error } = await create(
      seal({
        body: {
          userName,
          email,
          firstName: typedName(typed.firstName),
          lastName: typedName(typed.lastName),
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
      if (code === 'ApprovalNeeded') {
        await onAdded({ userName, setNow, isAsked: true });
        return undefined;
      }
      const wasCreated =
        (code === 'NameTaken' || code === 'EmailTaken') && unconfirmedEmail.current === email && (await exists(userName, email));
      if (isOutcomeUnknown(problem)) unconfirmedEmail.current = email;
      if (!wasCreated) return errorsOf(error);
    }
    await onAdded({ userName, setNow, isAsked: false });
    return undefined;
  };
}
