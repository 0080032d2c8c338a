// Every address of the product, at 1440 and 390 px, dark and light: no violation of WCAG 2.2 AA, nothing
// wider than the window, no error in the console. It goes in pieces of some minutes and keeps what it saw
// in LEVEE_WALK (a folder), so that a walk that broke off goes on and one after a mend looks at the faulty
// addresses only; LEVEE_SHOTS=on takes pictures there, LEVEE_WALK_TABS says how many windows work.
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, stranger, type Person } from "./people.ts";
import { enter } from "./spec/identities.ts";
import { forgetFaults, keep, readKept, type Seen } from "./walk/kept.ts";
import { linksOf, lookOf, open } from "./walk/look.ts";
import { furtherSteps } from "./walk/records.ts";
import { stepsAfter, unreached, type Step } from "./walk/plan.ts";
import { visitor } from "./walk/who.ts";

const folder = process.env.LEVEE_WALK ?? mkdtempSync(join(tmpdir(), "levee-walk-"));
mkdirSync(join(folder, "shots"), { recursive: true });
const file = join(folder, "seen.jsonl");
const shoots = process.env.LEVEE_SHOTS === "on";
const tabs = Number(process.env.LEVEE_WALK_TABS ?? 2);
const pieces = Number(process.env.LEVEE_WALK_PIECES ?? 12);
const pieceMinutes = 7;

/** Addresses that no record of the demo leads to, each with the reason. */
const withoutRecord: Readonly<Record<string, string>> = {
  "/bid-evaluation/protests/:id": "nobody protests in the demo",
  "/vendor-portal/protests/:id": "nobody protests in the demo",
  "/budget-management/changes/:id": "changes became amendments; the demo has none of the old ones",
  "/fema-grants-hub/extensions/:id": "no extension is asked for",
  "/grant-management/revisions/:id": "no award is revised",
  "/designer-answers/:token": "the link stands in a letter to a designer",
  "/grant-writing/:token": "the link stands in a letter to a contributor",
  "/sign/:token": "the link stands in a letter to a signer",
  "/signatures/:id": "the demo's signatures are links of letters",
  "/vendor-portal/signatures/:orgId/:id": "the demo's signatures are links of letters",
  "/testing-dashboard/:id": "no check ran yet",
  "/vendor-portal/final-offers/:id": "no final offer is asked for",
  "/vendor-portal/forms/:orgId/:id": "no vendor is asked to fill in a form",
};

const windows = new Map<string, Promise<Person & { refused: string[] }>>();
const windowOf = (tab: number, who: string) => {
  const key = `${tab} ${who}`;
  const known = windows.get(key);
  if (known) return known;
  const made = (async () => {
    const person = who === visitor ? await stranger() : await enter(who);
    const refused: string[] = [];
    person.page.on("response", (answer) => {
      if ([403, 404].includes(answer.status()) && answer.url().includes("/api/"))
        refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
    });
    return { ...person, refused };
  })();
  windows.set(key, made);
  return made;
};

const nameOf = (path: string) => path.replace(/[^\w.-]+/g, "_").slice(0, 120) || "_";

/** Null when the piece ended meanwhile: the address is looked at in the next one. */
const see = async (tab: number, step: Step, end: number): Promise<Seen | null> => {
  const isFirst = !windows.has(`${tab} ${step.who}`);
  const person = await windowOf(tab, step.who);
  const { page, faults, refused } = person;
  faults.length = refused.length = 0;
  const found: string[] = [];
  let links: string[] = [];
  try {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, step.path, step.who !== visitor);
    links = await linksOf(page);
    if (await page.locator('main .empty[data-kind="no-access"]').count()) refused.push("no access");
    const shoot = async (look: string) =>
      void (await page.screenshot({
        path: join(folder, "shots", `${nameOf(step.path)}.${look}.png`),
      }));
    if (refused.length === 0)
      found.push(...(await lookOf(page, step.path, isFirst, shoots ? shoot : undefined)));
  } catch (error) {
    if (Date.now() > end) return null;
    found.push(`${step.path} did not stand: ${String(error).split("\n")[0]}`);
    windows.delete(`${tab} ${step.who}`);
    await person.context.close();
  }
  const told = faults.filter((fault) => !/status of 4(03|04|22)/.test(fault));
  found.push(...told.map((fault) => `${step.path} console: ${fault.slice(0, 200)}`));
  return {
    path: step.path,
    page: step.page,
    who: step.who,
    refused: [...new Set(refused)],
    found,
    links,
  };
};

forgetFaults(file);
const seen = readKept(file);
let further: Step[] | undefined;

/** Looks at addresses until none is left or the time of the piece is over. */
const piece = async (): Promise<void> => {
  const end = Date.now() + pieceMinutes * 60_000;
  const taken = new Set<string>();
  const tabOf = async (tab: number): Promise<void> => {
    while (Date.now() < end) {
      const step = stepsAfter(seen, further).find(({ page }) => !taken.has(page));
      if (!step && taken.size === 0) return;
      if (!step) {
        await new Promise((done) => setTimeout(done, 250));
        continue;
      }
      taken.add(step.page);
      const saw = await see(tab, step, end);
      if (saw) {
        seen.push(saw);
        keep(file, saw);
        for (const line of saw.found) console.log(line);
      }
      taken.delete(step.page);
    }
  };
  await Promise.all(Array.from({ length: tabs }, (_, tab) => tabOf(tab)));
  windows.clear();
  await closeBrowser();
};

afterAll(closeBrowser);

test.each(Array.from({ length: pieces }, (_, n) => n + 1))(
  "piece %d of the walk",
  { timeout: (pieceMinutes + 1) * 60_000, retry: 0 },
  async () => {
    further ??= await furtherSteps();
    if (stepsAfter(seen, further).length > 0) await piece();
  },
);

test("every address was seen, and nothing is wrong with its look", () => {
  expect(stepsAfter(seen, further)).toEqual([]);
  expect(unreached(seen).filter((path) => !(path in withoutRecord))).toEqual([]);
  expect(seen.flatMap(({ found }) => found)).toEqual([]);
});
