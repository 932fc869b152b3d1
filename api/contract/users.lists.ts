/** Operations that find users: the whole list, a page of the grid, counts, search. */
import { z } from 'zod';
import { csvDelimiters } from './csv.ts';
import { MAX_STREAM_MS, type Operation } from './endpoint.ts';
import { count, id } from './shape.ts';
import { UserCondition } from './users.conditions.ts';
import { PAGE_LIMIT, userColumns, userFilters } from './users.page.ts';
import { UserSummary } from './users.shapes.ts';

const search = z.string().max(200).optional();
const where = z.array(UserCondition).max(20).optional();

export const listOperations = {
  'Users.All': {
    method: 'GET',
    path: '/Users/All',
    who: 'subscriberAdmin',
    people: 'unbounded',
    timeoutMs: MAX_STREAM_MS,
    summary: 'Everybody in scope',
    description: 'Compressed, with ETag. Each answer with rows is in the audit.',
    reply: z.array(UserSummary),
    problems: ['TooManyDownloads', 'PersonalDataLimit', 'Busy'],
  },
  'Users.Page': {
    method: 'GET',
    path: '/Users/Page',
    who: 'subscriberAdmin',
    people: 'unbounded',
    timeoutMs: MAX_STREAM_MS,
    summary: 'One page of the grid',
    description:
      '`search` is words that must all occur in user name, name, e-mail or id. `sort` lists columns, a leading minus for descending: `-lastLoginAt,userName`; without it users come by user name, the best matches of a search first. `where` is a JSON array of column conditions. `idsOnly=true` gives `userIds` of all that match instead of rows; `format=csv` streams the same view with the chosen `columns`, by commas or as a JSON array, its cells separated by `delimiter`, a comma by default. `total` is how many match; with `withTotal=false` the reply lacks it and comes sooner, for a caller that takes it from `Users.Counts`.',
    query: z.strictObject({
      filter: z.enum(userFilters).optional(),
      search,
      sort: z.string().max(300).optional(),
      where,
      offset: z.int().min(0).max(10_000_000).optional(),
      limit: z.int().min(1).max(PAGE_LIMIT).optional(),
      idsOnly: z.boolean().optional(),
      format: z.enum(['json', 'csv']).optional(),
      columns: z.array(z.enum(userColumns)).max(20).optional(),
      delimiter: z.enum(csvDelimiters).optional(),
      withTotal: z.boolean().optional(),
    }),
    reply: z.object({
      rows: z.array(UserSummary).optional(),
      userIds: z.array(id).optional(),
      total: count.optional(),
    }),
    problems: ['TooManyDownloads', 'PersonalDataLimit', 'Busy'],
  },
  'Users.Counts': {
    method: 'GET',
    path: '/Users/Counts',
    who: 'subscriberAdmin',
    summary: 'The true number behind every filter',
    description: '`search` and `where` narrow them as they do the page.',
    query: z.strictObject({ search, where }),
    reply: z.record(z.enum(userFilters), count),
  },
  'Users.Search': {
    method: 'GET',
    path: '/Users/Search',
    who: 'subscriberAdmin',
    summary: 'At most 50 people, best match first; accents, case, apostrophes, hyphens and dots are folded',
    query: z.strictObject({ partialName: z.string().max(200) }),
    reply: z.array(UserSummary),
    problems: ['PersonalDataLimit'],
  },
} as const satisfies Record<string, Operation>;
