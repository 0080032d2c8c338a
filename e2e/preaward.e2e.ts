// A grant before its award: an opportunity by hand, a proposal and a decision by two people, an
// application with budget and forms, a section by somebody outside, a signature by somebody who wrote
// nothing of it, a package, and the award that it becomes.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { stranger, url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

const { enter, join } = crew();
const api = "/api/v1/grant-applications";
type Application = {
  id: string;
  status: string;
  version: number;
  findings: { part: string; path: string; message: string }[];
  sections: { id: string; version: number; body: string }[];
  forms: { code: string; version: number }[];
  packageSha256: string | null;
};
const read = (page: Page, id: string) => get<Application>(page, `${api}/${id}`);

const enterOpportunity = async (page: Page) => {
  await page.goto(`${url}/grant-opportunities/new`);
  await page.getByLabel("Number", { exact: true }).fill(`JOURNEY-${Date.now()}`);
  await page.getByLabel("Title", { exact: true }).fill("Warm rooms for winter storms");
  await page.getByLabel("Grantor").fill("Administration for Community Living");
  await page.getByLabel("County governments").check();
  await press(page, "Save");
  await status(page, "Inbox");
  await press(page, "Begin review");
  await status(page, "Reviewing");
  await press(page, "Propose");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Will apply").check();
  await dialog.getByLabel("Where the match comes from").fill("None is asked for");
  await dialog.getByLabel("Why").fill("The county opens warm rooms anyway.");
  await dialog.getByRole("button", { name: "Propose" }).click();
  await dialog.waitFor({ state: "detached" });
  return page.url().split("/").at(-1)!;
};

const decide = async (page: Page, id: string) => {
  await page.goto(`${url}/grant-opportunities/${id}`);
  await press(page, "Decide");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Why").fill("Agreed.");
  await dialog.getByRole("button", { name: "Decide" }).click();
  await status(page, "Will apply");
};

const begin = async (page: Page) => {
  await page.getByRole("link", { name: "Begin an application" }).click();
  await page.getByLabel("Assistance listing").fill("93.044");
  await page.getByLabel("Starts", { exact: true }).fill("2027-07-01");
  await page.getByLabel("Ends", { exact: true }).fill("2028-06-30");
  await press(page, "Begin the application");
  await status(page, "Draft");
  return page.url().split("/").at(-1)!;
};

/** Somebody without an account writes one section by the link of a letter. */
const writeFromOutside = async (page: Page, id: string) => {
  await page.goto(`${url}/grant-applications/${id}?tab=narrative`);
  await page.getByRole("button", { name: "Ask somebody outside" }).nth(1).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Hanna Voss");
  await dialog.getByLabel("Email").fill("hanna.voss@university.test");
  await dialog.getByLabel("The link works until").fill(agencyDay(20));
  await dialog.getByRole("button", { name: "Send the letter" }).click();
  await page.getByText("hanna.voss@university.test", { exact: false }).waitFor();
  const letters = await get<{ items: { subject: string; link: string | null }[] }>(
    page,
    "/api/v1/demo-mail",
  );
  const letter = letters.items.find((one) => one.subject.startsWith("Please write “Statement"));
  const outside = join(await stranger()).page;
  await outside.goto(new URL(letter!.link!, url).href);
  await outside.getByRole("heading", { name: "Statement of need" }).waitFor();
  expect(await outside.getByText("Approach").count()).toBe(0);
  await outside.getByLabel("Statement of need").fill("Nine storms left 400 people without heat.");
  await press(outside, "Save and hand in");
  await outside.getByText("Handed in.", { exact: false }).waitFor();
  await page.reload();
  await page.getByText("Nine storms left 400 people without heat.").waitFor();
};

/** Budget, forms and narrative, as the screens send them. */
const write = async (page: Page, id: string) => {
  const budget = await get<{ version: number }>(page, `${api}/${id}/budget`);
  await send(
    page,
    "PUT" as "PATCH",
    `${api}/${id}/budget`,
    {
      years: 1,
      activities: [{ title: "Warm rooms", aln: "93.044" }],
      lines: [{ kind: "other", description: "Heating", cents: 4_000_000 }],
    },
    budget.version,
  );
  for (const { code, version } of (await read(page, id)).forms)
    await send(page, "POST", `${api}/${id}/forms/${code}/refill`, {}, version);
  const more = {
    "SF-424": { contactFirst: "Adele", contactLast: "Moreau", agree: true },
    "SF-424B": { assured: true },
  };
  for (const [code, said] of Object.entries(more)) {
    const form = await get<{ answers: object; version: number }>(
      page,
      `${api}/${id}/forms/${code}`,
    );
    const answers = { ...form.answers, ...said };
    await send(page, "PATCH", `${api}/${id}/forms/${code}`, { answers, whole: true }, form.version);
  }
  for (const section of (await read(page, id)).sections.filter(({ body }) => body === ""))
    await send(
      page,
      "PUT" as "PATCH",
      `/api/v1/grant-application-sections/${section.id}/text`,
      { body: "The county opens its rooms in storms." },
      section.version,
    );
};

const sign = async (page: Page, id: string) => {
  await page.goto(`${url}/grant-applications/${id}`);
  await press(page, "Pass as ready");
  await status(page, "Ready");
  await press(page, "Certify and sign");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First name").fill("Marcus");
  await dialog.getByLabel("Last name").fill("Hale");
  await dialog.getByLabel("Title").fill("Public works manager");
  await dialog.getByLabel("Telephone").fill("952-555-0100");
  await dialog.getByLabel("I certify this, and sign with my name").check();
  await dialog.getByRole("button", { name: "Certify and sign" }).click();
  await page.getByText("Marcus Hale, Public works manager", { exact: false }).first().waitFor();
};

/** What was won is an award as it was applied for, and whoever keeps awards accepts it. */
const win = async (admin: Page, manager: Page, id: string) => {
  const { version } = await read(admin, id);
  await send(admin, "POST", `${api}/${id}/actions/accept`, {}, version);
  await manager.goto(`${url}/grant-applications/${id}`);
  await press(manager, "Awarded");
  const dialog = manager.getByRole("dialog");
  const number = `90JRN${String(Date.now()).slice(-6)}`;
  await dialog.getByLabel("Award number").fill(number);
  await dialog.getByLabel("Awarded on").fill(agencyDay(-1));
  await dialog.getByRole("button", { name: "Record the award" }).click();
  await status(manager, "Awarded");
  const grants = (await enter("grants")).page;
  const { items } = await get<{ items: { id: string; amount: number }[] }>(
    grants,
    `/api/v1/grant-awards?q=${number}`,
  );
  expect(items).toMatchObject([{ amount: 4_000_000 }]);
  await grants.goto(`${url}/grant-management/awards/${items[0]!.id}`);
  await status(grants, "Offered");
  await press(grants, "Accept");
  const accepting = grants.getByRole("dialog");
  await accepting.getByLabel("Code of the award in account strings").fill(number);
  await accepting.getByRole("button", { name: "Accept" }).click();
  await status(grants, "Accepted");
};

test("an opportunity becomes a submitted application, and that an award, by several hands", async () => {
  const staff = (await enter("user")).page;
  const opportunity = await enterOpportunity(staff);
  const admin = (await enter("admin")).page;
  await decide(admin, opportunity);
  const id = await begin(admin);
  await writeFromOutside(admin, id);
  await write(admin, id);
  expect((await read(admin, id)).findings).toEqual([]);
  await admin.goto(`${url}/grant-applications/${id}/forms/SF-424A`);
  await admin.getByText("Valid.", { exact: false }).waitFor();
  await admin.goto(`${url}/grant-applications/${id}`);
  await press(admin, "Send to review");
  await status(admin, "Internal review");
  const manager = (await enter("manager")).page;
  await sign(manager, id);
  await admin.goto(`${url}/grant-applications/${id}`);
  await press(admin, "Record as submitted");
  await admin.getByRole("dialog").getByLabel("Tracking number").fill("GRANT7");
  await admin.getByRole("dialog").getByRole("button", { name: "Record as submitted" }).click();
  await status(admin, "Submitted");
  expect((await read(admin, id)).packageSha256).toMatch(/^[0-9a-f]{64}$/);
  await win(admin, manager, id);
});
