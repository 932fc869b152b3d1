/** The login request; in the Redux chunk, loaded after the form. */
import { loginApi } from '@api/client/login.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { ArgsOf } from '@api/contract/index.ts';

/** The password is sealed, so that it never enters the Redux state. */
export const logIn = (body: ArgsOf<'Login.Login'>['body']) => loginApi.endpoints.logIn.initiate(seal({ body }));
