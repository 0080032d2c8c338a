// The demo proves that it is well: the machine is tried live, the books are counted anew, and neither
// finds anything. Whoever may not see the checks is told who does.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { violations } from "./looks.ts";
import { get, press } from "./steps.ts";

const { come } = crew(/403/);

type Run = {
  kind: string;
  status: string;
  red: number;
  checks: number;
  done: number;
};
const newest = async (page: Parameters<typeof get>[0], kind: string): Promise<Run> =>
  (
    await get<{ items: Run[] }>(
      page,
      `/api/v1/check-runs?kind=${kind}&trigger=person&sort=-startedAt&limit=1`,
    )
  ).items[0]!;

test("a clean demo is found clean: every probe is green or not set, and no book is off", async () => {
  const admin = await come("admin", "/admin/system-test");
  await press(admin, "Run now");
  await admin.getByText("PostgreSQL", { exact: false }).first().waitFor({ timeout: 30_000 });
  await admin
    .getByText(/In order/)
    .first()
    .waitFor({ timeout: 60_000 });
  await expect
    .poll(() => newest(admin, "machine").then(({ status }) => status), { timeout: 60_000 })
    .toBe("done");
  const machine = await newest(admin, "machine");
  expect([machine.red, machine.done]).toEqual([0, machine.checks]);
  expect(await violations(admin, "/admin/system-test")).toEqual([]);

  await admin.goto(new URL("/comprehensive-test", admin.url()).href);
  await press(admin, "Run now");
  await expect
    .poll(() => newest(admin, "books").then(({ status }) => status), { timeout: 60_000 })
    .toBe("done");
  const books = await newest(admin, "books");
  expect([books.red, books.done]).toEqual([0, books.checks]);
  await admin.getByText("Every entry of the audit ledger", { exact: false }).waitFor();
  expect(await violations(admin, "/comprehensive-test")).toEqual([]);

  await admin.goto(new URL("/testing-dashboard", admin.url()).href);
  await admin.getByText("22 of 22 checks").first().waitFor();
  expect(await violations(admin, "/testing-dashboard")).toEqual([]);
}, 180_000);

test("a manager sees the machine and cannot change an alarm; a user is told who sees it", async () => {
  const manager = await come("manager", "/admin/monitoring");
  await manager.getByRole("heading", { name: "When it is an alarm" }).waitFor();
  expect(await manager.getByRole("button", { name: "Add an alarm" }).count()).toBe(0);
  const user = await come("user", "/admin/monitoring");
  await user.getByRole("heading", { name: /for managers and administrators/ }).waitFor();
}, 60_000);
