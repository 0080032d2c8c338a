import type { Actor } from "#kernel/access.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { defineNoun, transition, type Step } from "#server/lifecycle.ts";
import { contract } from "../contracts.tables.ts";
import type { ContractStatus } from "./contract.labels.ts";
import {
  contractCycle,
  type ContractAction,
  type ContractFacts,
} from "./contract.lifecycle.model.ts";
import { missingOf } from "./contract.model.ts";

export type ContractRecord = typeof contract.$inferSelect;
/** With what the rules of its steps ask for. */
export type LoadedContract = ContractRecord & ContractFacts;

/** What the rules ask of a stored contract. */
export const withFacts = (row: ContractRecord): LoadedContract => ({
  ...row,
  missing: missingOf(row as never),
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
  number: (row) => row.number,
  load: async (_tx, row) => withFacts(row),
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
