import { securityStates } from '../states/security.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(securityStates);
