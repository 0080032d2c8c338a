import type { Actor } from "#kernel/access.ts";
import { ownRates } from "../rates/own-rates.service.ts";
import { formatDate } from "#kernel/dates.ts";
import { approvedAs } from "#kernel/lump-sum.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind } from "#server/db/sql.ts";
import { asSystem, type StepAt } from "#server/lifecycle.ts";
import {
  requestApproval,
  type ApprovalDocument,
  type ApprovalSummary,
} from "#areas/workflow/workflow.server.ts";
import { cooperativeGaps } from "../cooperative/cooperative.read.service.ts";
import { clausesOf } from "../clause/required.service.ts";
import { contract } from "../contracts.tables.ts";
import { retainageLaw } from "../retainage/retainage.service.ts";
import { isCooperative } from "../cooperative/cooperative.labels.ts";
import { jointOf } from "../master/joint.service.ts";
import { bases, contractKinds, priceTypes } from "./contract.labels.ts";
import { contractList } from "./contract.list.ts";
import type { Contract } from "./contract.model.ts";
import { moveContract, type ContractRecord } from "./contract.noun.ts";
import { linesOf } from "./contract.lines.service.ts";
import { monthsOf } from "./term.model.ts";

/** What approvers decide of a contract; nobody who wrote or cleared it is asked. */
const approvalOf = async (tx: Tx, actor: Actor, c: ContractRecord): Promise<ApprovalDocument> => {
  const lines = await linesOf(tx, c.id);
  const requesterId = c.draftedBy[0] ?? actor.personId;
  const hands = [...c.draftedBy, ...(actor.personId ? [actor.personId] : [])];
  return {
    type: "contract",
    id: c.id,
    number: c.number,
    title: c.title,
    requesterId,
    departmentId: c.departmentId,
    facts: {
      amount: c.ceiling,
      fundIds: [],
      departmentIds: [c.departmentId],
      commodities: lines.flatMap((line) => line.commodityCode ?? []),
      emergency: false,
      change: false,
      termMonths: monthsOf(c.startsOn, c.endsOn),
      cumulative: c.ceiling,
      parties: [...new Set(hands)].filter((person) => person !== requesterId),
    },
  };
};

/** Counsel clears a contract: its approvers are asked. 409 no_policy where none covers it. */
export const clearContract = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<ContractRecord & { approvalId: string | null }> => {
  let approvalId: string | null = null;
  const row = await moveContract(tx, actor, {
    id,
    action: "clear",
    version,
    effect: async (record) => {
      approvalId = await requestApproval(tx, actor, await approvalOf(tx, actor, record));
    },
  });
  return { ...row, approvalId };
};

const ended =
  (action: "approve" | "return" | "reject") =>
  async (tx: Tx, actor: Actor, id: string, comment?: string): Promise<void> =>
    void (await moveContract(tx, asSystem(actor), {
      id,
      action,
      reason: comment ?? null,
      effect: async () =>
        action === "reject" ? { patch: { statusReason: comment ?? null } } : undefined,
    }));

/** What the end of an approval does to a contract. */
export const contractApproval = {
  approved: ended("approve"),
  returned: ended("return"),
  rejected: ended("reject"),
};

const columns = Object.entries(contractList.columns)
  .map(([key, column]) => `${column.sql} as "${key}"`)
  .join(", ");
/** A contract as the list shows it. */
const readRow = (db: Db, id: string): Promise<Contract> =>
  db.one<Contract>(
    bind(`select ${columns} from ${contractList.from} where c.org_id = $1 and c.id = $2`, [
      db.scope.orgId,
      id,
    ]),
  );

// How many clauses there are, and each that is not the agency's own text.
const clauseFacts = (clauses: Awaited<ReturnType<typeof clausesOf>>): [string, string][] => [
  ["Clauses", String(clauses.length)],
  ...clauses
    .filter((each) => each.source !== "library")
    .map((each): [string, string] => [
      `Not our text: ${each.name}`,
      `${each.source === "fallback" ? `fallback of rank ${each.fallbackRank}` : "negotiated"}: ${each.text}`,
    ]),
];

// Of a lot: its place, and what all lots may come to together.
const lotFacts = (
  lotNo: number | null,
  joint: Awaited<ReturnType<typeof jointOf>>,
): [string, string][] =>
  joint
    ? [
        [
          "Lot",
          `Lot ${lotNo} of ${joint.number}; all lots together ${formatCents(joint.ceiling)}, ${formatCents(joint.drawn)} drawn`,
        ],
      ]
    : [];

/** What an approver sees of a contract. */
export const contractSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const c = await getRow(db, contract, id, "contract");
  const [row, gaps, lines, prices, clauses, law, joint] = await Promise.all([
    readRow(db, id),
    cooperativeGaps(db, c),
    linesOf(db, id),
    ownRates(db, id),
    clausesOf(db, id),
    retainageLaw(db, c),
    jointOf(db, c.masterId),
  ]);
  const facts: [string, string][] = [
    ["Vendor", row.vendor],
    ["Kind", `${contractKinds[c.kind]}, ${priceTypes[c.priceType].toLowerCase()}`],
    ["Ceiling", formatCents(c.ceiling)],
    ...lotFacts(c.lotNo, joint),
    [
      "Term",
      `${formatDate(c.startsOn)} to ${formatDate(c.endsOn)}, ${monthsOf(c.startsOn, c.endsOn)} months`,
    ],
    ...(c.optionCount > 0
      ? [["Options", `${c.optionCount} of ${c.optionMonths} months`] as [string, string]]
      : []),
    ["Chosen by", `${c.basis ? bases[c.basis] : "—"}. ${c.evidence}`],
    ...(c.determination ? [["Why time and materials", c.determination] as [string, string]] : []),
    ...(c.federalAward ? [["Federal award", c.federalAward] as [string, string]] : []),
    ...(prices ? [["Rate sheet", `${prices} prices`] as [string, string]] : []),
    [
      "Retainage",
      `${Number(c.retainagePercent)}%${law?.capPercent == null ? "" : `; ${law.capPercent}% are allowed (${law.citation})`}`,
    ],
    ["Insurance", c.insuranceRequired ? "demanded" : "not demanded"],
    ...clauseFacts(clauses),
  ];
  return {
    facts: facts.map(([label, value]) => ({ label, value })),
    lines: lines.map((line) => ({
      description: line.description,
      ...approvedAs(line),
      amount: line.amount,
    })),
    budget: [],
    checks: [
      {
        ok: true,
        text: `Cleared by counsel; ${formatCents(c.ceiling)} are planned by fiscal year.`,
      },
      ...gaps.map((text) => ({ ok: false, text })),
      ...(isCooperative(c) && gaps.length === 0
        ? [{ ok: true, text: "The file of the cooperative contract is complete." }]
        : []),
    ],
  };
};
