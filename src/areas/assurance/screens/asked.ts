import type { ItemRow, PopulationRow } from "../sample/sample.model.ts";

/** What an auditor is asked at a procedure. */
export type ProcedureAsked =
  | { what: "prepare" | "freeze" }
  | { what: "draw"; population: PopulationRow }
  | { what: "test"; item: ItemRow };

/** What is asked at a finding. */
export type FindingAsked = "accept" | "plan" | "dispute" | "recount" | "schedule";
