/** Page object of the login form. */
import type { Page } from 'puppeteer';

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
    await this.page.locator('::-p-aria([name="Username or email"][role="textbox"])').fill(userName);
    await this.page.locator('input[autocomplete="current-password"]').fill(password);
    await this.page.locator('::-p-aria([name="Log in"][role="button"])').click();
  }

  async alert(): Promise<string> {
    const alert = await this.page.waitForSelector('[role="alert"]', { visible: true });
    return (await alert?.evaluate((element) => element.textContent)) ?? '';
  }
}
