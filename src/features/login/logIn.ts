/** The call of the login form. It comes with the store, after the form. */
import { loginApi } from '@api/client/login.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { ArgsOf } from '@api/contract/index.ts';

/** The password travels as a sealed ticket and never reaches the store. */
export const logIn = (body: ArgsOf<'Login.Login'>['body']) => loginApi.endpoints.logIn.initiate(seal({ body }));
