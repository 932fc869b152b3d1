import { supportStates } from '../states/support.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(supportStates);
