import { rolesStates } from '../states/roles.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(rolesStates);
