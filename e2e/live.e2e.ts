import { afterAll, expect, test } from "vitest";
import { looks } from "./looks.ts";
import { closeBrowser, openBrowser, stranger, url } from "./people.ts";

afterAll(closeBrowser);

const pages = [
  "/quantum-ai-advantage",
  "/quantum-route-optimization",
  "/iot-delivery-tracking",
  "/carbon-credits",
];

test("an award: without script the answer reads; a changed price is solved anew with a bound, and rules and mistakes are answered", async () => {
  const still = await (await openBrowser()).newContext({ javaScriptEnabled: false });
  const reader = await still.newPage();
  await reader.goto(`${url}/quantum-ai-advantage`);
  expect(await reader.locator(".live-answer").innerText()).toMatch(
    /Least cost\s+6\s+\$168,829\.00/,
  );
  await still.close();
  const { page, context, faults } = await stranger();
  const solver: string[] = [];
  page.on(
    "request",
    (request) =>
      void (
        /solver\.worker|\.wasm/.test(request.url()) && solver.push(new URL(request.url()).pathname)
      ),
  );
  await page.goto(`${url}/quantum-ai-advantage`);
  await page.locator(".live").scrollIntoViewIfNeeded();
  await page.locator('[data-island="award"][data-awake]').waitFor();
  expect(solver).toEqual([]);
  const status = page.locator(".live-status");
  const cost = page.locator(".live-table tfoot td").last();
  await page.getByLabel("Guardrail, Ellis Road, dollars", { exact: false }).fill("40,000");
  await status.getByText("Solved in your browser").waitFor();
  expect(await cost.innerText()).not.toBe("$168,829.00");
  expect(await page.locator(".live-facts dd").nth(1).innerText()).toBe(await cost.innerText());
  expect(await page.getByText("Proven least").count()).toBe(1);
  expect(solver.some((path) => path.endsWith(".wasm"))).toBe(true);
  await page.getByLabel("Share of local vendors at least").fill("100");
  await page.getByText("No award keeps all the rules.").waitFor();
  await page.getByLabel("Vendors at most").fill("two");
  await status.getByText("Not solved").waitFor();
  await page.getByRole("button", { name: "Start again" }).click();
  await status.getByText("Solved in your browser").waitFor();
  expect(await cost.innerText()).toBe("$168,829.00");
  expect(faults).toEqual([]);
  await context.close();
});

test("a round trip: moved by button, number and drag, added to and taken from, each time with a bound that meets the tour", async () => {
  const { page, context, faults } = await stranger();
  await page.goto(`${url}/quantum-route-optimization`);
  const facts = page.locator(".live-facts dd");
  const status = page.locator(".live-status");
  expect(await facts.nth(0).innerText()).toBe("68.68 mi");
  await page.locator(".live").scrollIntoViewIfNeeded();
  await page.locator(".live > fieldset:enabled").waitFor();
  const solved = async (act: () => Promise<unknown>) => {
    const before = await facts.nth(0).innerText();
    await act();
    await page.waitForFunction(
      (old) =>
        document.querySelector(".live-facts dd")!.textContent !== old &&
        /proven shortest after/.test(document.querySelector(".live-status")!.textContent!),
      before,
    );
    expect(await facts.nth(1).innerText()).toBe(await facts.nth(0).innerText());
  };
  await solved(() => page.getByRole("button", { name: "West" }).press("Enter"));
  await solved(() => page.getByLabel("Stop 3, miles north").fill("15.5"));
  await solved(() => page.getByRole("button", { name: "Add a stop" }).press("Enter"));
  expect(await page.getByRole("button", { name: "Add a stop" }).getAttribute("aria-disabled")).toBe(
    "true",
  );
  expect(await page.locator(".map-place").count()).toBe(13);
  await page.getByLabel("Place to move").selectOption("12");
  await solved(() => page.getByRole("button", { name: "Remove", exact: true }).press("Enter"));
  const stop = (await page.locator(".map-place").nth(2).boundingBox())!;
  await solved(async () => {
    await page.mouse.move(stop.x + stop.width / 2, stop.y + stop.height / 2);
    await page.mouse.down();
    await page.mouse.move(stop.x + stop.width / 2 + 90, stop.y + stop.height / 2 - 60, {
      steps: 4,
    });
    await page.mouse.up();
  });
  await page.getByRole("button", { name: "Start again" }).click();
  await status.getByText("68.68 mi, proven shortest after 5 solves").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a geofence: the answer follows the accuracy and the place, and what is no number is said", async () => {
  const { page, context, faults } = await stranger();
  await page.goto(`${url}/iot-delivery-tracking`);
  await page.locator(".live").scrollIntoViewIfNeeded();
  const verdict = page.locator(".live-verdict");
  expect(await verdict.innerText()).toBe("Not known");
  await page.getByLabel("Accuracy of the reading").fill("5");
  await page.locator(".live-verdict").getByText("Inside").waitFor();
  await page.getByRole("button", { name: "240 m, ± 12 m" }).press("Enter");
  expect(await verdict.innerText()).toBe("Outside");
  await page.getByLabel("Radius of the fence").fill("260");
  expect(await verdict.innerText()).toBe("Inside");
  await page.getByRole("button", { name: "North" }).press("Enter");
  expect(await verdict.innerText()).toBe("Not known");
  await page.getByLabel("Accuracy of the reading").fill("");
  await page.getByText("a position without it is not a position").waitFor();
  await page.getByLabel("Site, latitude").fill("91");
  await page.getByText("A number from -90 to 90", { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a carbon ledger: quantity and factor change line, scope and total; a changed factor is marked", async () => {
  const { page, context, faults } = await stranger();
  await page.goto(`${url}/carbon-credits`);
  await page.locator(".live").scrollIntoViewIfNeeded();
  const total = page.locator(".live-carbon tfoot td").first();
  const marks = page.locator(".live-mark");
  const before = await total.innerText();
  await page.getByLabel("Off-road diesel, quantity").fill("2,194");
  expect(
    Number((await total.innerText()).replaceAll(",", "")) - Number(before.replaceAll(",", "")),
  ).toBeCloseTo(10_206.5, 1);
  expect(await marks.count()).toBe(1);
  await page.getByLabel("Natural gas, kg for one unit").fill("6");
  expect(await marks.count()).toBe(2);
  await page.getByRole("button", { name: "Remove Office supplies" }).press("Enter");
  expect(await page.locator(".live-strong dd").innerText()).toBe("0");
  await page.getByRole("button", { name: "Add to Scope 1" }).press("Enter");
  expect(await page.locator(".live-strong dd").innerText()).toBe("1");
  await page.getByLabel("Electricity, quantity").fill("many");
  await page.locator(".live-status").getByText("Electricity: A quantity").waitFor();
  await page.getByRole("button", { name: "Start again" }).press("Enter");
  expect(await total.innerText()).toBe(before);
  expect(faults).toEqual([]);
  await context.close();
});

test("only the solver's file may compile WebAssembly, and nothing may evaluate text", async () => {
  const page = await fetch(`${url}/quantum-ai-advantage`);
  const policy = page.headers.get("content-security-policy")!;
  expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'|'wasm-unsafe-eval'|\*/);
  const { page: window, context } = await stranger();
  const started = window.waitForResponse((answer) => /solver\.worker/.test(answer.url()));
  await window.goto(`${url}/quantum-ai-advantage`);
  await window.locator(".live").scrollIntoViewIfNeeded();
  await window.getByLabel("Vendors at most").fill("2");
  const own = (await started).headers()["content-security-policy"]!;
  expect(own).toContain("'wasm-unsafe-eval'");
  expect(own).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*/);
  await context.close();
});

test.each([
  ["dark", 1440],
  ["light", 390],
] as const)(
  "examples in %s at %d px: WCAG 2.2 AA, nothing wider than the window",
  async (theme, width) => {
    const { page, context, faults } = await stranger({ theme, width });
    const found: string[] = [];
    for (const path of pages) {
      await page.goto(`${url}${path}`);
      await page.locator(".live").scrollIntoViewIfNeeded();
      await page.locator("[data-island][data-awake]").first().waitFor();
      found.push(...(await looks(page, path)));
    }
    expect([...found, ...faults]).toEqual([]);
    await context.close();
  },
);
