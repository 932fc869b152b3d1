/** Effects in the contract: every call that changes something says what it can do that needs a second person, and the documentation lists it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesState } from '../../api/contract/call.ts';
import { effectSentences, secondPersonFor, type SecondPersonRule } from '../../api/contract/effects.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../api/contract/index.ts';
import { SYSTEM_ADMINISTRATION } from '../../api/contract/person.ts';
import { grantableClaims } from '../../server/security/keys.ts';

const DOCUMENT = join(__dirname, '../../docs/security.md');
const BEGIN = '<!-- effects: begin -->';
const END = '<!-- effects: end -->';

const all = Object.entries(operations) as [OperationName, Operation][];
const changing = all.filter(([, operation]) => changesState(operation));

test.each(changing)('%s declares its effects', (_name, operation) => {
  expect(operation.effects).toBeDefined();
  for (const effect of operation.effects ?? []) expect(effectSentences[effect]).toMatch(/\w/);
});

test('A call that changes nothing declares none', () => {
  expect(all.filter(([, operation]) => !changesState(operation) && operation.effects)).toEqual([]);
});

const ordinary = { administrator: false, systemAdministrator: false };
const administrator = { administrator: true, systemAdministrator: false };
const systemAdministrator = { administrator: true, systemAdministrator: true };

function wordOf({ always, fourEyes, counted }: SecondPersonRule): string {
  if (always) return 'always';
  if (fourEyes) return 'four eyes';
  return counted ? 'beyond a few users an hour' : 'no';
}

const claimable = new Set<string>(grantableClaims({ roles: [SYSTEM_ADMINISTRATION] }).map(({ value }) => value));

function roadsOf(name: OperationName): string {
  return [
    name.startsWith('Operations.') ? 'many' : 'single',
    ...(name === 'Users.Sync' ? ['list', 'import'] : []),
    ...(claimable.has(name) ? ['key'] : []),
  ].join(', ');
}

function table(): string {
  const rows = changing.flatMap(([name, { effects = [] }]) =>
    effects.map((effect) => {
      const needs = [ordinary, administrator, systemAdministrator].map((concerned) =>
        wordOf(secondPersonFor([effect], concerned)),
      );
      return `| \`${name}\` | ${effectSentences[effect]} | ${needs.join(' | ')} | ${roadsOf(name)} |`;
    }),
  );
  const without = changing.filter(([, { effects = [] }]) => effects.length === 0).map(([name]) => `\`${name}\``);
  return [
    '<!-- prettier-ignore -->',
    '| call | what it can do | needs a second person: ordinary user | administrator | system administrator | roads |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    `These change something and do none of it: ${without.join(', ')}.`,
  ].join('\n');
}

test('The documentation lists them with what they need', () => {
  const document = readFileSync(DOCUMENT, 'utf8');
  const [before = '', rest = ''] = document.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const wanted = `${before}${BEGIN}\n\n${table()}\n\n${END}${after}`;
  // `UPDATE_DOCS=1 npm test -- registry/effects` writes it anew.
  if (process.env.UPDATE_DOCS) writeFileSync(DOCUMENT, wanted);
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(wanted);
});
