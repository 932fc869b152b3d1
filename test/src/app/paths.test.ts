/** Building paths from route patterns. */
import { paths } from '@src/paths.ts';

test('the root stays the root', () => {
  expect(paths.root.to()).toBe('/');
});

test('parameters are encoded', () => {
  expect(paths.loginForm.to({ application: 'Gatehouse LS' })).toBe('/Login/Gatehouse%20LS');
  expect(paths.usersEdit.to({ userName: 'a/b?c' })).toBe('/Users/Edit/a%2Fb%3Fc');
});

test('the path ends at the first absent optional parameter', () => {
  expect(paths.usersList.to()).toBe('/Users/List');
  expect(paths.usersList.to({ filter: 'admin' })).toBe('/Users/List/admin');
  expect(paths.usersList.to({ filter: 'active', search: 'Nguyễn' })).toBe('/Users/List/active/Nguy%E1%BB%85n');
});

test('query parameters are encoded, undefined ones omitted', () => {
  expect(paths.login.to({}, { ReturnUrl: '/Users/List?sort=-lastLoginAt#row' })).toBe(
    '/Login?ReturnUrl=%2FUsers%2FList%3Fsort%3D-lastLoginAt%23row',
  );
  expect(paths.login.to({}, { ReturnUrl: undefined })).toBe('/Login');
});
