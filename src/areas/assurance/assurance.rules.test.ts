import { expect, test } from "vitest";
import { refusal, type Lifecycle } from "#kernel/lifecycle.ts";
import { day } from "#kernel/time.ts";
import { auditCycle, type AuditFacts } from "./audit/audit.labels.ts";
import { clocksOf, decisionDay, submissionDay } from "./audit/clock.model.ts";
import { findingCycle, type FindingFacts } from "./finding/finding.labels.ts";
import {
  noFurtherAction,
  planPaper,
  schedulePaper,
  type PaperFinding,
} from "./paper/paper.model.ts";
import { procedureCycle, type ProcedureFacts } from "./procedure/procedure.labels.ts";
import { requestCycle, type RequestFacts } from "./request/request.labels.ts";
import { differenceOf, itemsOf, linesOf } from "./sample/rows.model.ts";

const asker = (personId: string) => ({
  ...{ personId, kind: "person" },
  permissions: new Set(["assurance.audit", "assurance.answer"]),
});
const why = <S extends string, A extends string, R extends { status: string }>(
  cycle: Lifecycle<S, A, R>,
  name: A,
  record: R,
  who: string,
) => refusal(cycle, name, record, asker(who))?.reason ?? null;

const audit: AuditFacts = {
  ...{ status: "fieldwork", team: ["lead"], undeclared: 0, procedures: 1, unreviewed: 0 },
  ...{ untested: 0, unanswered: 0, responseOver: false, unsettled: 0 },
};

test("an audit goes on by its team alone, and with a procedure", () => {
  expect(why(auditCycle, "draft", { ...audit, procedures: 0 }, "lead")).toBe(
    "Enter a procedure first.",
  );
  expect(why(auditCycle, "draft", audit, "boss")).toBe("Only its team moves an audit.");
  const asked = { ...audit, status: "response", unanswered: 1 };
  expect(why(auditCycle, "issue", asked, "lead")).toContain("Findings wait for a response");
  expect(why(auditCycle, "issue", { ...asked, responseOver: true }, "lead")).toBeNull();
});

test("procedures and requests are their team's", () => {
  const procedure: ProcedureFacts = {
    ...{ status: "planned", preparerId: null, team: ["lead"], auditStatus: "fieldwork" },
  };
  expect(why(procedureCycle, "prepare", procedure, "boss")).toBe(
    "Only the team of its audit works on it.",
  );
  expect(why(procedureCycle, "prepare", { ...procedure, auditStatus: "planned" }, "lead")).toBe(
    "Procedures are carried out in fieldwork.",
  );
  const request: RequestFacts = { status: "delivered", ownerId: "owner", team: ["lead"] };
  expect(why(requestCycle, "settle", request, "owner")).toBe(
    "Only the team of its audit does this.",
  );
  expect(why(requestCycle, "settle", request, "lead")).toBeNull();
});

test("a finding is answered by whoever answers for it, and closed by others", () => {
  const finding: FindingFacts = {
    ...{ status: "open", audit: null, responderId: "auditee", team: ["lead"] },
    ...{ auditStatus: "draft", lacksPlan: false, openActions: 0, closedActions: 0 },
  };
  const edit = (f: FindingFacts, who: string) => findingCycle.edit!.unless!(f, asker(who));
  expect(why(findingCycle, "accept", finding, "auditee")).toBe(
    "It is answered once the draft report is handed over.",
  );
  expect(why(findingCycle, "accept", { ...finding, auditStatus: "response" }, "lead")).toBe(
    "Only whoever answers for it responds.",
  );
  expect(why(findingCycle, "withdraw", finding, "boss")).toBe(
    "Only the auditors who wrote it do this.",
  );
  expect(edit({ ...finding, auditStatus: "response" }, "lead")).toBe(
    "It was handed over: it stays as it was written.",
  );
  expect(edit(finding, "lead")).toBeNull();
  const verified = { ...finding, status: "verified", auditStatus: "issued" };
  const both = { ...verified, team: ["lead", "auditee"] };
  expect(why(findingCycle, "close", both, "auditee")).toBe(
    "Whoever answers for it does not close it.",
  );
  expect(why(findingCycle, "close", verified, "lead")).toBeNull();
});

const clocks = { submitDays: 30, submitMonths: 9, decisionMonths: 6, citation: "2 CFR 200.512(a)" };
const dated = (
  yearEndedOn: string | null,
  reportedOn: string | null,
  acceptedOn: string | null,
) => ({
  yearEndedOn: yearEndedOn === null ? null : day(yearEndedOn),
  reportedOn: reportedOn === null ? null : day(reportedOn),
  acceptedOn: acceptedOn === null ? null : day(acceptedOn),
});

test("the package is due at the earlier of two days; a decision at the end of a shorter month", () => {
  expect(submissionDay(dated("2026-06-30", "2026-11-02", null), clocks)).toBe("2026-12-02");
  expect(submissionDay(dated("2026-06-30", "2027-03-20", null), clocks)).toBe("2027-03-30");
  expect(submissionDay(dated("2026-06-30", null, null), clocks)).toBe("2027-03-30");
  expect(submissionDay(dated(null, null, null), clocks)).toBeNull();
  expect(decisionDay(dated(null, null, "2026-08-31"), clocks)).toBe("2027-02-28");
  expect(clocksOf(dated("2026-06-30", "2026-11-02", "2026-12-01"), clocks)).toMatchObject([
    { key: "decide", dueOn: "2027-06-01" },
  ]);
});

const finding: PaperFinding = {
  ...{ number: "AF-2027-00001", reference: "2026-001", status: "accepted", title: "No receipts" },
  ...{ severity: "material", criteria: "a", condition: "b", cause: "c", effect: "d" },
  ...{ recommendation: "e", questioned: [], firstYear: 2025, schedule: null, acceptedOn: null },
  response: {
    ...{ views: "", contact: "June Albers", action: "Receipts are asked for.", disagrees: "" },
    ...{ completeOn: day("2027-01-31"), upheld: "" },
  },
};
const paperAudit = {
  ...{ agency: "Carver County", number: "AUD-2027-00001", title: "Single audit", scope: "" },
  ...{ fiscalYear: 2026, team: ["Ana"], issuedOn: null },
};

test("the corrective action plan has each element under its caption, or names the missing one", () => {
  const [part] = planPaper(paperAudit, [finding]).parts;
  expect(part!.elements.map(([caption]) => caption)).toEqual([
    ...["Reference number", "Contact person", "Planned corrective action"],
    "Anticipated completion date",
  ]);
  const lacking = { ...finding, response: { ...finding.response!, contact: "", completeOn: null } };
  expect(planPaper(paperAudit, [lacking]).lacks).toEqual([
    "2026-001: contact person",
    "2026-001: anticipated completion date",
  ]);
  const disputed = { ...lacking, response: { ...lacking.response, disagrees: "It was paid." } };
  expect(planPaper(paperAudit, [disputed]).lacks).toEqual([]);
  expect(planPaper(paperAudit, [{ ...finding, status: "withdrawn" }]).parts).toEqual([]);
});

test("no further action is warranted only by all three conditions", () => {
  const today = day("2027-06-01");
  const old = { acceptedOn: day("2025-05-31"), schedule: null };
  const said = { standing: "no_further" as const, reason: "Old", planned: "", taken: "" };
  expect(noFurtherAction(old, today)).toBeNull();
  expect(noFurtherAction({ ...old, acceptedOn: day("2025-06-02") }, today)).toContain("two years");
  const schedule = { ...said, followedUp: true, decided: false };
  expect(noFurtherAction({ ...old, schedule }, today)).toContain("follows it up");
  expect(
    noFurtherAction({ ...old, schedule: { ...schedule, followedUp: false, decided: true } }, today),
  ).toBe("a management decision was issued");
  const prior = { ...finding, schedule: { ...schedule, followedUp: false } };
  expect(schedulePaper(paperAudit, [prior], today).lacks).toEqual([
    "2026-001: further action is warranted, since two years have not passed since the report was accepted",
  ]);
  const open = { ...finding, response: null };
  expect(schedulePaper(paperAudit, [open], today).lacks).toEqual([
    "2026-001: reasons for its recurrence",
    "2026-001: planned corrective action",
  ]);
  const closed = schedulePaper(paperAudit, [{ ...finding, status: "closed" }], today);
  expect(closed.lacks).toEqual([]);
  expect(closed.parts[0]!.elements[2]).toEqual(["Status", "Corrective action was taken"]);
});

test("rows of a population come back from their file, and say what changed", () => {
  const items = [
    { id: "0".repeat(36), number: "INV-1", cents: 100 },
    { id: "1".repeat(36), number: "INV\t2", cents: -5 },
  ];
  expect(itemsOf(linesOf(items))).toEqual(items);
  expect(itemsOf("short\t1\tx\n")).toBeNull();
  const now = [
    { ...items[0]!, cents: 90 },
    { id: "2".repeat(36), number: "INV-3", cents: 1 },
  ];
  expect(differenceOf(items, now)).toEqual({ changed: 1, gone: 1, came: 1 });
});
