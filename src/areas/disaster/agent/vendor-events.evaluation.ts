import type { Day } from "#kernel/time.ts";
import type { AgentCase } from "#server/agents/agent.ts";
import type { SupplyRisk } from "../supply/supply.model.ts";
import { eventsOf } from "./vendor-events.model.ts";

type VendorCase = Partial<SupplyRisk>;
const today = "2026-11-30" as Day;

const riskOf = (given: VendorCase): SupplyRisk =>
  ({
    ...{ id: "v", name: "Northline", number: "V-00001", shareCents: 100_00, concentration: 1 },
    ...{ singleSource: [], lateOrders: 0, insuranceEnds: null, insuranceLapsed: false },
    ...{ screening: "clear", ...given },
  }) as unknown as SupplyRisk;

const inWords = (kinds: readonly string[]): string => kinds.toSorted().join(", ") || "nothing";

/** The kinds of events that the agent names. */
export const saidOf = (given: VendorCase): string =>
  inWords(eventsOf(riskOf(given), [], today).map(({ kind }) => kind));

/** The obvious way: each sign of the screen by itself, however small. */
export const bySigns = (given: VendorCase): string => {
  const risk = riskOf(given);
  return inWords([
    ...(risk.insuranceLapsed ? ["insurance_lapsed"] : []),
    ...(risk.insuranceEnds ? ["insurance_ends"] : []),
    ...(risk.screening !== "clear" ? ["screening"] : []),
    ...(risk.singleSource.length > 0 ? ["single_source"] : []),
    ...(risk.concentration >= 10 ? ["dependence"] : []),
    ...(risk.lateOrders > 0 ? ["late"] : []),
  ]);
};

const of = (name: string, given: VendorCase, right: string): AgentCase => ({ name, given, right });

/** Labelled by what a buyer would want to hear of the same vendor on the same day. */
export const vendorCases: readonly AgentCase[] = [
  of("nothing", {}, "nothing"),
  of("excluded", { screening: "excluded" }, "screening"),
  of("a match that nobody decided", { screening: "possible" }, "screening"),
  of("never screened is no match", { screening: null }, "nothing"),
  of("insured for another half year", { insuranceEnds: "2027-06-01" as Day }, "nothing"),
  of("insurance ends in a month", { insuranceEnds: "2026-12-29" as Day }, "insurance_ends"),
  of("insurance ends on the 45th day", { insuranceEnds: "2027-01-14" as Day }, "insurance_ends"),
  of("insurance ends a day later", { insuranceEnds: "2027-01-15" as Day }, "nothing"),
  of(
    "insurance ended, said once",
    { insuranceEnds: "2026-11-01" as Day, insuranceLapsed: true },
    "insurance_lapsed",
  ),
  of("one late order says little", { lateOrders: 1 }, "nothing"),
  of("three late orders", { lateOrders: 3 }, "late"),
  of("a tenth of what is bought", { concentration: 12 }, "nothing"),
  of("a fifth of what is bought", { concentration: 20 }, "dependence"),
  of("goods that nobody else sells", { singleSource: ["Pump seals"] }, "single_source"),
  of(
    "two things at once, each by itself",
    { lateOrders: 4, insuranceEnds: "2026-12-05" as Day },
    "insurance_ends, late",
  ),
];
