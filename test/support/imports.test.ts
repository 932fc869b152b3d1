import { z } from 'zod';
import { Kysely } from 'kysely';
import { createMemoryRouter } from 'react-router';
test('node imports', async () => {
  expect(z.string().parse('a')).toBe('a');
  expect(typeof Kysely).toBe('function');
  expect(typeof createMemoryRouter).toBe('function');
  expect(import.meta.dirname).toContain('support');
  const { operations } = await import('../../api/contract/index.ts');
  expect(Object.keys(operations).length).toBeGreaterThan(50);
});
