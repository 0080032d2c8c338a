// The later screens of a project, by axe in both themes: what is handed over at its end, questions, submittals,
// the punch list; the contractor's side and the inspector's on a phone.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get } from "./steps.ts";

const { come } = crew();

type Listed = { items: { id: string; orgId: string; name: string }[] };

const first = async (page: Page, path: string): Promise<string> =>
  (await get<Listed>(page, `/api/v1/${path}`)).items[0]!.id;

const fine = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${url}${path}`);
  await page.locator("main h1").first().waitFor();
  await page.locator("main h2, main h3").first().waitFor();
  expect(await looks(page, path)).toEqual([]);
};

test("the engineer's later tabs and records", async () => {
  const engineer = await come("engineer", "/projects");
  const station = await first(engineer, "projects?q=Lift station 7 rehab");
  const bridge = await first(engineer, "projects?q=County road 14 bridge");
  await fine(engineer, `/projects/${station}?tab=closeout`);
  await fine(engineer, `/projects/${station}?tab=punch`);
  await fine(engineer, `/projects/${bridge}?tab=questions`);
  await fine(engineer, `/projects/${bridge}?tab=pay`);
  await fine(engineer, "/projects/submittals");
  await fine(engineer, `/projects/submittals/${await first(engineer, "submittals")}`);
  await fine(engineer, `/projects/rfis/${await first(engineer, "rfis")}`);
  await fine(engineer, `/projects/papers/${await first(engineer, "closeout-papers")}`);
  await fine(engineer, "/construction-projects");
  await fine(engineer, "/project-management");
  await fine(engineer, `/projects/${bridge}?tab=schedule`);
  await fine(engineer, "/quantity-takeoff");
  const { sets } = await get<{ sets: { sheets: { id: string }[] }[] }>(
    engineer,
    "/api/v1/plan-sets",
  );
  await fine(engineer, `/quantity-takeoff/sheets/${sets.at(-1)!.sheets[0]!.id}`);
  await fine(engineer, "/quantity-takeoff/measurements");
  await fine(engineer, "/quantity-takeoff/assemblies");
});

test("the contractor's project and order, and the inspector's list, on a phone", async () => {
  const vendor = await come("vendor2", "/vendor-portal/projects", { width: 390 });
  const { items } = await get<Listed>(vendor, "/api/v1/vendor-projects");
  const station = items.find(({ name }) => name.startsWith("Lift station"))!;
  await fine(vendor, "/vendor-portal/projects");
  await fine(vendor, `/vendor-portal/projects/${station.orgId}/${station.id}`);
  const inspector = await come("inspector", "/projects", { width: 390 });
  const at = await first(inspector, "projects?q=Lift station 7 rehab");
  await fine(inspector, `/projects/${at}?tab=punch`);
  await fine(inspector, `/projects/${at}?tab=closeout`);
  const bridge = await first(inspector, "projects?q=County road 14 bridge");
  await fine(inspector, `/projects/${bridge}?tab=schedule`);
  await fine(inspector, "/project-management");
});
