import { applicationsStates } from '../states/applications.ts';
import { testStates } from './testStates.ts';

testStates(applicationsStates);
