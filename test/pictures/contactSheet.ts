/** Contact sheet: all screenshots on one page. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Picture {
  readonly state: string;
  readonly file: string;
  readonly look: string;
}

export async function writeContactSheet(folder: string, pictures: readonly Picture[]): Promise<void> {
  const states = [...new Set(pictures.map(({ state }) => state))];
  const rows = states.map((state) => {
    const own = pictures.filter((picture) => picture.state === state);
    const figures = own.map(
      ({ file, look }) =>
        `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${look}</figcaption></figure>`,
    );
    return `<section><h2 id="${state}">${state}</h2><div>${figures.join('')}</div></section>`;
  });
  const page = `<!doctype html><meta charset="utf-8"><title>Every screen and state</title>
<style>body{font:14px system-ui;margin:24px}section>div{display:flex;gap:16px;overflow-x:auto;align-items:start}
figure{margin:0}img{height:420px;border:1px solid #ccc}figcaption{color:#555}</style>
<h1>${states.length} states, ${pictures.length} pictures</h1>${rows.join('\n')}`;
  await writeFile(join(folder, 'index.html'), page);
}
