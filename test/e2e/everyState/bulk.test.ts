import { bulkStates } from '../states/bulk.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(bulkStates);
