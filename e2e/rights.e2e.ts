// A leaver's way and a reviewer's way, with four people: an administrator plans that somebody leaves,
// who is out at that instant; a successor has the task. A manager answers a review, whose result an
// administrator closes.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { violations } from "./looks.ts";
import { get, press } from "./steps.ts";

// Whoever left is refused by the server, which the console tells as well.
const { come } = crew(/403|401|status of 4/);

type Person = { id: string; name: string };

test("somebody who leaves is out at the instant that was set, and the successor has the task", async () => {
  const admin = await come("admin", "/user-management?q=Lena");
  await admin.getByRole("link", { name: "Lena Ortiz" }).first().click();
  await admin.getByRole("heading", { name: "Lena Ortiz" }).waitFor();
  await admin.getByRole("link", { name: "Leaving" }).click();
  await admin.getByText("Count the culverts in the yard").waitFor();
  expect(await violations(admin, new URL(admin.url()).pathname)).toEqual([]);
  const leaver = await come("leaver", "/team");

  const { items } = await get<{ items: Person[] }>(admin, "/api/v1/people?q=Lena");
  const receiver = await get<{ items: Person[] }>(admin, "/api/v1/people?q=Castillo");
  const ends = Date.now() + 8000;
  const answer = await fetch(`${url}/api/v1/people/${items[0]!.id}/leaving`, {
    method: "PUT",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${await admin.evaluate(
        () =>
          (JSON.parse(localStorage.getItem("levee.session")!) as { access_token: string })
            .access_token,
      )}`,
    },
    body: JSON.stringify({
      endsAt: new Date(ends).toISOString(),
      reason: "The season ends",
      successors: { tasks: receiver.items[0]!.id },
    }),
  });
  expect(answer.status).toBe(200);
  expect((await get<{ items: unknown[] }>(leaver, "/api/v1/members")).items.length).toBeGreaterThan(
    1,
  );
  await new Promise((r) => setTimeout(r, ends - Date.now() + 100));
  expect(await get<{ status: number }>(leaver, "/api/v1/members")).toMatchObject({ status: 403 });

  // Within the minute the successor has what hung on her.
  const successor = await come("receiver", "/dashboard");
  for (let tries = 0; tries < 40; tries++) {
    const waiting = JSON.stringify(await get(successor, "/api/v1/tasks?open=true"));
    if (waiting.includes("Count the culverts")) break;
    await new Promise((r) => setTimeout(r, 2000));
  }
  expect(JSON.stringify(await get(successor, "/api/v1/tasks?open=true"))).toContain(
    "Count the culverts",
  );
  await admin.reload();
  await admin.getByRole("heading", { name: /^Left on/ }).waitFor();
  await admin.getByText("Open tasks: 1 handed over").waitFor();
}, 180_000);

test("a manager keeps and ends rights of a review, the administrator answers what is left and closes it", async () => {
  const admin = await come("admin", "/admin/roles?tab=reviews");
  await press(admin, "Start a review");
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Who asks for goods");
  await dialog.getByLabel("Of", { exact: true }).selectOption("duty");
  await dialog.getByLabel("Duty").selectOption("requester");
  await dialog.getByLabel("Reviewer").selectOption({ label: "Marcus Hale" });
  await dialog.getByLabel("Answers until").fill("2099-12-31T17:00");
  await dialog.getByRole("button", { name: "Freeze and start" }).click();
  await admin.getByRole("heading", { name: /Who asks for goods/ }).waitFor();
  const place = new URL(admin.url()).pathname;

  const manager = await come("manager", place);
  await manager.getByText(/^Waits for you/).waitFor();
  expect(await violations(manager, place)).toEqual([]);
  await manager.getByRole("button", { name: /^End.*Tomas Reyes/ }).click();
  const why = manager.getByRole("dialog");
  await why.getByLabel("Why").fill("Never came");
  await why.getByRole("button", { name: "End it" }).click();
  // While the dialog is open the buttons behind it are hidden from roles.
  await why.waitFor({ state: "hidden" });
  await manager.getByText(/answered by Marcus Hale: Never came/).waitFor();
  const keep = manager.getByRole("button", { name: /^Keep/ });
  expect(await keep.count()).toBeGreaterThan(0);
  for (let left = await keep.count(); left > 0; left--) {
    await keep.first().click();
    await expect.poll(() => keep.count()).toBe(left - 1);
  }
  await admin.reload();
  await press(admin, "Close the review");
  await admin.getByText(/SHA-256 of the result as CSV/).waitFor();
  for (const kind of ["PDF", "CSV"]) {
    const [file] = await Promise.all([admin.waitForEvent("download"), press(admin, kind)]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`^RVW-.*\\.${kind.toLowerCase()}$`));
  }
  const { items } = await get<{ items: unknown[] }>(admin, "/api/v1/rights");
  expect(JSON.stringify(items)).not.toContain('"personName":"Tomas Reyes"');
}, 120_000);
