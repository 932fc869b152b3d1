import { userSheetStates } from '../states/userSheets.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(userSheetStates);
