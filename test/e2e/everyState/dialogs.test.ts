import { dialogStates } from '../states/dialogs.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(dialogStates);
