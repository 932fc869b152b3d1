import { shellStates } from '../states/shell.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(shellStates);
