/** Page object of the login form. */
import type { Page } from 'puppeteer';
import { fill } from './onPage.ts';

export class LoginPage {
  readonly page: Page;
  readonly url: string;

  constructor(page: Page, site: { readonly url: string }) {
    this.page = page;
    this.url = site.url;
  }

  async open(path = '/Login/Gatehouse'): Promise<void> {
    await this.page.goto(`${this.url}${path}`);
    await this.ready();
  }

  /** The prerendered form accepts typing but submits nothing before hydration; React marks hydrated elements with `__react…`. */
  async ready(): Promise<void> {
    await this.page.waitForFunction(() =>
      Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__react')),
    );
  }

  async logIn(userName: string, password = 'Demo-pass-1'): Promise<void> {
    await this.ready();
    await fill(this.page, '::-p-aria([name="Username or email"][role="textbox"])', userName);
    await fill(this.page, 'input[autocomplete="current-password"]', password);
    await this.page.locator('::-p-aria([name="Log in"][role="button"])').click();
  }

  async alert(): Promise<string> {
    const alert = await this.page.waitForSelector('[role="alert"]', { visible: true });
    return (await alert?.evaluate((element) => element.textContent)) ?? '';
  }
}
