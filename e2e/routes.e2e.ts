import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";
import { publicPages } from "#web/site/site.paths.ts";
import { looks as faultsSeen } from "./looks.ts";
import { closeBrowser, stranger, url, wakeAll, type Person } from "./people.ts";
import { enter } from "./spec/identities.ts";
import {
  endsAt,
  guardedRoutes,
  laterRoutes,
  openRoutes,
  publicRoutes,
  unguardedRoutes,
} from "./spec/routes.ts";

/**
 * Every page of the public site: the specification's, and what the product has beyond it (articles,
 * chapters of the documentation).
 */
const visitorRoutes = [
  ...new Set([
    ...publicRoutes,
    ...publicPages.map((page) => page.path),
    ...openRoutes,
    ...unguardedRoutes,
    "/no-such-page",
  ]),
];

afterAll(closeBrowser);

const all = process.env.LEVEE_ROUTES === "all";
/** In `npm test` every so manieth route; `npm run test:routes` looks at each. */
const step = all ? 1 : 31;
const some = (routes: readonly string[], offset: number) =>
  routes.filter((_, at) => (at + offset) % step === 0);

const faultsOf = async (page: Page, route: string): Promise<string[]> => {
  await wakeAll(page);
  const found = await faultsSeen(page, route);
  // The pass over all routes takes minutes: say at once what is wrong.
  for (const line of found) console.log(line);
  return found;
};

const settled = (page: Page) =>
  page.waitForFunction(
    () =>
      ![...document.querySelectorAll(".skeleton, .boot")].some((each) => each.checkVisibility()) &&
      document.querySelector("h1, main h2") &&
      document.documentElement.dataset.later === undefined,
    null,
    { timeout: 20_000 },
  );

/** Goes there as a link does, so that a pass over all routes loads the app once. */
const follow = async (page: Page, route: string) => {
  await page.evaluate(
    (to) =>
      (
        window as unknown as {
          __reactRouterDataRouter: { navigate: (to: string) => Promise<void> };
        }
      ).__reactRouterDataRouter.navigate(to),
    route,
  );
  await page.waitForFunction((path) => location.pathname === path, route.split("?")[0]!);
  await settled(page);
  await page.waitForTimeout(60);
};

const looks = [
  ["dark", 1440],
  ["light", 390],
  ["light", 1440],
  ["dark", 390],
] as const;
type Look = { theme: "dark" | "light"; width: number };

const inApp = async (person: Person, routes: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  await person.page.goto(`${url}/verify-email`);
  await settled(person.page);
  for (const route of routes) {
    await follow(person.page, route);
    found.push(...(await faultsOf(person.page, route)));
  }
  found.push(...person.faults.map((fault) => `console: ${fault}`));
  await person.context.close();
  return found;
};

const byAddress = async (
  { page, context, faults }: Person,
  routes: readonly string[],
): Promise<string[]> => {
  const found: string[] = [];
  for (const route of routes) {
    if ((await page.goto(`${url}${route}`))?.status() === 404 && laterRoutes.includes(route))
      continue;
    await settled(page);
    found.push(...(await faultsOf(page, route)));
  }
  found.push(
    ...faults.filter((fault) => !/status of 404/.test(fault)).map((fault) => `console: ${fault}`),
  );
  await context.close();
  return found;
};

/** Two windows at a time halve the pass; more would only wait for the processor. */
const halves = (routes: readonly string[]) =>
  [routes.filter((_, at) => at % 2 === 0), routes.filter((_, at) => at % 2 === 1)].filter(
    (half) => half.length > 0,
  );

test.each(all ? looks : looks.slice(0, 2))(
  "routes in %s at %d px: no violation of WCAG 2.2 AA, nothing wider than the window",
  async (theme, width) => {
    const look: Look = { theme, width };
    const offset = looks.findIndex(([t, w]) => t === theme && w === width) * 5;
    const mine = (role: "admin" | "platform_admin") =>
      guardedRoutes.filter((route) => endsAt(route, role) === route);
    const platformOnly = mine("platform_admin").filter((route) => !mine("admin").includes(route));
    const inTwo = async (
      routes: readonly string[],
      walk: (half: readonly string[]) => Promise<string[]>,
    ) => (await Promise.all(halves(routes).map(walk))).flat();
    expect([
      ...(await inTwo(some(mine("admin"), offset), async (half) =>
        inApp(await enter("admin", look), half),
      )),
      ...(await inApp(await enter("platform", look), some(platformOnly, 0))),
      ...(await inTwo(some(visitorRoutes, offset), async (half) =>
        byAddress(await stranger(look), half),
      )),
    ]).toEqual([]);
  },
  all ? 900_000 : 180_000,
);
