/** The browser and the database agree on which names are one. */
import { folded } from '../../../api/contract/rules/folded.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();

test.each(['Café Zoë', 'O’Brien', 'Й', 'İzmir', 'ガス', 'ｶﾞｽ', 'कि', 'की', 'שָׁלוֹם', 'مُؤَسَّسة', 'Ａｂ\u00AD', 'ﬁ', 'e\u20DD'])(
  '%p has the same key in both',
  async (text) => {
    const { key } = await site.database.row<{ key: string }>('SELECT fold($1) AS key', [text]);
    expect(folded(text)).toBe(key);
  },
);
