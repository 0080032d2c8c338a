// What was begun or set wrongly is mended in the browser by whoever may: a rule of law, a
// debarment, an entry of the audit record, a sole administrator's duties, an invoice that was sent
// too early, a file that the bank refuses.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { get, press, send, status } from "./steps.ts";

// A proof is asked for before the newest checkpoint covers its entry: the page says so, and the
// browser's console tells it as well.
const { come, enter } = crew(/\b409\b/);
/** A name that is like nobody's. */
const word = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (n) =>
    String.fromCharCode(97 + (n % 26)),
  ).join("");
type Items<T> = { items: T[] };

test("an administrator adds a state rule that is stricter, everybody reads it, and it is ended again", async () => {
  const page = await come("admin", "/settings?tab=agency");
  const citation = `State code ${Date.now()}`;
  await page.getByRole("link", { name: "Open the rules" }).click();
  await press(page, "Add a rule");
  await page.getByLabel("What it is about").selectOption({ label: "Retention of records" });
  await page.getByLabel("Law of").selectOption({ label: "State" });
  await page.getByLabel("Holds from").fill("2026-01-01");
  await page.getByLabel("Years").fill("7");
  await page.getByLabel("Citation").fill(citation);
  await page.getByLabel("What it demands").fill("Records are kept for seven years.");
  await page.getByRole("textbox", { name: "Source" }).fill("Read on the state's site");
  await press(page, "Add the rule");
  const own = page.locator("li").filter({ hasText: citation });
  await own.getByText("Years: 7").waitFor();
  const reader = await come("user", "/settings/rules");
  await reader.getByText(citation).waitFor();
  await reader.getByRole("searchbox", { name: "Search the rules" }).fill(`retention ${citation}`);
  await reader.getByText(/^1 of \d+ rules$/).waitFor();
  expect(await reader.locator("main li").count()).toBe(1);
  expect(await reader.getByRole("button", { name: "Add a rule" }).count()).toBe(0);
  await own.getByRole("button", { name: /^End / }).click();
  await page.getByLabel("Reason").fill("The board repealed it");
  await press(page, "End the rule");
  await own.getByText("Over").waitFor();
});

test("a debarment ends early with a reason; then the vendor is reinstated", async () => {
  const page = await come("manager");
  const stamp = Date.now();
  const { id } = await send<{ id: string }>(page, "POST", "/api/v1/vendors", {
    name: `${word()} ${word()} Paving`,
    email: `paving${stamp}@example.com`,
  });
  const { version } = await get<{ version: number }>(page, `/api/v1/vendors/${id}`);
  await send(page, "POST", `/api/v1/vendors/${id}/actions/activate`, {}, version);
  await send(page, "POST", `/api/v1/vendors/${id}/debarments`, {
    cause: "Falsified weigh tickets",
    noticedOn: "2026-09-01",
    hearingOn: "2026-09-15",
    fromOn: "2026-10-01",
    untilOn: "2030-10-01",
  });
  await page.goto(`${new URL(page.url()).origin}/vendor-directory/${id}?tab=documents`);
  await press(page, "End early");
  await page.getByLabel("Reason").fill("The appeal was upheld");
  await press(page, "End the debarment");
  await page.getByText(/ended .*: The appeal was upheld/).waitFor();
  await press(page, "Reinstate");
  await page.getByLabel("Reason").fill("The appeal was upheld");
  await page.getByRole("dialog").getByRole("button", { name: "Reinstate" }).click();
  await status(page, "Active");
});

test("the content of an entry is erased on a ground of law; who did it and why is an entry of its own", async () => {
  const page = await come("admin");
  const name = `${word()} ${word()}`;
  const { id } = await send<{ id: string }>(page, "POST", "/api/v1/vendors", {
    name,
    email: "jane@example.com",
  });
  const entry = (await get<Items<{ id: string }>>(page, `/api/v1/audit-entries?objectId=${id}`))
    .items[0]!;
  await page.goto(`${new URL(page.url()).origin}/blockchain?objectId=${id}&peek=${entry.id}`);
  await press(page, "Erase its content");
  await page.getByLabel("Ground in law").fill("Request of the person, state privacy act");
  await press(page, "Erase for ever");
  await expect
    .poll(
      async () =>
        (
          await get<Items<{ id: string; erased: boolean }>>(
            page,
            `/api/v1/audit-entries?objectId=${id}`,
          )
        ).items.find((each) => each.id === entry.id)!.erased,
    )
    .toBe(true);
  await expect.poll(() => page.getByRole("button", { name: "Erase its content" }).count()).toBe(0);
});

test("who administers an agency alone sets their own duties; where there are others, not", async () => {
  const { page } = await enter("admin@second.levee.test");
  const name = (await get<Items<{ name: string }>>(page, "/api/v1/members")).items[0]!.name;
  await page.goto(`${new URL(page.url()).origin}/team`);
  const duty = async (on: boolean) => {
    await press(page, name);
    await page.getByText("You are the only administrator").waitFor();
    await page.getByRole("checkbox", { name: /^Accounts payable/ }).setChecked(on);
    await press(page, "Save member");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    return (
      await get<Items<{ duties: string[] }>>(page, "/api/v1/members")
    ).items[0]!.duties.includes("ap");
  };
  expect([await duty(true), await duty(false)]).toEqual([true, false]);
});

test("a duty with money powers waits: the administrator who asks sees it, another officer declines it with a reason", async () => {
  const page = await come("admin", "/team?tab=members");
  await press(page, "Ray Castillo");
  await page.getByRole("checkbox", { name: /^Opening officer/ }).setChecked(true);
  await press(page, "Save member");
  await page.getByText("a second person confirms the rest").waitFor();
  await page.goto(`${new URL(page.url()).origin}/team?tab=grants`);
  const row = (where: typeof page) =>
    where
      .getByRole("listitem")
      .filter({ hasText: "Ray Castillo" })
      .filter({ hasText: "Opening officer" })
      .first();
  await row(page).getByRole("button", { name: "Take back for Ray Castillo" }).waitFor();
  expect(
    await row(page)
      .getByRole("button", { name: /^Confirm/ })
      .count(),
  ).toBe(0);
  const officer = await come("manager", "/team?tab=grants");
  await row(officer).getByRole("button", { name: "Decline for Ray Castillo" }).click();
  await officer.getByLabel("Why").fill("He records what arrives.");
  await press(officer, "Decline");
  await row(officer).getByText("Declined").waitFor();
  expect(
    (
      await get<Items<{ name: string; duties: string[] }>>(page, "/api/v1/members?limit=100")
    ).items.find((member) => member.name === "Ray Castillo")!.duties,
  ).not.toContain("opener");
});

test("accounts payable takes an invoice back from its approvers, with a reason", async () => {
  const page = await come("ap");
  const first = async (path: string) => (await get<Items<{ id: string }>>(page, path)).items[0]!.id;
  const [vendorId, accountStringId] = [
    await first("/api/v1/vendors?status=active&limit=1"),
    await first("/api/v1/account-strings?active=true&limit=1"),
  ];
  const { id } = await send<{ id: string }>(page, "POST", "/api/v1/invoices", {
    vendorId,
    vendorNumber: `TB-${Date.now()}`,
    invoiceDate: "2026-11-02",
    lines: [{ description: "Signs", quantity: "1", unitPrice: "75", accountStringId }],
    submit: true,
  });
  await page.goto(`${new URL(page.url()).origin}/invoices/${id}`);
  await status(page, "In approval");
  await press(page, "Take back");
  await page.getByLabel("Reason").fill("The vendor sends a corrected bill");
  await page.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await status(page, "Matched");
});

test("the bank refuses the file of a run: the treasurer records it, the payment is void, its invoice can be paid again", async () => {
  type Record = { id: string; version: number };
  const ap = await come("ap");
  const payable = (
    await get<Items<{ id: string; number: string; method: string; blocked: string | null }>>(
      ap,
      "/api/v1/payables?method=ach&limit=200",
    )
  ).items.findLast((each) => !each.blocked)!;
  const run = await send<Record>(ap, "POST", "/api/v1/payment-runs", { invoiceIds: [payable.id] });
  const { approvalId } = await send<{ approvalId: string }>(
    ap,
    "POST",
    `/api/v1/payment-runs/${run.id}/actions/submit`,
    {},
    run.version,
  );
  const manager = await come("manager");
  const { version } = await get<Record>(manager, `/api/v1/approvals/${approvalId}`);
  await send(
    manager,
    "POST",
    `/api/v1/approvals/${approvalId}/actions/approve`,
    { comment: "" },
    version,
  );
  const page = await come("treasurer");
  const own = `/api/v1/payment-runs/${run.id}`;
  await send(page, "POST", `${own}/actions/release`, {}, (await get<Record>(page, own)).version);
  await page.goto(`${new URL(page.url()).origin}/payments/runs/${run.id}`);
  await status(page, "Released");
  await press(page, "Record bank refusal");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 ACH payment").waitFor();
  await dialog.getByLabel("Reason").fill("Batch control out of balance");
  await dialog.getByRole("button", { name: "Record bank refusal" }).click();
  await status(page, "File refused");
  await page.getByRole("note").getByText("Batch control out of balance").waitFor();
  expect(
    (await get<{ payments: { status: string }[] }>(page, own)).payments.map((p) => p.status),
  ).toEqual(["voided"]);
  expect(
    (await get<Items<{ id: string }>>(ap, "/api/v1/payables?method=ach&limit=200")).items.some(
      (each) => each.id === payable.id,
    ),
  ).toBe(true);
});
