/** Error reports contain no personal data: planted canaries must be removed. */
import { scrubbed, scrubbedRecording } from '@src/errors/scrub.ts';

describe('a text', () => {
  test.each([
    ['GET /api/Users/Unlock/canary failed', 'GET /api/Users/Unlock/* failed'],
    ['GET /api/UserRoles/canary failed', 'GET /api/UserRoles/* failed'],
    ['/api/UserRoles/UsersInRole/canary', '/api/UserRoles/UsersInRole/*'],
    ['/api/UserRoles/IsSelfAssignedWithRole', '/api/UserRoles/IsSelfAssignedWithRole'],
    ['/Users/Edit/canary', '/Users/Edit/*'],
    ['/Users/List/all/canary', '/Users/List/*'],
    ['https://site.example/Login/Gatehouse?ReturnUrl=/canary#canary', 'https://site.example/Login/*'],
    ['mail to canary.person@canary.example bounced', 'mail to [mail] bounced'],
    ['token canaryAbCdEf0123456789xyz is gone', 'token [token] is gone'],
    ['<a href="/Users/Edit/canary">', '<a href="/Users/Edit/*">'],
  ])('%s', (before, after) => {
    expect(scrubbed({ message: before })).toEqual({ message: after });
  });

  test('without personal data is unchanged', () => {
    const text = 'Cannot read properties of undefined (reading "map") at main.js:2:345346';
    expect(scrubbed({ message: text })).toEqual({ message: text });
  });
});

test('an event keeps its structure and identifiers, and loses user input and request data', () => {
  const event = {
    event_id: 'b4ba4e9f0c0d4f0f8d3c2b1a00998877',
    user: { email: 'canary@x.example' },
    request: { url: 'https://site.example/Users/Edit/canary?x=canary', headers: { Referer: 'canary' }, cookies: 'canary' },
    exception: {
      values: [
        {
          type: 'Error',
          value: 'canary@x.example is wrong',
          stacktrace: { frames: [{ lineno: 3, vars: { password: 'canary' } }] },
        },
      ],
    },
    extra: { form: 'canary' },
    breadcrumbs: [{ category: 'fetch', data: { url: '/api/Users/User/canary' }, message: '/api/Users/User/canary' }],
    attributes: { 'url.query': { value: 'q=canary' }, 'http.url': { value: '/api/Roles/User/canary' } },
  };
  const clean = scrubbed(event);
  expect(JSON.stringify(clean)).not.toContain('canary');
  expect(clean).toMatchObject({
    event_id: event.event_id,
    request: { url: 'https://site.example/Users/Edit/*' },
    exception: { values: [{ type: 'Error', stacktrace: { frames: [{ lineno: 3 }] } }] },
  });
});

test('a circular event is scrubbed too', () => {
  const event: Record<string, unknown> = { message: 'canary@x.example' };
  event.self = event;
  const clean = scrubbed(event);
  expect(clean.self).toBe(clean);
  expect(clean.message).toBe('[mail]');
});

test('a recording loses the names in its URLs and keeps its styles', () => {
  const style = '.bar{color:#14623a;background:url(/x.svg#a)}';
  const recording = [
    '{"segment_id":0}',
    JSON.stringify([
      { type: 4, data: { href: 'https://s.example/Users/Edit/canary?q=canary' } },
      { type: 2, data: { _cssText: style } },
    ]),
  ].join('\n');
  const clean = scrubbedRecording(recording);
  expect(clean).not.toContain('canary');
  expect(clean.split('\n')[0]).toBe('{"segment_id":0}');
  expect(clean).toContain(style);
});
