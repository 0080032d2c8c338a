// The people of a journey: who came in, and that nothing went wrong in any of their windows.
import type { Page } from "playwright";
import { afterAll, afterEach, expect } from "vitest";
import { closeBrowser, stranger, url, type Person } from "./people.ts";
import { enter as enterSignedIn } from "./spec/identities.ts";

type Options = Parameters<typeof stranger>[0];

/**
 * Keeps the windows of a test file. After each test every window is closed and faults that nobody
 * forgave fail it; after the last the browser ends.
 * `expected` are faults that belong to what the file provokes: what the server refuses, the
 * browser's console tells as well.
 */
export const crew = (expected?: RegExp) => {
  const people: Person[] = [];
  const join = (person: Person): Person => {
    people.push(person);
    return person;
  };
  afterEach(async () => {
    const faults = people.flatMap((p) =>
      p.faults.filter((fault) => !expected?.test(fault)).map((fault) => `${p.name}: ${fault}`),
    );
    await Promise.all(people.splice(0).map((p) => p.context.close()));
    expect(faults).toEqual([]);
  });
  afterAll(closeBrowser);
  return {
    people: people as readonly Person[],
    join,
    /**
     * Opens a window as an account that is signed in already, at an address of ours with nothing on
     * it. Signing in through the screen is what e2e/accounts.e2e.ts goes.
     */
    enter: async (name: string, options: Options = {}): Promise<Person> => {
      const person = join(await enterSignedIn(name, options));
      await person.page.route(`${url}/blank`, (route) =>
        route.fulfill({ contentType: "text/html", body: '<link rel="icon" href="data:,">' }),
      );
      await person.page.goto(`${url}/blank`);
      await person.page.unroute(`${url}/blank`);
      return person;
    },
    /** Opens a page as a demo account that is signed in already, and waits for its heading. */
    come: async (name: string, path = "/notifications", options: Options = {}): Promise<Page> => {
      const { page } = join(await enterSignedIn(name, options));
      await page.goto(`${url}${path}`);
      await page.locator("main h1").first().waitFor();
      return page;
    },
    /** Takes faults of this kind from everybody who is there: a test provoked them. */
    forgive: (pattern: RegExp): void => {
      for (const person of people)
        person.faults.splice(0, Infinity, ...person.faults.filter((fault) => !pattern.test(fault)));
    },
  };
};
