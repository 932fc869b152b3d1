import { importStates } from '../states/import.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(importStates);
