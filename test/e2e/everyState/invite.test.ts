import { inviteStates } from '../states/invite.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(inviteStates);
