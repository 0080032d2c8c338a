import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { defineNoun, transition, type Step } from "#server/lifecycle.ts";
import { clauseObstacles } from "../clause/required.service.ts";
import { openItems } from "../closeout/closeout.service.ts";
import { contract } from "../contracts.tables.ts";
import { contentObstacles } from "../exhibit/exhibit.service.ts";
import { jointOf } from "../master/joint.service.ts";
import { capRefusal } from "../retainage/retainage.model.ts";
import { retainageLaw } from "../retainage/retainage.service.ts";
import type { ContractStatus } from "./contract.labels.ts";
import {
  contractCycle,
  type ContractAction,
  type ContractFacts,
} from "./contract.lifecycle.model.ts";
import { missingOf } from "./contract.model.ts";

export type ContractRecord = typeof contract.$inferSelect;
/** Until it is signed it must say what is bought. */
export const beforeForce = new Set([
  "requested",
  "drafting",
  "negotiation",
  "legal_review",
  "in_approval",
  "approved",
  "out_for_signature",
]);
const beforeApproval = new Set(["drafting", "negotiation", "legal_review"]);

/** With what the rules of its steps ask for. */
export type LoadedContract = ContractRecord & ContractFacts;

const obstaclesOf = async (db: Db, row: ContractRecord): Promise<string[]> => {
  const [clauses, law, joint] = await Promise.all([
    clauseObstacles(db, row),
    retainageLaw(db, row),
    jointOf(db, row.masterId),
  ]);
  const beyond = capRefusal(row.retainagePercent, law);
  const aboveAll =
    joint && row.ceiling > joint.ceiling
      ? `Its ceiling of ${formatCents(row.ceiling)} is above ${formatCents(joint.ceiling)}, the ceiling over all lots of ${joint.number}.`
      : null;
  return [beyond, aboveAll].filter((said) => said !== null).concat(clauses);
};

/** What the rules ask of a stored contract; its clauses are asked for while it is written and read. */
export const withFacts = async (db: Db, row: ContractRecord): Promise<LoadedContract> => ({
  ...row,
  missing: [
    ...missingOf(row as never),
    ...(beforeApproval.has(row.status) ? await obstaclesOf(db, row) : []),
    ...(beforeForce.has(row.status) ? await contentObstacles(db, row) : []),
  ],
  ...(await openItems(db, row)),
});

export const contractNoun = defineNoun<
  ContractStatus,
  ContractAction,
  typeof contract,
  LoadedContract
>({
  name: "contract",
  path: "contracts",
  page: "/contracts",
  table: contract,
  cycle: contractCycle,
  keepsFiles: ["expired", "terminated"],
  number: (row) => row.number,
  askers: ["draftedBy"],
  load: withFacts,
});

type ContractStep = Step<ContractStatus, ContractAction, typeof contract, LoadedContract>;

/** Takes one step of a contract's lifecycle and notes since when it is there. Errors of `transition`. */
export const moveContract = (tx: Tx, actor: Actor, step: ContractStep): Promise<ContractRecord> =>
  transition(tx, actor, contractNoun, {
    ...step,
    effect: async (record) => {
      const effect = (await step.effect?.(record)) ?? {};
      return {
        ...effect,
        patch: { ...effect.patch, stageSince: businessNow(tx.scope).toISOString() },
      };
    },
  });
