/** Every audited action has a display name. */
import { operations } from '@api/contract/index.ts';
import german from '@locales/de/audit.json';
import english from '@locales/en-US/audit.json';

/** Audited: every write, and every refused call to an administrators' operation, reads included. */
const audited = Object.entries(operations).filter(
  ([, { who, method }]) => method !== 'GET' || who === 'subscriberAdmin' || who === 'systemAdmin',
);

test.each(audited.map(([name]) => name))('%s', (name) => {
  const [noun = '', verb = ''] = name.split('.');
  for (const { action, noun: nouns } of [english, german]) {
    expect(Object.keys(nouns)).toContain(noun);
    expect((action as Readonly<Record<string, Readonly<Record<string, string>>>>)[noun]?.[verb]).toBeTruthy();
  }
});
