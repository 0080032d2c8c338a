// A project by two people: the engineer proposes it, the budget officer gives it money and approves it, the
// engineer begins it; and the lift station's sheet is its ledger. By axe in both themes, on a phone too.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

const { come } = crew();

// Anew for each try: a code is a project's for good.
const codeNow = () => `P${Date.now() % 1_000_000}`;

type Page = Awaited<ReturnType<typeof come>>;
type Listed = { items: { id: string; code: string; name: string; version: number }[] };

const lineFor = async (budget: Page, code: string): Promise<void> => {
  const segments = await get<{ items: { id: string; kind: string; code: string }[] }>(
    budget,
    "/api/v1/segments?limit=500",
  );
  const idOf = (kind: string, wanted: string) =>
    segments.items.find((s) => s.kind === kind && s.code === wanted)!.id;
  const departments = await get<Listed>(budget, "/api/v1/departments");
  const { id: accountStringId } = await send<{ id: string }>(
    budget,
    "POST",
    "/api/v1/account-strings",
    {
      fundId: idOf("fund", "210"),
      departmentId: departments.items.find((d) => d.code === "RDB")!.id,
      accountId: idOf("account", "5340"),
      projectId: idOf("project", code),
    },
  );
  const years = await get<{ items: { id: string; status: string; year: number }[] }>(
    budget,
    "/api/v1/fiscal-years",
  );
  const open = years.items.filter((y) => y.status === "open").toSorted((a, b) => b.year - a.year);
  await send(budget, "POST", "/api/v1/budget-lines", {
    fiscalYearId: open[0]!.id,
    accountStringId,
    original: 240_000_00,
    note: "Culvert",
  });
};

test("an engineer proposes a project, the budget officer approves it with money, the engineer begins it", async () => {
  const code = codeNow();
  const engineer = await come("engineer", "/projects");
  await engineer.getByRole("heading", { name: "Projects by number" }).waitFor();
  await engineer
    .getByText("Lift station 7 rehabilitation")
    .filter({ visible: true })
    .first()
    .waitFor();
  expect(await looks(engineer, "projects")).toEqual([]);
  await engineer.getByRole("link", { name: "New project" }).click();
  await engineer.getByLabel("Project", { exact: true }).fill("Culvert at Bluff Creek");
  await engineer.getByLabel("Code in the ledger").fill(code);
  await engineer.getByLabel("Department").selectOption({ label: "Roads & Bridges" });
  await engineer.getByLabel("Contract days").fill("90");
  expect(await looks(engineer, "a new project")).toEqual([]);
  await press(engineer, "Propose");
  await status(engineer, "Proposed");
  const id = new URL(engineer.url()).pathname.split("/")[2]!;
  await engineer.getByText(`No budget line charges project ${code} yet`).first().waitFor();

  const budget = await come("budget", `/projects/${id}`);
  await lineFor(budget, code);
  await engineer.reload();
  await press(engineer, "Send for approval");
  await status(engineer, "Waits for approval");
  await budget.reload();
  await press(budget, "Approve");
  const sure = budget.getByRole("dialog").getByRole("button", { name: "Approve" });
  if (await sure.isVisible()) await sure.click();
  await status(budget, "Approved");

  await engineer.reload();
  const { version } = await get<{ version: number }>(engineer, `/api/v1/projects/${id}`);
  const members = await get<Listed>(engineer, "/api/v1/members?q=Signe");
  const runs = { engineerId: members.items[0]!.id, startsOn: "2026-11-02" };
  await send(engineer, "PATCH", `/api/v1/projects/${id}`, runs, version);
  await engineer.reload();
  await press(engineer, "Begin");
  await status(engineer, "Active");
});

test("the lift station is complete, its sheet is its ledger, and what is open stands before it is closed", async () => {
  const engineer = await come("engineer", "/projects", { width: 390 });
  const { items } = await get<Listed>(engineer, "/api/v1/projects?q=Lift station 7 rehab");
  await engineer.goto(`${url}/projects/${items[0]!.id}`);
  await engineer.getByText("As the ledger of P118").waitFor();
  expect(await looks(engineer, "a project on a phone")).toEqual([]);
  await engineer.getByRole("tab", { name: "Completion" }).click();
  await engineer.getByRole("heading", { name: "Before it is closed" }).waitFor();
  await engineer.getByText("not paid").first().waitFor();
  expect(await looks(engineer, "what is open of a project")).toEqual([]);
});
