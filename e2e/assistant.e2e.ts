// What floats over every screen: the assistant, the feedback form and the tutorial, with the
// specification's words.
import type { Page, Route } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { stranger, url } from "./people.ts";
import { widgets } from "./spec/shell.ts";
import { someRequisition } from "./steps.ts";

const { come, forgive, join } = crew();

const chatRoute = "**/functions/v1/platform-agent-chat";
const openChat = async (page: Page) => {
  await page.getByRole("button", { name: "Open the assistant" }).click();
  const panel = page.getByRole("dialog", { name: "Assistant" });
  await panel.waitFor();
  return panel;
};

test("assistant: level by sign-in, an answer that grows and cites the guide, its source opens; Esc closes", async () => {
  const page = await come("buyer");
  const panel = await openChat(page);
  await panel.getByText(widgets.level, { exact: true }).waitFor();
  const box = (await panel.boundingBox())!;
  expect([box.width, box.height]).toEqual([widgets.chatPanel.width, widgets.chatPanel.height]);
  const field = panel.getByLabel("Your question");
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill("   ");
  await page.keyboard.press("Enter");
  expect(await panel.locator(".bubble-user").count()).toBe(0);
  const sent = page.waitForRequest(chatRoute);
  await field.fill("Who releases a payment run?");
  await page.keyboard.press("Enter");
  const request = await sent;
  expect(request.headers()["authorization"]).toMatch(/^Bearer ./);
  expect(request.postDataJSON()).toEqual({
    messages: [{ role: "user", content: "Who releases a payment run?" }],
    isPublic: true,
  });
  const answer = panel.locator(".bubble-agent").last();
  const source = answer.getByRole("list", { name: "Sources" }).getByRole("link").first();
  await source.waitFor();
  await expect.poll(() => answer.innerText()).toMatch(/treasurer/i);
  expect(await source.getAttribute("href")).toMatch(/^\/documentation\/[a-z-]+(#[a-z0-9-]+)?$/);
  await panel.getByLabel("Your question").fill("zqxv wvut");
  await page.keyboard.press("Enter");
  await panel.getByText("I found nothing about that", { exact: false }).waitFor();
  await field.focus();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Open the assistant",
  );
  await page.goto(`${url}${(await openAndFindSource(page))!}`);
  expect(
    await page.evaluate(() => document.getElementById(location.hash.slice(1))?.checkVisibility()),
  ).toBe(true);
});

const openAndFindSource = async (page: Page): Promise<string | null> => {
  const panel = await openChat(page);
  await panel.getByLabel("Your question").fill("Who releases a payment run?");
  await page.keyboard.press("Enter");
  const source = panel.getByRole("list", { name: "Sources" }).locator('a[href*="#"]').first();
  await source.waitFor();
  return source.getAttribute("href");
};

test("assistant: records of one's own agency by number; nothing while an answer comes; a failure has its words", async () => {
  const page = await come("manager");
  const number = await someRequisition(page);
  const panel = await openChat(page);
  const field = panel.getByLabel("Your question");
  await field.fill(`Where does ${number} stand?`);
  await page.keyboard.press("Enter");
  expect(await panel.getByRole("link", { name: number }).first().getAttribute("href")).toMatch(
    /^\/smart-requisition\/[0-9a-f-]{36}$/,
  );
  let release = () => {};
  const held = new Promise<void>((open) => {
    release = open;
  });
  let asked = 0;
  await page.route(chatRoute, async (route) => {
    asked += 1;
    await held;
    await route.abort();
  });
  await field.fill("What is a purchase order?");
  await page.keyboard.press("Enter");
  await field.fill("And a receipt?");
  await page.keyboard.press("Enter");
  expect([asked, await field.inputValue()]).toEqual([1, "And a receipt?"]);
  release();
  await panel.getByText(widgets.chatFailed, { exact: true }).waitFor();
  await page.unroute(chatRoute);
  await page.route(chatRoute, (route) => route.fulfill({ status: 503, json: { error: "busy" } }));
  await field.press("Enter");
  await expect.poll(() => panel.getByText(widgets.chatFailed, { exact: true }).count()).toBe(2);
  forgive(/ERR_FAILED|status of 503/);
});

test("feedback: the four types, both fields needed, sent with its page; refused and failed with the specification's words", async () => {
  const page = await come("user", "/purchase-orders");
  const open = async () => {
    await page.getByRole("button", { name: "Send feedback" }).first().click();
    const form = page.getByRole("dialog", { name: "Send feedback" });
    await form.waitFor();
    return form;
  };
  const form = await open();
  const send = form.getByRole("button", { name: "Send feedback" });
  const type = form.getByLabel("Type");
  expect(
    (
      await type
        .locator("option")
        .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))
    ).toSorted(),
  ).toEqual([...widgets.feedbackTypes].toSorted());
  expect(await type.inputValue()).toBe("general");
  await send.click();
  expect(
    await form
      .getByLabel("Subject")
      .evaluate((field) => (field as HTMLInputElement).validity.valueMissing),
  ).toBe(true);
  await form.getByLabel("Subject").fill("Columns");
  await form.getByLabel("Message").fill("The order of the columns stays: thank you.");
  await page.route("**/api/v1/user_feedback", (route) => route.abort());
  await send.click();
  for (const text of widgets.feedbackFailed) await page.getByText(text, { exact: true }).waitFor();
  expect(await form.getByLabel("Subject").inputValue()).toBe("Columns");
  await page.unroute("**/api/v1/user_feedback");
  const sent = page.waitForRequest("**/api/v1/user_feedback");
  await type.selectOption("improvement");
  await send.click();
  const body = (await sent).postDataJSON() as {
    feedback_type: string;
    page_url: string;
    browser_info: Record<string, string>;
  };
  expect([body.feedback_type, body.page_url, Object.keys(body.browser_info)]).toEqual([
    "improvement",
    "/purchase-orders",
    ["userAgent", "platform", "language"],
  ]);
  for (const text of widgets.feedbackDone) await page.getByText(text, { exact: true }).waitFor();
  await form.waitFor({ state: "detached" });
  const again = await open();
  expect([
    await again.getByLabel("Type").inputValue(),
    await again.getByLabel("Subject").inputValue(),
    await again.getByLabel("Message").inputValue(),
  ]).toEqual(["general", "", ""]);
  forgive(/ERR_FAILED/);
});

test("feedback without sign-in: the form is there on a page without a guard, and says that it needs one", async () => {
  const { page } = join(await stranger());
  await page.goto(`${url}/incident-risk-register`);
  await page.getByRole("button", { name: "Send feedback" }).first().click();
  const form = page.getByRole("dialog", { name: "Send feedback" });
  await form.getByLabel("Subject").fill("Hello");
  await form.getByLabel("Message").fill("May I say something?");
  await form.getByRole("button", { name: "Send feedback" }).click();
  for (const text of widgets.feedbackStranger)
    await page.getByText(text, { exact: true }).waitFor();
});

const tour = (page: Page) => page.locator(".tour");
const startTour = async (page: Page) => {
  await page.getByRole("button", { name: "Start tutorial" }).click();
  await page.getByText(widgets.tutorialStart, { exact: true }).first().waitFor();
  await tour(page).waitFor();
};
const place = async (page: Page) =>
  /(\d+) of (\d+)/
    .exec(await tour(page).innerText())!
    .slice(1)
    .map(Number);

test("tutorial: half a second after it was asked for, focus inside; Next, Previous, Esc; it resumes where it was left, and ends with Complete", async () => {
  const page = await come("receiver", "/dashboard");
  const saved = () =>
    page.waitForResponse(
      (answer) =>
        answer.url().endsWith("/user_tutorial_progress") && answer.request().method() === "POST",
    );
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    (window as unknown as { seen: typeof seen }).seen = seen;
    new MutationObserver(() => {
      if (!seen["tour"] && document.querySelector(".tour")) seen["tour"] = performance.now();
    }).observe(document.body, { subtree: true, childList: true });
    // The toast can be painted late where the machine is busy; the answer after which it is shown
    // cannot.
    const fetched = window.fetch;
    window.fetch = async (...asked) => {
      const answer = await fetched(...asked);
      if (
        String(asked[0]).includes("/user_tutorial_progress") &&
        (asked[1]?.method ?? "GET") === "GET"
      )
        seen["answered"] = performance.now();
      return answer;
    };
  });
  // As on the first day, whatever this person read before.
  await page.evaluate(async () => {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${(JSON.parse(localStorage.getItem("levee.session")!) as { access_token: string }).access_token}`,
    };
    const { items } = (await (
      await fetch("/api/v1/tutorials?module_name=dashboard", { headers })
    ).json()) as { items: { id: string }[] };
    for (const { id } of items)
      await fetch("/api/v1/user_tutorial_progress", {
        method: "POST",
        headers,
        body: JSON.stringify({ tutorial_id: id, current_step: 0, completed: false }),
      });
  });
  let done = saved();
  await startTour(page);
  await done;
  const seen = await page.evaluate(
    () => (window as unknown as { seen: Record<string, number> }).seen,
  );
  expect(seen["tour"]! - seen["answered"]!).toBeGreaterThanOrEqual(widgets.tutorialDelayMs - 1);
  await page.waitForFunction(() => document.activeElement?.id === "tour-title");
  const [, steps] = await place(page);
  expect(steps).toBeGreaterThanOrEqual(5);
  const button = (name: string) => tour(page).getByRole("button", { name, exact: true });
  expect(await button("Previous").isDisabled()).toBe(true);
  for (const press of ["Next", "Next", "Previous", "Next"]) {
    done = saved();
    await button(press).click();
    await done;
  }
  expect(await place(page)).toEqual([3, steps]);
  expect(
    await tour(page)
      .getByRole("progressbar")
      .evaluate((bar) => (bar as HTMLProgressElement).value),
  ).toBeCloseTo(300 / steps!, 0);
  await page.keyboard.press("Escape");
  await tour(page).waitFor({ state: "detached" });
  await page.reload();
  await page.locator("main h1").first().waitFor();
  await startTour(page);
  expect(await place(page)).toEqual([3, steps]);
  for (let at = 3; at < steps!; at += 1) {
    done = saved();
    await button("Next").click();
    await done;
  }
  expect(await button("Next").count()).toBe(0);
  done = saved();
  await button("Complete").click();
  expect((await done).request().postDataJSON()).toMatchObject({
    current_step: steps! - 1,
    completed: true,
  });
  await tour(page).waitFor({ state: "detached" });
  await startTour(page);
  expect(await place(page)).toEqual([1, steps]);
  await button("Skip Tutorial").click();
  await tour(page).waitFor({ state: "detached" });
});

test("tutorial: none yet, and not to be read", async () => {
  const page = await come("auditor", "/dashboard");
  const answers: ((route: Route) => Promise<void>)[] = [
    (route) => route.fulfill({ json: { items: [] } }),
    (route) =>
      route.fulfill({ status: 500, json: { type: "about:blank", title: "planted", status: 500 } }),
  ];
  for (const [at, text] of [widgets.tutorialNone, widgets.tutorialFailed].entries()) {
    await page.route("**/api/v1/tutorials?**", answers[at]!);
    await page.getByRole("button", { name: "Start tutorial" }).click();
    await page.getByText(text, { exact: true }).waitFor();
    await page.unroute("**/api/v1/tutorials?**");
  }
  expect(await tour(page).count()).toBe(0);
  forgive(/status of 500/);
});
