import { organisationsStates } from '../states/organisations.ts';
import { judgeEvery } from './judge.ts';

judgeEvery(organisationsStates);
