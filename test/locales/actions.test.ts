/** All words of an administrative action are in one file: what buttons, bulk, approvals, the audit and API keys call it. */
import { actionOf, operationKinds, type UserActionName, userActions } from '../../api/contract/actions.ts';
import { approvableActions } from '../../api/contract/approvals.shapes.ts';
import { phrasesOf, treeOf } from './files.ts';

const actions = phrasesOf(treeOf('en-US', 'actions.json'));
const names = Object.keys(userActions) as UserActionName[];
const called = [...new Set(names.map((name) => actionOf(name).call))];

test.each(names)('%s has a label', (name) => {
  expect([...actions.keys()]).toContain(`${name}.label`);
});

test.each(operationKinds)('%s has its words for many', (name) => {
  for (const key of ['title_one', 'body_one', 'confirm_one', 'running', 'done_one', 'began', 'request_one'])
    expect([...actions.keys()]).toContain(`${name}.many.${key}`);
});

test.each(called)('the event of %s has its name and its sentence there, and not among those of the audit', (call) => {
  const audit = [...phrasesOf(treeOf('en-US', 'audit.json')).keys()];
  for (const kind of ['action', 'done']) {
    expect([...actions.keys()]).toContain(`call.${call}.${kind}`);
    expect(audit).not.toContain(`${kind}.${call}`);
  }
});

test.each(approvableActions.filter((action) => action !== 'Operations.Start'))('a request for %s has one title', (action) => {
  const others = phrasesOf(treeOf('en-US', 'session.json'));
  const titles = [actions.get(`call.${action}.request`), others.get(`approvals.what.${action}`)];
  expect(titles.filter((title) => title !== undefined)).toHaveLength(1);
});
