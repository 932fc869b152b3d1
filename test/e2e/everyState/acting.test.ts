import { actingStates } from '../states/acting.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(actingStates);
