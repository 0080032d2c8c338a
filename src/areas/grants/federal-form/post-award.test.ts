// The federal forms of an award: totals by their instructions, whatever was sent, and planted errors,
// each found at its path and nowhere else.
import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { judge } from "#areas/forms/forms.public.ts";
import { validate } from "#areas/forms/forms.server.ts";
import { sheetFindings, type AwardFacts } from "./post-award-rules.model.ts";
import type { PostAwardForm } from "./post-award.ts";
import { ppr } from "./ppr.data.ts";
import { sf270 } from "./sf270.data.ts";
import { sf425 } from "./sf425.data.ts";

const head = {
  agency: "Centers for Disease Control and Prevention",
  grantNumber: "NU90TP922071",
  orgName: "Carver County",
  uei: "ABCDEFGH1234",
  ein: "41-6005777",
  account: "AWD-2027-00001",
  projectFrom: "2026-07-01",
  projectTo: "2027-06-30",
};
const facts: AwardFacts = {
  amount: 3_000_00,
  match: 1_000_00,
  periodFrom: day("2026-07-01"),
  periodTo: day("2027-06-30"),
  asked: 500_00,
};
const financial = {
  ...head,
  reportType: "Quarterly",
  basis: "Cash",
  periodEnd: "2026-09-30",
  l10a: 700_00,
  l10b: 750_00,
  l10d: 3_000_00,
  l10e: 750_00,
  l10f: 250_00,
  l10i: 1_000_00,
  l10j: 250_00,
  l10l: 0,
  l11b: 15,
  l11d: 1_000_00,
  l11e: 150_00,
  l11f: 112_50,
};
const request = {
  ...head,
  payment: "Reimbursement",
  final: "Partial",
  basis: "Cash",
  request: "DRW-2027-00002",
  from: "2026-07-01",
  to: "2026-09-30",
  l11a: 1_600_00,
  l11b: 0,
  l11f: 400_00,
  l11h: 700_00,
};
const performance = {
  ...head,
  periodEnd: "2026-09-30",
  final: "No",
  frequency: "Quarterly",
  narrative: "Forty exercises.",
  planned: 2,
  accepted: 2,
};
const found = (form: PostAwardForm, answers: object) => {
  const verdict = judge(form, answers as Record<string, unknown>, validate);
  return {
    answers: verdict.answers,
    paths: [
      ...verdict.errors.map((e) => e.path),
      ...sheetFindings(form.code, verdict.answers, facts).map((f) => f.path),
    ],
  };
};

test("whole forms are complete, and their totals are worked out whatever was sent", () => {
  const wrong = { l10c: 1, l10g: 1, l10h: 1, l10k: 1, l10o: 1 };
  const report = found(sf425, { ...financial, ...wrong });
  expect(report.paths).toEqual([]);
  expect(report.answers).toMatchObject({
    l10c: -50_00,
    l10g: 1_000_00,
    l10h: 2_000_00,
    l10k: 750_00,
    l10o: 0,
  });
  const asked = found(sf270, { ...request, l11c: 1, l11e: 1, l11g: 1, l11i: 1 });
  expect(asked.paths).toEqual([]);
  expect(asked.answers).toMatchObject({
    l11c: 1_600_00,
    l11e: 1_600_00,
    l11g: 1_200_00,
    l11i: 500_00,
  });
  expect(found(ppr, performance).paths).toEqual([]);
});

test("program income is what was earned less what either alternative spent", () => {
  expect(found(sf425, { ...financial, l10l: 90_00, l10m: 40_00 }).answers["l10o"]).toBe(50_00);
  expect(found(sf425, { ...financial, l10l: 90_00, l10n: 90_00 }).answers["l10o"]).toBe(0);
});

test.each([
  [{ projectFrom: "2026-07-02" }, ["projectFrom"]],
  [{ projectTo: "2027-06-29" }, ["projectTo"]],
  [{ periodEnd: "2026-06-30" }, ["periodEnd"]],
  [{ periodEnd: "2027-07-01" }, ["periodEnd"]],
  [{ reportType: "Final", l10f: 0 }, ["reportType"]],
  [{ periodEnd: "2027-06-30", l10f: 0 }, ["reportType"]],
  [{ periodEnd: "2027-06-30", reportType: "Final" }, ["l10f"]],
  [{ l10d: 3_000_01 }, ["l10d"]],
  [{ l10i: 999_99 }, ["l10i"]],
  [{ l10f: 2_250_00 }, []],
  [{ l10f: 2_250_01 }, ["l10h"]],
  [{ l10a: 750_00 }, []],
  [{ l10a: 750_01 }, ["remarks"]],
  [{ l10a: 750_01, remarks: "Paid out on 1 October." }, []],
  [{ l10l: 100, l10m: 50, l10n: 50 }, ["l10n"]],
  [{ l10l: 100, l10m: 101 }, ["l10o"]],
  [{ l11e: 150_02 }, ["l11e"]],
  [{ l11f: 150_01 }, ["l11f"]],
  [{ uei: "ABCDEFGH12345" }, ["uei"]],
  [{ agency: undefined }, ["agency"]],
])("SF-425: a planted error %j is found at %j", (over, paths) => {
  expect(found(sf425, { ...financial, ...over }).paths).toEqual(paths);
});

test.each([
  [{ l11h: 700_01 }, ["l11i"]],
  [{ l11a: 1_600_01 }, ["l11i"]],
  [{ l11b: 1 }, ["l11i"]],
  [{ l11a: 3_400_00, l11h: 2_500_00 }, []],
  [{ l11a: 3_400_01, l11h: 2_500_01 }, ["l11g"]],
  [{ l11d: 100_00, l11h: 800_00 }, ["l11d"]],
  [{ l11d: 100_00, l11h: 800_00, payment: "Advance" }, []],
  [{ from: "2026-06-30" }, ["from"]],
  [{ to: "2026-06-30" }, ["to"]],
  [{ payment: "Loan" }, ["payment"]],
])("SF-270: a planted error %j is found at %j", (over, paths) => {
  expect(found(sf270, { ...request, ...over }).paths).toEqual(paths);
});

test.each([
  [{ narrative: undefined }, ["narrative"]],
  [{ periodEnd: "2027-07-01" }, ["periodEnd"]],
  [{ final: "Yes" }, ["final"]],
  [{ accepted: 3 }, ["accepted"]],
  [{ accepted: 1 }, ["late"]],
  [{ accepted: 1, late: "The exercise waits for the hall." }, []],
])("SF-PPR: a planted error %j is found at %j", (over, paths) => {
  expect(found(ppr, { ...performance, ...over }).paths).toEqual(paths);
});

test("every finding names the instruction that says so", () => {
  const verdict = judge(sf425, { ...financial, l10d: 1 }, validate);
  for (const { source, message } of sheetFindings("SF-425", verdict.answers, facts)) {
    expect(source).toMatch(/^Instructions for the SF-425, line \d/);
    expect(message).not.toBe("");
  }
});
