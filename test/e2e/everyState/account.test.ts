import { judgeEvery } from './judge.ts';
import { parts } from './parts.ts';

judgeEvery(parts.account);
