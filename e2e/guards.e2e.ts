import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, url } from "./people.ts";
import { identities } from "./spec/identities.ts";
import { endsAt, guardedRoutes, laterRoutes, openRoutes, publicRoutes } from "./spec/routes.ts";

afterAll(closeBrowser);

/**
 * In `npm test` one route of each kind, at which every role ends alike, and every eighth of the
 * others. `npm run journeys -- routes` and `npm run test:routes` go to each.
 */
const kindOf = (route: string) =>
  identities.map(({ role }) => endsAt(route, role).replace(route, "the route itself")).join();
const walked =
  process.env.LEVEE_JOURNEYS === "test"
    ? guardedRoutes.filter(
        (route, at) =>
          at % 8 === 0 ||
          guardedRoutes.findIndex((other) => kindOf(other) === kindOf(route)) === at,
      )
    : guardedRoutes;

type Ended = { path: string; origin: string | null; drawn: boolean };

/** Goes to every route inside one page, as a link would, and tells where the person ended. */
const walk = (page: Page, routes: readonly string[]): Promise<Record<string, Ended>> =>
  page.evaluate(async (all) => {
    type Router = {
      navigate: (to: string) => Promise<void>;
      state: { navigation: { state: string } };
    };
    const router = (window as unknown as { __reactRouterDataRouter: Router })
      .__reactRouterDataRouter;
    const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
    const start = document.querySelector("h1")!.textContent;
    const drawn = () =>
      !document.querySelector(".boot, .plain-screen, [data-start]") &&
      Boolean(document.querySelector("main h1, main h2, main [role=status], main [role=alert]"));
    const seen: Record<string, { path: string; origin: string | null; drawn: boolean }> = {};
    for (const route of all) {
      sessionStorage.removeItem("levee.origin");
      // Off the last screen first, so that what stands there is this route's.
      await router.navigate("/verify-email");
      for (
        let tries = 0;
        tries < 400 && document.querySelector("h1")?.textContent !== start;
        tries++
      )
        await pause(10);
      document.querySelector("h1")?.setAttribute("data-start", "");
      await router.navigate(route);
      let path = "";
      let still = 0;
      for (let tries = 0; tries < 400 && still < 3; tries++) {
        await pause(10);
        still =
          location.pathname === path && router.state.navigation.state === "idle" && drawn()
            ? still + 1
            : 0;
        path = location.pathname;
      }
      seen[route] = { path, origin: sessionStorage.getItem("levee.origin"), drawn: drawn() };
    }
    return seen;
  }, routes);

test.concurrent.each(identities)(
  "$name: every route of the specification opens, or leads exactly where section 6 says",
  async ({ role, come }) => {
    const { page, context } = await come();
    await page.goto(`${url}/verify-email`);
    await page.waitForFunction(
      () => "__reactRouterDataRouter" in window && document.querySelector("h1"),
    );
    const seen = await walk(page, walked);
    const wanted = Object.fromEntries(
      walked.map((route) => {
        const path = endsAt(route, role);
        return [route, { path, origin: path === "/auth" ? route : null, drawn: true }];
      }),
    );
    expect(seen).toEqual(wanted);
    await context.close();
  },
);

test("typed into the address bar: a stranger comes back to where they wanted to go, query and all", async () => {
  const anonymous = identities.find((each) => each.role === null)!;
  const { page, context } = await anonymous.come();
  await page.goto(`${url}/purchase-orders?late=true`);
  await page.waitForURL((u) => u.pathname === "/auth");
  await page.getByLabel("Email", { exact: false }).first().fill("buyer@demo.levee.test");
  await page
    .getByLabel("Password", { exact: false })
    .first()
    .fill(process.env.LEVEE_DEMO_PASSWORD ?? "Levee-demo-2026!");
  await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
  await page.waitForURL((u) => u.pathname === "/purchase-orders" && u.search === "?late=true");
  await context.close();
});

test("public routes answer everybody with a page of their own; pages of signing in open without one", async () => {
  for (const route of publicRoutes) {
    const answer = await fetch(`${url}${route}`, { redirect: "manual" });
    if (answer.status === 404 && laterRoutes.includes(route)) continue;
    expect(answer.status, route).toBe(200);
    expect(await answer.text(), route).toMatch(/<h1[ >]/);
  }
  for (const route of openRoutes) expect((await fetch(`${url}${route}`)).status, route).toBe(200);
  expect((await fetch(`${url}/no-such-page`)).status).toBe(404);
});
