import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { approvalsOf, type ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import { amendmentClauses, clausesOf, lackingWords } from "../clause/required.service.ts";
import { signingsOf } from "../contract/contract.read.service.ts";
import { ratesOfAmendment } from "../rates/own-rates.service.ts";
import { monthsOf } from "../contract/term.model.ts";
import { jointOf } from "../master/joint.service.ts";
import { leadEndOf } from "../cooperative/cooperative.read.service.ts";
import { contract, contractAmendment } from "../contracts.tables.ts";
import { amendmentKinds, amendmentStatuses } from "./amendment.labels.ts";
import {
  amendmentFields,
  endAfter,
  objectionsTo,
  type Amendment,
  type AmendmentDetail,
} from "./amendment.model.ts";
import { amendmentNoun } from "./amendment.noun.ts";

export const amendmentList: ListDefinition = {
  name: "contract-amendments",
  from: "contract_amendment a join contract c on c.org_id = a.org_id and c.id = a.contract_id join vendor v on v.org_id = c.org_id and v.id = c.vendor_id",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    number: { sql: "a.number", label: "Number", sort: true },
    status: { sql: "a.status", label: "Status", sort: true, codes: amendmentStatuses },
    kind: { sql: "a.kind", label: "Kind", codes: amendmentKinds },
    title: { sql: "a.title", label: "What changes", sort: true },
    contract: { sql: "c.number", label: "Contract", sort: true },
    contractId: { sql: "c.id", hidden: true },
    contractTitle: { sql: "c.title", label: "For" },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    ceilingChange: { sql: "a.ceiling_change", label: "Ceiling", money: true, sort: true },
    newEndsOn: { sql: "a.new_ends_on", label: "New end", sort: true },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "a.status", type: "text" },
    kind: { kind: "set", sql: "a.kind", type: "text" },
    contractId: { kind: "set", sql: "a.contract_id", type: "uuid" },
  },
  search: ["a.number", "a.title", "c.number", "c.title", "v.name"],
  defaultSort: "-number",
};

/** The newest amendment that is approved and waits for its signatures. */
export const amendmentToSign = (db: Db): Promise<{ id: string; number: string; title: string }> =>
  db.one(sql`
    select id, number, title
    from contract_amendment
    where org_id = ${db.scope.orgId} and status = 'approved'
    order by number desc
    limit 1
  `);

/** An amendment with its contract as it stands and as it would be, and the actor's actions. 404. */
export const readAmendment = async (db: Db, actor: Actor, id: string): Promise<AmendmentDetail> => {
  const row = await db.maybe<Amendment & Pick<AmendmentDetail, keyof typeof amendmentFields>>(
    bind(
      `
        select ${recordColumns(amendmentList, amendmentFields)}
        from ${amendmentList.from}
        where a.org_id = $1 and a.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("contract amendment");
  const [record, c, signings, approvals, rates, clauses] = await Promise.all([
    getRow(db, contractAmendment, id, "contract amendment"),
    getRow(db, contract, row.contractId, "contract"),
    signingsOf(db, row.contractId, id),
    approvalsOf(db, [id]),
    ratesOfAmendment(db, id),
    clausesOf(db, row.contractId, id),
  ]);
  const applied = record.status === "applied";
  const joint = await jointOf(db, c.masterId);
  return {
    ...row,
    statusReason: record.statusReason,
    appliedAt: record.appliedAt,
    ceilingNow: c.ceiling,
    ceilingThen: applied ? c.ceiling : c.ceiling + record.ceilingChange,
    joint: joint && {
      now: joint.ceiling,
      then: applied ? joint.ceiling : joint.ceiling + record.jointChange,
    },
    endsNow: c.endsOn,
    endsThen: applied ? c.endsOn : endAfter(record, c),
    clauses: clauses
      .filter((each) => each.amendmentId === id)
      .map(({ name, text, citation }) => ({ name, text, citation })),
    objections:
      record.status === "draft"
        ? [
            ...objectionsTo(record, { ...c, rates, joint, leadEndsOn: await leadEndOf(db, c.id) }),
            ...lackingWords(await amendmentClauses(db, c, record)),
          ]
        : [],
    signings,
    approvalId: approvals.at(-1) ?? null,
    canEdit: record.status === "draft" && actor.permissions.has("contract.edit"),
    actions: actionsFor(actor, amendmentNoun, record),
  };
};

/** What an approver sees of an amendment: the contract now and then. */
export const amendmentSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const a = await getRow(db, contractAmendment, id, "contract amendment");
  const c = await getRow(db, contract, a.contractId, "contract");
  const [end, rates] = [endAfter(a, c), await ratesOfAmendment(db, id)];
  const joint = await jointOf(db, c.masterId);
  const facts: [string, string][] = [
    ["Contract", `${c.number}, ${c.title}`],
    ["Kind", amendmentKinds[a.kind]],
    ["Why", a.reason],
    ["Original ceiling", formatCents(c.originalCeiling ?? c.ceiling)],
    ["Ceiling now", formatCents(c.ceiling)],
    ["Ceiling then", formatCents(c.ceiling + a.ceilingChange)],
    ["Drawn so far", formatCents(c.drawn)],
    ...(joint && a.jointChange !== 0
      ? ([
          ["Over all lots now", `${formatCents(joint.ceiling)}, ${formatCents(joint.drawn)} drawn`],
          ["Over all lots then", formatCents(joint.ceiling + a.jointChange)],
        ] as [string, string][])
      : []),
    ["Ends now", formatDate(c.endsOn)],
    ["Ends then", `${formatDate(end)}, ${monthsOf(c.startsOn, end)} months in all`],
    ["Options used", `${c.optionsUsed} of ${c.optionCount}`],
    ...(a.scope ? [["Scope", a.scope] as [string, string]] : []),
    ...(rates ? [["New prices", `${rates}, on its rate sheet`] as [string, string]] : []),
  ];
  const objections = objectionsTo(a, {
    ...c,
    rates,
    joint,
    leadEndsOn: await leadEndOf(db, c.id),
  });
  return {
    facts: facts.map(([label, value]) => ({ label, value })),
    lines: [],
    budget: [],
    checks: objections.length
      ? objections.map((text) => ({ ok: false, text }))
      : [{ ok: true, text: "It fits the contract as it stands." }],
  };
};
