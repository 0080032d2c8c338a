// Grant money is passed on: a program, three applicants, scores under seal with an
// interest, a notice to all, a subaward, the subrecipient's request, and its payment in the ordinary run.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

const { come } = crew(/\b4(09|22)\b/);
type Versioned = { id: string; version: number };
type Named = { items: { id: string; name: string; personId?: string }[] };
const title = `Warm meals in storms ${String(Date.now()).slice(-6)}`;
const dialog = (page: Page) => page.getByRole("dialog");

const publish = async (grants: Page): Promise<string> => {
  await grants.goto(`${url}/grant-management?tab=reviewer`);
  await grants.getByRole("link", { name: "New program" }).first().click();
  await grants.getByLabel("Title", { exact: true }).fill(title);
  await grants.getByLabel("What it is for").fill("Meals for people who cannot cook in a storm.");
  await choose(grants, "Award that pays", "Public health");
  await grants.getByLabel("Total amount").fill("9000");
  await grants.getByLabel("Award ceiling").fill("4000");
  await grants.getByLabel("Opens", { exact: true }).fill(agencyDay());
  await grants.getByLabel("Money from").fill(agencyDay(-30));
  await grants.getByLabel("Money to").fill(agencyDay(200));
  await grants.getByLabel("Criterion, line 1").fill("Need");
  await press(grants, "Save program");
  await status(grants, "Draft");
  const id = grants.url().split("/").at(-1)!;
  const { items } = await get<{ items: { id: string; name: string }[] }>(
    grants,
    "/api/v1/members?limit=200",
  );
  for (const name of ["Ines Okonkwo", "Howard Lindahl", "June Castellano"])
    await send(grants, "POST", `/api/v1/grant-programs/${id}/reviewers`, {
      personId: items.find((m) => m.name === name)!.id,
    });
  await grants.reload();
  await press(grants, "Publish");
  await status(grants, "Open for applications");
  return id;
};

const apply = async (page: Page, id: string) => {
  await page.goto(`${url}/vendor-portal/grants`);
  await page.getByText(title).waitFor();
  await page
    .getByRole("listitem")
    .filter({ hasText: title })
    .getByRole("link", { name: "Apply" })
    .click();
  await page.waitForURL((u) => u.pathname.endsWith(id));
  await page.getByLabel("Title", { exact: true }).fill(`Two hundred meals, ${title}`);
  await page
    .getByLabel("What you will do, for whom, and by when")
    .fill("Our kitchen cooks 200 meals on each day of a storm and drives them out.");
  await page.getByLabel("Supplies").fill("3000");
  await press(page, "Save and send");
  await page.waitForURL((u) => u.pathname === "/vendor-portal/grants");
  await page.getByText(`Two hundred meals, ${title}`).waitFor();
};

const onPaper = async (grants: Page, id: string) => {
  const { items } = await get<Named>(grants, "/api/v1/vendors?status=active&limit=100");
  for (const name of ["Watertown Mutual Aid Network", "Norwood Young America School Kitchen Fund"])
    await send(grants, "POST", `/api/v1/grant-programs/${id}/applications`, {
      vendorId: items.find((v) => v.name === name)?.id ?? (await vendorNamed(grants, name)),
      title: `Meals by ${name}`,
      narrative: "We cook for our part of the county on days of storms.",
      budget: [{ objectClass: "supplies", cents: 3_500_00 }],
      startsOn: agencyDay(-30),
      endsOn: agencyDay(200),
    });
};
const vendorNamed = async (page: Page, name: string) =>
  (await get<Named>(page, `/api/v1/vendors?q=${encodeURIComponent(name)}&limit=5`)).items[0]!.id;

const review = async (grants: Page, id: string) => {
  const path = `/grant-management/programs/${id}`;
  await grants.goto(`${url}${path}`);
  await press(grants, "Close and begin scoring");
  await status(grants, "Scoring");
  const scores = { reviewer: "9", reviewer2: "7", reviewer3: "7" };
  for (const [name, score] of Object.entries(scores)) {
    const page = await come(name, `${path}?tab=review`);
    const related = name === "reviewer3";
    if (related) {
      await page.getByLabel("I have an interest in Watertown", { exact: false }).check();
      await page
        .getByLabel("Which interest in Watertown", { exact: false })
        .fill("My brother works there.");
    }
    await press(page, "Declare");
    if (related)
      await page
        .getByText("You have an interest here, so others score it", { exact: false })
        .waitFor();
    const cells = page.getByLabel("Need of 10");
    await cells.first().waitFor();
    for (let i = 0; i < (await cells.count()); i++)
      await cells.nth(i).fill(i === 0 || related ? score : String(Number(score) - 2));
    await press(page, "Hand in");
    await dialog(page).getByRole("button", { name: "Hand in for good" }).click();
    await page.getByText("Your scores are handed in", { exact: false }).waitFor();
    expect(await page.getByText("Ranking").count()).toBe(0);
  }
  await grants.reload();
  await press(grants, "Open the scores");
  await status(grants, "Scores open, consensus");
  await press(grants, "Freeze the sheet");
  await status(grants, "Ranked, being selected");
};

const subaward = async (grants: Page, certifier: Page, programId: string): Promise<string> => {
  const { items } = await get<{ items: { id: string; applicant: string }[] }>(
    grants,
    `/api/v1/program-applications?programId=${programId}`,
  );
  const winner = items.find((a) => a.applicant === "Minnesota Valley Community Health")!;
  await grants.goto(`${url}/grant-management/program-applications/${winner.id}`);
  await press(grants, "Select");
  await status(grants, "Selected");
  expect(await grants.getByRole("link", { name: "Draft the subaward" }).count()).toBe(0);
  for (const { id } of items.filter((a) => a.id !== winner.id))
    await send(grants, "POST", `/api/v1/program-applications/${id}/actions/pass`, {
      reason: "The winner reaches more people for each dollar.",
    });
  const applicant = await come("subrecipient", "/vendor-portal/grants");
  const own = applicant.getByRole("listitem").filter({ hasText: `Two hundred meals, ${title}` });
  await own.getByText("Submitted").waitFor();
  await grants.goto(`${url}/grant-management/programs/${programId}`);
  await press(grants, "Send the notices");
  await status(grants, "Applicants told");
  await applicant.reload();
  await own.getByText("Selected").waitFor();
  await grants.goto(`${url}/grant-management/program-applications/${winner.id}`);
  await grants.getByRole("link", { name: "Draft the subaward" }).first().click();
  await grants.getByRole("heading", { name: "New subaward" }).waitFor();
  await choose(grants, "Account that it charges", "225-PHL-5340");
  await press(grants, "Save draft");
  await status(grants, "Draft");
  const id = new URL(grants.url()).pathname.split("/").at(-1)!;
  await grants.goto(`${url}/grant-management/subawards/${id}?tab=facts`);
  await press(grants, "Fill in");
  const empty = grants.locator("form input[type=text]");
  for (let i = 0; i < (await empty.count()); i++)
    if ((await empty.nth(i).inputValue()) === "") await empty.nth(i).fill("None");
  await press(grants, "Save");
  await grants.getByRole("button", { name: "Fill in" }).waitFor();
  await press(grants, "Assess the risk");
  for (const select of await dialog(grants).locator("select").all()) await select.selectOption("1");
  for (const note of await dialog(grants).getByLabel("What this rests on").all())
    await note.fill("Known since 2022.");
  await dialog(grants).getByRole("button", { name: "Assess", exact: true }).click();
  await status(grants, "Risk assessed");
  await certifier.goto(`${url}/grant-management/subawards/${id}`);
  await press(certifier, "Approve");
  await status(certifier, "Approved");
  await grants.reload();
  await press(grants, "Record as executed");
  await status(grants, "Executed");
  await press(grants, "Open for requests");
  await status(grants, "Active");
  return id;
};

const ask = async (page: Page) => {
  await page.goto(`${url}/vendor-portal/grants`);
  await page
    .getByRole("link", { name: `Two hundred meals, ${title}` })
    .first()
    .click();
  await press(page, "Ask for payment");
  await page.getByLabel("Costs from").fill(agencyDay(-20));
  await page.getByLabel("Costs to").fill(agencyDay(-1));
  await page.getByLabel("Day, line 1").fill(agencyDay(-10));
  await page.getByLabel("Paid to, line 1").fill("Lakes Wholesale Foods");
  await page.getByLabel("Class, line 1").selectOption("supplies");
  await page.getByLabel(/^Amount(, \$)?, line 1/).fill("1200");
  await press(page, "Send request");
  await page.getByText("Waits for a decision").first().waitFor();
};

const pay = async (grants: Page, subawardId: string) => {
  const { items } = await get<{ items: { id: string }[] }>(
    grants,
    `/api/v1/subaward-requests?subawardId=${subawardId}`,
  );
  const requestId = items[0]!.id;
  await grants.goto(`${url}/grant-management/subaward-requests/${requestId}`);
  await press(grants, "Accept");
  await status(grants, "Accepted");
  const { invoiceId } = await get<{ invoiceId: string }>(
    grants,
    `/api/v1/subaward-requests/${requestId}`,
  );
  const [ap, manager, treasurer] = [
    await come("ap"),
    await come("manager"),
    await come("treasurer"),
  ];
  const path = `/api/v1/invoices/${invoiceId}`;
  const approve = async (at: string) => {
    const { approvalId } = await get<{ approvalId: string }>(manager, at);
    await send(manager, "POST", `/api/v1/approvals/${approvalId}/actions/approve`, {});
  };
  await send(ap, "POST", `${path}/actions/submit`, {}, (await get<Versioned>(ap, path)).version);
  await approve(path);
  const run = await send<Versioned>(ap, "POST", "/api/v1/payment-runs", {
    invoiceIds: [invoiceId],
  });
  const runPath = `/api/v1/payment-runs/${run.id}`;
  const version = async () => (await get<Versioned>(ap, runPath)).version;
  await send(ap, "POST", `${runPath}/actions/submit`, {}, await version());
  await approve(runPath);
  await send(treasurer, "POST", `${runPath}/actions/release`, {}, await version());
};

test("a program's winner is chosen under seal, gets a subaward, asks for its costs and is paid", async () => {
  const grants = await come("grants");
  const certifier = await come("certifier");
  const applicant = await come("subrecipient");
  const programId = await publish(grants);
  await apply(applicant, programId);
  await onPaper(grants, programId);
  await review(grants, programId);
  const id = await subaward(grants, certifier, programId);
  await ask(applicant);
  await pay(grants, id);
  await applicant.goto(`${url}/vendor-portal/payments`);
  await applicant.getByText("$1,200.00").first().waitFor();
  const s = await get<{ encumbered: number; claimed: number }>(grants, `/api/v1/subawards/${id}`);
  expect(s).toMatchObject({ claimed: 1_200_00, encumbered: 1_800_00 });
}, 300_000);
