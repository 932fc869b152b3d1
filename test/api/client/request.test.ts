/** Building requests from flat arguments: path, query, body. */
import { formData, request } from '@api/client/request.ts';
import { organisationsCalls } from '@api/contract/organisations.ts';
import { securityCalls } from '@api/contract/security.ts';
import { usersCalls } from '@api/contract/users.ts';

describe('path', () => {
  test('parameters are escaped, whatever they contain', () => {
    expect(request(usersCalls, 'Users.Unlock')({ userName: 'a/b?c#d %é' }).url).toBe(
      '/api/Users/Unlock/a%2Fb%3Fc%23d%20%25%C3%A9',
    );
  });

  test('a value that looks like a parameter or a replacement pattern is only a value', () => {
    const name = '{publicId} $& $1';
    expect(request(organisationsCalls, 'Organisations.Register')({ publicId: 'id', organisationName: name }).url).toBe(
      `/api/Organisations/Register/id/${encodeURIComponent(name)}`,
    );
  });

  test('false is a value', () => {
    expect(request(usersCalls, 'Users.Enable')({ userName: 'someone', enabled: false }).url).toBe(
      '/api/Users/Enable/someone/false',
    );
  });

  test.each(['.', '..'])('%s would reach another operation and is rejected', (userName) => {
    expect(() => request(usersCalls, 'Users.Unlock')({ userName })).toThrow('userName');
  });
});

describe('query', () => {
  const page = request(usersCalls, 'Users.Page');

  test('undefined values are omitted', () => {
    expect(page({}).url).toBe('/api/Users/Page');
    expect(page({ search: undefined, offset: 0, idsOnly: false }).url).toBe('/api/Users/Page?offset=0&idsOnly=false');
  });

  test('arrays and objects are sent as JSON', () => {
    const url = page({ where: [{ field: 'lastLoginAt', op: 'never' }], columns: ['userName', 'email'] }).url;
    const query = new URLSearchParams(url.split('?')[1]);
    expect(JSON.parse(query.get('where') ?? '')).toEqual([{ field: 'lastLoginAt', op: 'never' }]);
    expect(JSON.parse(query.get('columns') ?? '')).toEqual(['userName', 'email']);
  });

  test('the name of an API key is a query parameter of a POST', () => {
    expect(request(securityCalls, 'ApiKey.Create')({ name: 'a & b' })).toMatchObject({ url: '/api/ApiKey?name=a+%26+b' });
  });
});

test('a multipart body repeats the name of a list and leaves out what is undefined', () => {
  const files = [new File(['1'], 'one.txt'), new File(['2'], 'two.txt')];
  const form = formData({ IssueDescription: 'It broke', Username: undefined, attachments: files });
  expect([...form.keys()]).toEqual(['IssueDescription', 'attachments', 'attachments']);
  expect(form.getAll('attachments').map((file) => (file as File).name)).toEqual(['one.txt', 'two.txt']);
});
