import { rolesStates } from '../states/roles.ts';
import { testStates } from './testStates.ts';

testStates(rolesStates);
