/** Where the access check leads a user who is not logged in: to the location that the server names, with the way back. */
import { loginApi } from '@api/client/login.api.ts';
import { loginLocation } from '@src/navigation/loginLocation.ts';
import { scripted } from '../../api/client/scriptedTransport.ts';
import { clientStore } from '../../api/client/clientStore.ts';

const config = document.createElement('script');
config.id = 'page-config';
config.type = 'application/json';
config.textContent = JSON.stringify({ loginOrigins: ['https://sso.example.com', 'http://wiki.internal:8081'] });
document.head.append(config);

/** Location that the browser is led to when the check is answered with this header. */
async function ledTo(header: string | undefined, page = '/Users/List?a=1#row'): Promise<string> {
  const wire = scripted(() => ({ status: 401, ...(header !== undefined && { headers: { Location: header } }) }));
  const { data } = await clientStore(wire.transport).dispatch(loginApi.endpoints.checkLogin.initiate());
  if (!data || data.kind === 'signedIn') throw new Error('The check was not refused');
  return loginLocation(data.next, page);
}

const OURS = '/Login?ReturnUrl=%2FUsers%2FList%3Fa%3D1%23row';
const back = 'ReturnUrl=%2FUsers%2FList%3Fa%3D1%23row';
const wholeBack = `ReturnUrl=${encodeURIComponent(`${location.origin}/Users/List?a=1#row`)}`;

test.each([
  [undefined, OURS],
  ['', OURS],
  ['/LoginMfa/false', `/LoginMfa/false?${back}`],
  ['/ContactSupport?x=1#h', `/ContactSupport?x=1&${back}#h`],
  ['/EnrolMfa#top', `/EnrolMfa?${back}#top`],
  ['/Login?', `/Login?${back}`],
  ['/Login#a?b=c', `/Login?${back}#a?b=c`],
  ['/Login?ReturnUrl=%2Felsewhere&keep=1', `/Login?${back}&keep=1`],
  [`${location.origin}/Login/Claims?y=2#z`, `/Login/Claims?y=2&${back}#z`],
  ['LoginHelp', `/LoginHelp?${back}`],
])('on this origin: %s', async (header, expected) => {
  expect(await ledTo(header)).toBe(expected);
});

test.each([
  ['https://sso.example.com/start?tenant=7#form', `https://sso.example.com/start?tenant=7&${wholeBack}#form`],
  ['https://sso.example.com', `https://sso.example.com/?${wholeBack}`],
  ['//sso.example.com/start', location.protocol === 'https:' ? `https://sso.example.com/start?${wholeBack}` : OURS],
  ['http://wiki.internal:8081/in', `http://wiki.internal:8081/in?${wholeBack}`],
  ['https://wiki.internal:8081/in', OURS],
  ['http://wiki.internal/in', OURS],
  ['https://sso.example.com.evil.test/start', OURS],
  ['https://sso.example.com@evil.test/start', OURS],
  ['https://evil.test/https://sso.example.com', OURS],
  ['javascript:alert(1)//https://sso.example.com', OURS],
  ['data:text/html,hi', OURS],
  ['\\\\evil.test/x', OURS],
  ['http://[', OURS],
])('on another origin only where the operator lists it: %s', async (header, expected) => {
  expect(await ledTo(header)).toBe(expected);
});
