import { afterAll, expect, test } from "vitest";
import { violations } from "./looks.ts";
import { closeBrowser, openBrowser, signIn, stranger, url } from "./people.ts";

afterAll(closeBrowser);

test("the landing page has the parts of the specification, as rendered texts and addresses", async () => {
  const { page, context, faults } = await stranger();
  await page.goto(url);
  const hrefs = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all.filter((a) => (a as HTMLElement).checkVisibility()).map((a) => a.getAttribute("href")),
      );
  expect(await hrefs(".site-bar a")).toEqual(
    expect.arrayContaining([
      "/products",
      "/grant-management",
      "/disaster-recovery",
      "/public-opportunities",
      "/public-vendors",
      "/blog",
      "#features",
      "#contact",
      "/auth",
      "/request-demo",
    ]),
  );
  expect(
    await page.locator(".site-bar-room").getByText("Login", { exact: true }).getAttribute("href"),
  ).toBe("/auth");
  expect(await hrefs(".hero a")).toEqual(["/waitlist", "/request-demo", "/feature-requests"]);
  expect(await hrefs(".product-grid a")).toEqual([
    "/disaster-recovery",
    "/ai-procurement",
    "/quantum-logistics",
    "/blockchain-trust",
    "/iot-intelligence",
    "/contract-management",
  ]);
  expect(await page.locator(".info-cards h3").allInnerTexts()).toEqual([
    "Vendor management",
    "Budget and forecasting",
    "Security and access",
    "Integrations",
  ]);
  await page.locator("#contact").getByText("Contact Sales").waitFor();
  expect(await hrefs("#contact a")).toEqual(["/contact", "/auth"]);
  expect(await page.locator("#contact").getByText("Start Free Trial").getAttribute("href")).toBe(
    "/auth",
  );
  expect(await page.getByText("Scenario, demo agency").count()).toBe(3);
  expect(await hrefs(".site-foot a")).toEqual(
    expect.arrayContaining([
      "/about",
      "/careers",
      "/contact",
      "/blog",
      "/waitlist",
      "/request-demo",
      "/feature-requests",
      "/auth",
      "/privacy",
      "/terms",
      "/security",
      "/trust-center",
    ]),
  );
  expect(await page.locator(".plans").count()).toBe(0);
  const head = await page.evaluate(() => ({
    title: document.title,
    description: document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content,
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute("href"),
    social: document.querySelectorAll('meta[property^="og:"], meta[name^="twitter:"]').length,
    blocks: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      (s) => (JSON.parse(s.textContent!) as { "@type": string })["@type"],
    ),
  }));
  expect(head.title).toContain("Levee");
  expect(head.canonical).toMatch(/^https?:\/\/[^/]+\/$/);
  expect(head.description!.length).toBeGreaterThan(50);
  expect(head.social).toBeGreaterThan(8);
  expect(head.blocks).toEqual(["Organization", "WebSite", "SoftwareApplication", "FAQPage"]);
  expect(await page.content()).not.toContain("levee.invalid");
  expect(faults).toEqual([]);
  await context.close();
});

test("the lower sections come a second after the page, at once when the address names one; signed in, Dashboard takes Login's place", async () => {
  const { page, context } = await stranger();
  // Timed in the page: over the wire a busy machine would hear of it too late.
  await page.addInitScript(() => {
    const shown = () =>
      document.querySelector("#features")!.checkVisibility({ visibilityProperty: true });
    (window as unknown as { deferred: Promise<{ before: boolean; ms: number }> }).deferred =
      new Promise((done) =>
        window.addEventListener("load", () => {
          const loaded = performance.now();
          const before = shown();
          const look = () =>
            shown() ? done({ before, ms: performance.now() - loaded }) : setTimeout(look, 10);
          look();
        }),
      );
  });
  await page.goto(url, { waitUntil: "load" });
  const seen = () =>
    page.locator("#features").evaluate((e) => e.checkVisibility({ visibilityProperty: true }));
  const deferred = await page.evaluate(
    () => (window as unknown as { deferred: Promise<{ before: boolean; ms: number }> }).deferred,
  );
  expect(deferred.before).toBe(false);
  expect(deferred.ms).toBeGreaterThan(950);
  expect(deferred.ms).toBeLessThan(2500);
  for (const hash of ["#features", "#contact"]) {
    await page.goto("about:blank");
    await page.goto(`${url}/${hash}`, { waitUntil: "domcontentloaded" });
    expect(await seen()).toBe(true);
  }
  await context.close();
  const person = await signIn("user");
  await person.page.goto(url);
  await person.page.locator(".site-account").getByText("Dashboard", { exact: true }).waitFor();
  expect(
    await person.page.locator(".site-account").getByText("Login", { exact: true }).isVisible(),
  ).toBe(false);
  await person.context.close();
});

test("three bars: links, a Demo button to contact, a drawer that closes on a link and on Esc", async () => {
  const { page, context, faults } = await stranger();
  await page.goto(url);
  const bar = page.locator(".site-bar-room");
  await page.setViewportSize({ width: 900, height: 800 });
  expect(await bar.getByText("Demo", { exact: true }).getAttribute("href")).toBe("/contact");
  expect(await bar.getByText("Request Demo").isVisible()).toBe(false);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await bar.getByText("Products").isVisible()).toBe(false);
  const drawer = page.getByRole("dialog", { name: "Menu" });
  const open = async () => {
    await bar.getByRole("button", { name: "Menu" }).click();
    await drawer.waitFor();
  };
  await open();
  expect(await drawer.getByRole("link").allInnerTexts()).toEqual([
    "Levee",
    "Close",
    "Products",
    "Grants",
    "Disaster recovery",
    "Opportunities",
    "Vendors",
    "Blog",
    "Features",
    "Contact",
    "Login",
    "Request Demo",
  ]);
  expect(await violations(page, "the open drawer")).toEqual([]);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  await open();
  await drawer.getByText("Features").click();
  await drawer.waitFor({ state: "hidden" });
  expect(new URL(page.url()).hash).toBe("#features");
  expect(
    await page
      .locator("#features")
      .evaluate((e) => e.checkVisibility({ visibilityProperty: true })),
  ).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

test("without script the page reads, and its menu opens", async () => {
  const context = await (
    await openBrowser()
  ).newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator("#features h2").waitFor({ state: "visible" });
  await page.locator("#contact").getByText("Contact Sales").waitFor({ state: "visible" });
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator(".drawer").getByText("Login").waitFor({ state: "visible" });
  await context.close();
});

test("an island: plain HTML until touched, an early submit is held and repeated, then React answers", async () => {
  const { page, context, faults } = await stranger();
  const scripts: string[] = [];
  page.on(
    "request",
    (request) => void (request.resourceType() === "script" && scripts.push(request.url())),
  );
  await page.goto(`${url}/documentation`, { waitUntil: "networkidle" });
  await expect.poll(() => scripts.map((s) => new URL(s).pathname)).toEqual(["/assets/site.js"]);
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/assets/wake.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel("Search the documentation").fill("treasurer release");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForTimeout(300);
  expect(page.url()).toBe(`${url}/documentation`);
  expect(await page.locator(".guide-search li").count()).toBe(0);
  release();
  const first = page.locator(".guide-search li a").first();
  await first.waitFor();
  expect(await first.getAttribute("href")).toBe("/documentation/payments#treasurer-release");
  await first.click();
  await page.waitForURL(/payments#treasurer-release$/);
  expect(await page.locator("#treasurer-release").isVisible()).toBe(true);
  await page.goto(`${url}/documentation?q=zebra+telescopes`);
  await page.getByText("Nothing in the documentation answers “zebra telescopes”").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("an address that does not exist is a 404, also below a public page", async () => {
  for (const path of ["/blog/no-such-article", "/documentation/no-such-page", "/no-such-page"])
    expect((await fetch(`${url}${path}`)).status, path).toBe(404);
});
