/** API values that SPEC.md points 1, 3 and 9 prescribe: roles, filters, invitation states, font sizes, support ticket fields. */
import { SUBSCRIBER_ADMINISTRATION, SYSTEM_ADMINISTRATION } from '../../api/contract/person.ts';
import { supportOperations } from '../../api/contract/support.ts';
import { pathFilters } from '../../api/contract/users.page.ts';
import { FontSize, InviteState } from '../../api/contract/users.shapes.ts';

test('the two administrative roles', () => {
  expect([SUBSCRIBER_ADMINISTRATION, SYSTEM_ADMINISTRATION]).toEqual(['SubscriberAdministration', 'SystemAdministration']);
});

test('the filters of the user list', () => {
  expect(pathFilters).toEqual(['admin', 'active', 'disabled', 'loggedIn']);
});

test('the states of an invitation', () => {
  expect(InviteState.options).toEqual(['Invited', 'InviteExpired']);
});

test('the font sizes', () => {
  expect(FontSize.options).toEqual(['default', 'compact']);
});

test('the fields of a support ticket, besides its attachments', () => {
  expect(Object.keys(supportOperations['Support.CreateTicket'].body.shape).sort()).toEqual(
    [
      'Username',
      'Email',
      'OperatingSystem',
      'Browser',
      'HasCookies',
      'Language',
      'ViewportW',
      'ViewportH',
      'ScreenW',
      'ScreenH',
      'UserAgent',
      'IssueDescription',
      'CaseIdOrPortfolioName',
      'Urgency',
      'RecaptchaToken',
    ].sort(),
  );
});
