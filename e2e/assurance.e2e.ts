// An audit by its people: planned, declared independent, a frozen population, a sample, an exception, a review by
// another, findings that are disputed, upheld and accepted, what is done about one, and the papers of 2 CFR 200.511.
// That a seed draws the same items twice, the recount after thirty days by a test clock and the recurrence that opens
// finding and action again stand in assurance.service.test.ts: no day passes on this server.
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright";
import { beforeEach, expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { pdfText } from "./pdf-text.ts";
import { url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

// What is refused on purpose: papers of an audit before they are handed over, a review by whoever prepared.
const { come } = crew(/4(03|04|09|22)/);
let turn: string;
beforeEach(() => (turn = String(Date.now())));

type Found<T = { id: string }> = { items: T[] };
type Versioned = { id: string; version: number; number: string; status: string };
type Item = { id: string; number: string; cents: number };
type Population = { samples: { seed: string; items: Item[] }[] };
const [audits, findings, procedures] = [
  "/api/v1/audits",
  "/api/v1/audit-findings",
  "/api/v1/audit-procedures",
] as const;
const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1)!;
const dialogOf = (page: Page) => page.getByRole("dialog");
const confirm = async (page: Page, label: string) => {
  await dialogOf(page).getByRole("button", { name: label, exact: true }).click();
  await dialogOf(page).waitFor({ state: "detached" });
};
const open = async (page: Page, path: string) => {
  await page.goto(`${url}${path}`);
  await page.locator("main h1").first().waitFor();
};
/** Takes a step through the API as the person of the page. */
const step = async (page: Page, path: string, name: string, body: object = {}) => {
  const { version } = await get<Versioned>(page, path);
  return send<Versioned>(page, "POST", `${path}/actions/${name}`, body, version);
};
const memberId = async (page: Page, name: string) =>
  (await get<Found>(page, `/api/v1/members?q=${name}&limit=1`)).items[0]!.id;

/** Planned by one, joined by another, independence declared by both, fieldwork begun. */
const plan = async (lead: Page, second: Page): Promise<string> => {
  await press(lead, "Plan an audit");
  const dialog = dialogOf(lead);
  await dialog.getByLabel("What is audited").fill(`Payments of the county ${turn}`);
  await dialog.getByLabel("Kind").selectOption("single");
  await dialog.getByLabel("Fiscal year", { exact: true }).fill(agencyDay().slice(0, 4));
  await choose(lead, "Who answers for it", "Dale Whitcomb");
  await dialog.getByLabel("Starts").fill(agencyDay());
  await dialog.getByLabel("Report due").fill(agencyDay(60));
  await confirm(lead, "Save");
  await status(lead, "Planned");
  const id = idOf(lead);
  await press(lead, "Add to the team");
  await choose(lead, "Who", "Edmund Vance");
  await dialogOf(lead).getByLabel("What they do").selectOption("member");
  await confirm(lead, "Add");
  for (const page of [lead, second]) {
    await open(page, `/admin/audits/${id}`);
    await press(page, "Declare independence");
    await dialogOf(page).getByLabel("I am independent of what is audited").check();
    await confirm(page, "Declare");
  }
  await lead.reload();
  await press(lead, "Begin fieldwork");
  await status(lead, "Fieldwork");
  return id;
};

/** A population of payments is frozen and a sample drawn; the other auditor sees the same seed and records. */
const draw = async (lead: Page, second: Page, audit: string): Promise<string> => {
  await press(lead, "Enter a procedure");
  await dialogOf(lead).getByLabel("What is to be found out").fill("Payments stand on an invoice");
  await confirm(lead, "Enter");
  await lead.getByText("Payments stand on an invoice").first().waitFor();
  const { items } = await get<Found>(lead, `${procedures}?auditId=${audit}`);
  const path = `/admin/audits/procedures/${items[0]!.id}`;
  await open(lead, path);
  await press(lead, "Freeze a population");
  await dialogOf(lead).getByLabel("List").selectOption("/api/v1/payments");
  await confirm(lead, "Freeze");
  await press(lead, "Draw a sample");
  await dialogOf(lead).getByLabel("How many").first().fill("4");
  await confirm(lead, "Draw");
  await lead
    .getByRole("button", { name: /^Test / })
    .first()
    .waitFor();
  const { populations } = await get<{ populations: Population[] }>(
    lead,
    `${procedures}/${items[0]!.id}`,
  );
  const [sample] = populations[0]!.samples;
  expect(sample!.seed).toMatch(/^[0-9a-f]{16,}$/);
  await lead.getByText(sample!.seed).first().waitFor();
  await open(second, path);
  await second.getByText(sample!.seed).first().waitFor();
  await exception(lead, sample!.items);
  expect(await looks(lead, "a procedure")).toEqual([]);
  return items[0]!.id;
};

/** One record is an exception, entered on the screen; the others pass. */
const exception = async (lead: Page, items: readonly Item[]) => {
  const [wrong, ...others] = items;
  await press(lead, `Test ${wrong!.number}`);
  await dialogOf(lead).getByLabel("Found").selectOption("exception");
  await dialogOf(lead).getByLabel("Should be, of an exception").fill("0.01");
  await dialogOf(lead).getByLabel("What was seen").fill("No invoice stands behind it");
  await confirm(lead, "Enter");
  for (const { id } of others)
    await send(lead, "POST", `/api/v1/audit-items/${id}/actions/test`, { result: "pass" });
  await lead.reload();
  await lead.getByText(`1 exception in ${items.length}`).first().waitFor();
};

/** Prepared by one, who may not review it; reviewed by the other. */
const review = async (lead: Page, second: Page, procedure: string) => {
  await press(lead, "Prepared");
  await dialogOf(lead).getByLabel("What was done and seen").fill("Invoices were compared.");
  await confirm(lead, "Prepared");
  await status(lead, "Prepared");
  await lead.getByText("Review is not possible: Whoever prepared it does not review it.").waitFor();
  await expect(step(lead, `${procedures}/${procedure}`, "review")).rejects.toThrow(
    /Whoever prepared it does not review it/,
  );
  await second.reload();
  await press(second, "Review");
  await status(second, "Reviewed");
};

const words = {
  criteria: "Each payment stands on an invoice.",
  condition: "One payment of the sample has none.",
  cause: "The form lets it pass.",
  effect: "Costs are questioned.",
  recommendation: "Ask for the invoice before the run.",
};

/** A finding is written on the screen, another through the API for somebody else. */
const write = async (lead: Page, audit: string): Promise<[Versioned, Versioned]> => {
  await open(lead, `/admin/audits/${audit}`);
  await press(lead, "Write a finding");
  const dialog = dialogOf(lead);
  await dialog.getByLabel("The finding in a line").fill(`Zebra invoices missing ${turn}`);
  await dialog.getByLabel("Source").selectOption("audit");
  await dialog.getByLabel("Severity").selectOption("material");
  for (const [name, text] of Object.entries(words))
    await dialog.getByLabel(new RegExp(`^${name}`, "i")).fill(text);
  await dialog.getByLabel("Fiscal year it first occurred").fill(agencyDay().slice(0, 4));
  await choose(lead, "Who answers for it", "Dale Whitcomb");
  await confirm(lead, "Save");
  await status(lead, "Open");
  const first = await get<Versioned>(lead, `${findings}/${idOf(lead)}`);
  const second = await send<Versioned>(lead, "POST", findings, {
    ...{ ...words, auditId: audit, source: "audit", title: `Quotes missing ${turn}` },
    ...{ severity: "deficiency", firstYear: Number(agencyDay().slice(0, 4)) },
    ...{ responderId: await memberId(lead, "Maya"), questioned: [] },
  });
  return [first, await get<Versioned>(lead, `${findings}/${second.id}`)];
};

/** Neither whoever is to answer nor an administrator finds anything of it before it is handed over. */
const hidden = async (people: readonly Page[], { id, number }: Versioned) => {
  for (const page of people) {
    await page.goto(`${url}/admin/audits/findings/${id}`);
    await page
      .getByRole("heading", { name: /not (found|there)|no such/i })
      .first()
      .waitFor();
    expect(await get(page, `${findings}/${id}`)).toMatchObject({ status: 404 });
    for (const asked of [number, "Zebra invoices"]) {
      const { items } = await get<Found<object>>(
        page,
        `/api/v1/search?q=${encodeURIComponent(asked)}`,
      );
      expect(JSON.stringify(items)).not.toContain(id);
    }
  }
};

/** One finding is disputed and upheld, the other disputed and then accepted with a plan. */
const answers = async (
  lead: Page,
  works: Page,
  buyer: Page,
  [one, two]: [Versioned, Versioned],
) => {
  await open(works, `/admin/audits/findings/${one.id}`);
  await press(works, "More actions");
  await works.getByRole("menuitem", { name: "Dispute" }).click();
  await dialogOf(works).getByLabel("Why you disagree").fill("The invoice lies in the yard.");
  await confirm(works, "Dispute");
  await status(works, "Disputed");
  await press(works, "Accept");
  await dialogOf(works).getByLabel("Contact person").fill("Dale Whitcomb, (952) 555-0140");
  await dialogOf(works).getByLabel("Planned corrective action").fill("Invoices are asked for.");
  await dialogOf(works).getByLabel("Anticipated completion").fill(agencyDay(30));
  await confirm(works, "Accept");
  await status(works, "Accepted");
  await step(buyer, `${findings}/${two.id}`, "dispute", { disagrees: "Below the threshold." });
  await open(lead, `/admin/audits/findings/${two.id}`);
  await press(lead, "Uphold");
  await dialogOf(lead).getByLabel("Reason").fill("The threshold is of the whole order.");
  await confirm(lead, "Uphold");
  await status(lead, "Accepted");
};

const actions = "/api/v1/corrective-actions";

/** Opened and carried out on the responder's side, its plan approved by another; whoever implemented never checks. */
const remedy = async (works: Page, manager: Page, second: Page, finding: Versioned) => {
  await works.reload();
  await press(works, "Open a corrective action");
  const dialog = dialogOf(works);
  await dialog.getByLabel("What is to be put right").fill(`Invoices first ${turn}`);
  await dialog.getByLabel("What went wrong").fill(words.condition);
  await choose(works, "Owner", "Dale Whitcomb");
  await dialog.getByLabel("Implemented by").fill(agencyDay(20));
  await confirm(works, "Open");
  await works.getByRole("link", { name: `Invoices first ${turn}` }).click();
  await status(works, "Opened");
  const id = idOf(works);
  const path = `${actions}/${id}`;
  await step(works, path, "contain", { containment: "The invoice was asked for." });
  await step(works, path, "findCause", { rootCause: words.cause, plan: "The form asks." });
  await works.reload();
  await works.getByText("Approve the plan is not possible").first().waitFor();
  await open(manager, `/corrective-actions/${id}`);
  await press(manager, "Approve the plan");
  await status(manager, "Plan approved");
  await works.reload();
  await press(works, "Mark implemented");
  await status(works, "Implemented");
  const check = { found: "None came since.", effective: true };
  await expect(step(works, path, "check", check)).rejects.toThrow(
    /Somebody other than who implemented it verifies that it works/,
  );
  await expect(step(second, path, "check", check)).rejects.toThrow(
    /The day of its next check has not come/,
  );
  expect((await get<Versioned>(works, `${findings}/${finding.id}`)).status).toBe("in_remediation");
};

/** Downloads one of both forms of a paper from the screen. */
const paper = async (page: Page, title: RegExp, button: string | RegExp): Promise<Buffer> => {
  const line = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title }) });
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: 60_000 }),
    line.getByRole("button", { name: button }).click(),
  ]);
  return readFileSync((await download.path())!);
};

/** Captions of a paper by CSV and by PDF. */
const captions = async (page: Page, title: RegExp, expected: readonly string[]) => {
  const rows: string[][] = parse((await paper(page, title, "CSV")).toString(), { bom: true });
  const named = new Set(rows.map(([, caption]) => caption));
  for (const caption of expected) expect(named).toContain(caption);
  const text = await pdfText(await paper(page, title, /^PDF of/));
  for (const caption of expected) expect(text).toContain(caption);
  return text;
};

/** How findings of former years stand is said, so that their schedule lacks nothing. */
const standings = async (lead: Page, audit: string) => {
  type Papers = { items: { kind: string; lacks: string[] }[] };
  const { items } = await get<Papers>(lead, `${audits}/${audit}/papers`);
  const lacking = items.find(({ kind }) => kind === "schedule")!.lacks.join("\n");
  const prior = await get<Found<Versioned & { reference: string }>>(
    lead,
    `${findings}?source=outside&limit=100`,
  );
  for (const { id, reference } of prior.items)
    if (lacking.includes(`${reference}:`))
      await step(lead, `${findings}/${id}`, "schedule", {
        ...{ standing: "partly", reason: "One clerk left.", planned: "The form asks for it." },
        taken: "Half of them were asked for.",
      });
};

test("an audit goes from its plan to findings that are answered, acted on and printed", async () => {
  const lead = await come("auditor", "/admin/audits");
  const second = await come("auditor2");
  const [works, buyer, admin, manager] = [
    await come("works", "/notifications", { width: 390 }),
    await come("buyer"),
    await come("admin"),
    await come("manager"),
  ];
  const audit = await plan(lead, second);
  await review(lead, second, await draw(lead, second, audit));
  const [one, two] = await write(lead, audit);
  await open(lead, `/admin/audits/${audit}`);
  await press(lead, "Draft the report");
  await status(lead, "Draft report");
  await hidden([works, admin], one);
  await press(lead, "Hand over for response");
  await status(lead, "Response");
  expect(await looks(lead, "an audit")).toEqual([]);
  await answers(lead, works, buyer, [one, two]);
  expect(await looks(works, "a finding on a phone")).toEqual([]);
  await open(lead, `/admin/audits/${audit}`);
  await press(lead, "Issue the report");
  await status(lead, "Issued");
  await remedy(await come("works", `/admin/audits/findings/${one.id}`), manager, second, one);

  await standings(lead, audit);
  await open(lead, `/admin/audits/${audit}?tab=papers`);
  const said = await captions(lead, /^Corrective action plan/, [
    ...["Reference number", "Contact person", "Planned corrective action"],
    ...["Anticipated completion date", "Why the auditee disagrees"],
  ]);
  expect(said).toContain("Below the threshold.");
  await captions(lead, /^Summary schedule of prior audit findings/, [
    ...["Reference number", "Fiscal year in which it initially occurred", "Status"],
    ...["Reasons for its recurrence", "Planned corrective action"],
    "Partial corrective action taken",
  ]);
  expect(await looks(lead, "papers of an audit")).toEqual([]);
});
