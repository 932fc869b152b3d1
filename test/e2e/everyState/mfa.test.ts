import { mfaStates } from '../states/mfa.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(mfaStates);
