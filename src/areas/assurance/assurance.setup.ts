// An agency with auditors, for tests of audits: a team of two, somebody who answers, a boss who may everything else.
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payingAgency } from "#server/testing/payments.ts";
import { provedCosts } from "#server/testing/recovery.ts";
import type { AuditDetail } from "./audit/audit.model.ts";
import type { ProcedureDetail } from "./procedure/procedure.model.ts";

export type Written = { id: string; version: number; status: string; number: string };

/** Addresses of what the tests ask. */
export const at = {
  audits: "/api/v1/audits",
  procedures: "/api/v1/audit-procedures",
  requests: "/api/v1/audit-requests",
  findings: "/api/v1/audit-findings",
  actions: "/api/v1/corrective-actions",
} as const;

/** An agency with auditors, and what tests do as them. */
export const auditing = async (t: TestDatabase) => {
  const agency = await payingAgency(t.database);
  const people = (await makeMembers(t.database, agency, {
    lead: { duties: ["auditor"] },
    second: { duties: ["auditor"] },
    third: { duties: ["auditor"] },
    outsider: { duties: ["auditor"] },
    answerer: {},
    fixer: { duties: ["asset_manager"] },
    clerk: {},
    boss: { role: "admin" },
  })) as Record<
    "lead" | "second" | "third" | "outsider" | "answerer" | "fixer" | "clerk" | "boss",
    Actor
  >;
  const other = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { duties: ["auditor"] },
  });
  await provedCosts(t.database, agency, [900_00, 1_200_00, 45_000_00, 300_00, 2_500_00, 75_00]);
  const asking = askingOf(() => t);
  const step = async (what: string, by: Actor, id: string, name: string, body: object = {}) => {
    const { version } = await asking<Written>(by, `GET ${what}/${id}`);
    return asking<Written>(by, `POST ${what}/${id}/actions/${name}`, body, version);
  };
  const plan = (over: object = {}) =>
    asking<Written>(people.lead, `POST ${at.audits}`, {
      ...{ title: "Payments of the road fund", kind: "internal", fiscalYear: 2026 },
      ...{ startsOn: agencyDay(-20), reportDueOn: agencyDay(60) },
      ...{ contactId: people.answerer.personId, ...over },
    });
  const audit = (id: string, by: Actor = people.lead) =>
    asking<AuditDetail>(by, `GET ${at.audits}/${id}`);
  const procedure = (id: string, by: Actor = people.lead) =>
    asking<ProcedureDetail>(by, `GET ${at.procedures}/${id}`);
  /** An audit in fieldwork with both auditors, and one procedure. */
  const fieldwork = async (over: object = {}) => {
    const { id } = await plan(over);
    await asking(people.lead, `POST ${at.audits}/${id}/actions/add-member`, {
      ...{ personId: people.second.personId, role: "member" },
    });
    for (const by of [people.lead, people.second])
      await asking(by, `POST ${at.audits}/${id}/actions/declare`, { independent: true });
    await step(at.audits, people.lead, id, "begin");
    const made = await asking<Written>(
      people.lead,
      `POST ${at.audits}/${id}/actions/enter-procedure`,
      {
        ...{ title: "Costs are proved", clause: "200.318(i)" },
      },
    );
    return { id, procedureId: made.id };
  };
  const findingOf = (auditId: string | null, over: object = {}) => ({
    ...{
      auditId,
      source: auditId ? "audit" : "outside",
      reference: auditId ? "" : "2026-001",
      title: "Costs without a receipt",
    },
    ...{
      severity: "significant",
      criteria: "Each cost has its receipt.",
      condition: "Two had none.",
    },
    ...{
      cause: "Nobody asks for it.",
      effect: "Costs are questioned.",
      recommendation: "Ask for it.",
    },
    ...{ firstYear: 2026, responderId: people.answerer.personId, ...over },
    questioned: [{ award: "ALN 97.036", known: 75_00, likely: 450_00 }],
  });
  const write = (auditId: string | null, over: object = {}) =>
    asking<Written>(people.lead, `POST ${at.findings}`, findingOf(auditId, over));
  /** Everything that is stored in a table, as whoever asks sees it. */
  const seen = (by: Actor, table: string): Promise<number> =>
    t.database.transaction(by, async (tx) => {
      const counted: Record<string, ReturnType<typeof sql>> = {
        procedure: sql`select count(*)::int as n from assurance_procedure`,
        population: sql`select count(*)::int as n from assurance_population`,
        sample: sql`select count(*)::int as n from assurance_sample`,
        item: sql`select count(*)::int as n from assurance_item`,
        finding: sql`select count(*)::int as n from assurance_finding`,
        words: sql`select count(*)::int as n from assurance_request_words`,
      };
      return (await tx.one<{ n: number }>(counted[table]!)).n;
    });
  return {
    ...{ t, agency, people, stranger: other.stranger!, asking, step, plan, audit, procedure },
    ...{ fieldwork, findingOf, write, seen },
  };
};
export type Auditing = Awaited<ReturnType<typeof auditing>>;
