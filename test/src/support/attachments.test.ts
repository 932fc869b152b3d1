/** Attachments of a support ticket: allowed files, and upload progress of each. */
import { sentShares, checkFiles } from '../../../src/features/support/attachments.ts';

const limits = { maxAttachments: 2, maxAttachmentSize: 10, maxTotalSize: 15, allowedTypes: ['.txt'] };
const file = (name: string, size: number) => new File(['x'.repeat(size)], name, { lastModified: 1 });

test('a file is accepted, or refused with a reason', () => {
  const added = [
    file('a.txt', 9),
    file('a.txt', 9),
    file('b.exe', 1),
    file('c.txt', 11),
    file('d.txt', 7),
    file('e.txt', 6),
    file('f.txt', 0),
  ];
  const { files, refusals } = checkFiles([], added, limits, 'en-US');
  expect(files.map(({ name }) => name)).toEqual(['a.txt', 'e.txt']);
  expect(refusals.map(({ kind, name, ...more }) => [name, 'rule' in more ? more.rule.code : kind])).toEqual([
    ['a.txt', 'there'],
    ['b.exe', 'fileType'],
    ['c.txt', 'fileSize'],
    ['d.txt', 'tooMuch'],
    ['f.txt', 'tooMany'],
  ]);
});

test('the form fields are sent first, then file after file', () => {
  expect(sentShares([file('a', 10), file('b', 4)], 25, 34)).toEqual([0.5, 0]);
  expect(sentShares([file('a', 10), file('b', 4)], 34, 34)).toEqual([1, 1]);
});
