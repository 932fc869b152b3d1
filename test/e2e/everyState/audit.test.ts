import { auditStates } from '../states/audit.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(auditStates);
