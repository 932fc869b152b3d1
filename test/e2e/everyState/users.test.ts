import { usersStates } from '../states/users.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(usersStates);
