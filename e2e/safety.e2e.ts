// An injury: reported by somebody, classified by cited questions, on the log with its form, and its
// name read by nobody but the safety officer.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

const { come } = crew(/\b4(03|04|09|12|22)\b/);
const name = "Casey Thornbury";
const yes = new Set(["covered", "workRelated", "newCase", "treatment"]);

type Case = { id: string; version: number; questions: { key: string; answer: boolean | null }[] };

test("an injury goes from a report to form 300, and its name to the safety officer alone", async () => {
  const worker = await come("receiver", "/safety-management");
  await press(worker, "Report an injury or near miss");
  const report = worker.getByRole("dialog");
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await report.getByLabel("When").fill(`${day}T09:15`);
  await report.getByLabel("Where").fill("Salt shed");
  await report.getByLabel("Who was hurt").fill(name);
  await report.getByLabel("What happened").fill("Cut the hand on a pallet.");
  await report.getByRole("button", { name: "Report it" }).click();
  await report.waitFor({ state: "hidden" });

  const officer = await come("safety", "/safety-management");
  await officer.getByRole("link", { name: /^SAF-/ }).first().click();
  await officer.getByRole("heading", { name: "Injury, Salt shed" }).waitFor();
  const id = new URL(officer.url()).pathname.split("/").at(-1)!;
  await press(officer, "Triage");
  const triage = officer.getByRole("dialog");
  await triage.getByLabel("Establishment").selectOption({ label: "Carver County Public Works" });
  await triage.getByRole("button", { name: "Triage", exact: true }).click();
  await status(officer, "Triaged");
  await press(officer, "Investigate");
  await status(officer, "Investigating");
  const path = `/api/v1/safety-cases/${id}`;
  const { questions } = await get<Case>(officer, path);
  for (const { key } of questions)
    await send(officer, "POST", `${path}/answers`, {
      question: key,
      answer: yes.has(key),
      reason: "By the supervisor's report",
    });
  await officer.reload();
  await press(officer, "Classify");
  const classify = officer.getByRole("dialog");
  await classify.getByRole("button", { name: "Classify", exact: true }).click();
  await status(officer, "Recordable");
  await officer.getByRole("tab", { name: "Private" }).click();
  await press(officer, "Read form 301");
  await officer.getByText(name).waitFor();
  await officer.goto(`${url}/safety-management/forms`);
  await press(officer, "Read form 300");
  await officer.getByRole("table", { name: "Form 300" }).getByText(name).first().waitFor();

  const manager = await come("manager", `/safety-management/${id}`);
  await manager.getByRole("heading", { name: "Injury, Salt shed" }).waitFor();
  expect(await manager.getByText(name).count()).toBe(0);
  await manager.getByRole("tab", { name: "Private" }).click();
  await manager.getByText("read by the safety officer alone").waitFor();
  expect(JSON.stringify(await get(manager, path))).not.toContain(name);
  await expect(send(manager, "POST", `${path}/actions/read-private`, {})).rejects.toThrow();
});
