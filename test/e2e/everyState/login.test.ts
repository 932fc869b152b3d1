import { loginStates } from '../states/login.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(loginStates);
