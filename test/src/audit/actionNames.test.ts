/** Whatever the audit may tell of has a name that people can read. */
import { operations } from '@api/contract/index.ts';
import german from '@locales/de/audit.json';
import english from '@locales/en-US/audit.json';

/** A change is noted, and so is a call for administrators that was refused, be it only to read. */
const noted = Object.entries(operations).filter(
  ([, { who, method }]) => method !== 'GET' || who === 'subscriberAdmin' || who === 'systemAdmin',
);

test.each(noted.map(([name]) => name))('%s', (name) => {
  const [noun = '', verb = ''] = name.split('.');
  for (const { action, noun: nouns } of [english, german]) {
    expect(Object.keys(nouns)).toContain(noun);
    expect((action as Readonly<Record<string, Readonly<Record<string, string>>>>)[noun]?.[verb]).toBeTruthy();
  }
});
