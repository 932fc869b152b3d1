import { testStates } from './testStates.ts';
import { parts } from './parts.ts';

testStates(parts.account);
