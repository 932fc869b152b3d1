import { recoveryStates } from '../states/recovery.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(recoveryStates);
