import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import type { Actor, Permission } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { addDays, day } from "#kernel/time.ts";
import { permissions } from "#roles.ts";
import { businessDate } from "#server/clock.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { payingAgency } from "#server/testing/payments.ts";
import { packetDocument } from "../packet/packet.model.ts";
import { keepInput, keptResult } from "../run/run.model.ts";
import { keepRun, readRun } from "../run/run.service.ts";
import { figureQuery, questionInput } from "./figure.model.ts";
import { answerOf, factsFor } from "./figure.service.ts";
import { momentWords, timeWords } from "./period.labels.ts";
import { tableOf } from "./sheet.model.ts";

let t: TestDatabase;
let officer: Actor;
const ledger = {
  measures: ["ledger.adjusted"],
  by: ["movement"],
  where: { side: ["spending"], fiscalYear: ["2027"] },
  period: "all",
};

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await payingAgency(t.database);
  const everything = new Set(Object.keys(permissions)) as ReadonlySet<Permission>;
  officer = { ...agency.people.admin, permissions: everything };
});
afterAll(() => t.drop());

test("moments read as a part of the sentence, an instant by the agency's clock", () => {
  const known = "2026-10-31T22:30:00.000Z";
  expect(momentWords({}, "UTC")).toBe("");
  expect(momentWords({ posted: "2026-09-30", known: "2026-10-31" }, "UTC")).toBe(
    "posted until Sep 30, 2026, as known on Oct 31, 2026",
  );
  expect(momentWords({ known }, "America/Chicago")).toMatch(/^as known on Oct 31, 2026.*5:30/);
  expect(timeWords({ period: "fiscal-year", known: "2026-10-31" }, "UTC")).toBe(
    "this fiscal year, as known on Oct 31, 2026",
  );
});

test("a moment that is none is refused where it is named", () => {
  const errors = (more: object) =>
    [questionInput, figureQuery].map((schema) =>
      schema
        .safeParse({
          ...(schema === questionInput ? ledger : { measures: "ledger.adjusted" }),
          ...more,
        })
        .error?.issues.map((issue) => issue.path.join(".")),
    );
  expect(errors({ posted: "2026-02-30" })).toEqual([["posted"], ["posted"]]);
  expect(errors({ known: "yesterday" })).toEqual([["known"], ["known"]]);
  expect(errors({ known: "2026-10-31", posted: "2026-10-31" })).toEqual([undefined, undefined]);
});

test("a kept run holds its moments, and screen, sheet and paper say them", async () => {
  const known = addDays(businessDate(officer), -1);
  const question = questionInput.parse({ ...ledger, known, posted: "2026-09-30" });
  const words = `posted until Sep 30, 2026, as known on ${formatDate(day(known))}`;
  const answer = await answerOf(t.database.read(officer), officer, question);
  expect(answer.finding).toContain(`fiscal year 2027, ${words}: $0.00`);
  expect(tableOf(answer, "UTC").header).toEqual([
    "Kind of movement",
    `Movements of the ledger: Change of the budget, ${words}`,
  ]);
  const { id } = await t.database.transaction(officer, (tx) =>
    keepRun(tx, officer, keepInput.parse({ name: "For the council", question })),
  );
  const run = await readRun(t.database.read(officer), officer, id);
  expect(run.question).toMatchObject({ known, posted: "2026-09-30" });
  expect(keptResult.parse(JSON.parse(run.result)).answer).toMatchObject({
    known,
    posted: "2026-09-30",
    knownAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
  });
  expect(packetDocument([run], "Demo County", "UTC")).toContain(`Its figures are ${words}.`);
});

test("who builds a report is told which records say what stood at a moment", () => {
  const asOf = factsFor(officer).filter((fact) => fact.asOf);
  expect(asOf.map((fact) => fact.id).sort()).toEqual(["budget", "ledger", "payments"]);
});
