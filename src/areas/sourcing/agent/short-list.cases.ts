import type { AgentCase } from "#server/agents/agent.ts";
import type { Candidate } from "./candidate.model.ts";

const miles = 1609.344;
const plain: Omit<Candidate, "name"> = {
  ...{ id: "", number: "", status: "active", city: null, state: null, diversity: [] },
  ...{ codes: ["212390"], screening: "clear", debarredUntil: null, holdReason: null },
  ...{ insuranceEnds: null, score: null, orders: 0 },
  ...{ latitude: null, longitude: null, accuracy: null, meters: null },
};
const vendor = (name: string, over: Partial<Candidate> = {}): Candidate => ({
  ...plain,
  ...{ id: name, number: name, name },
  ...over,
});
const away = (n: number) => ({ meters: n * miles });
const branch = { codes: [] };

/** The day on which the cases are judged. */
export const shortListDay = "2026-11-30";
export type ShortListCase = { vendors: readonly Candidate[]; insured: boolean };
const asked = (
  name: string,
  right: string,
  vendors: readonly Candidate[],
  insured = false,
): AgentCase => ({ name, right, given: { vendors, insured } satisfies ShortListCase });

/** Vendors as a buyer finds them in the directory; by hand whom they ask in which order, and whom not. */
export const shortListCases: readonly AgentCase[] = [
  asked("two that name the code, by name alone", "Ajax Bolt | ", [vendor("Ajax"), vendor("Bolt")]),
  asked("who names the code comes before the branch", "Zinc Ajax | ", [
    vendor("Ajax", branch),
    vendor("Zinc"),
  ]),
  asked("the nearer one first", "Zinc Ajax | ", [
    vendor("Ajax", away(180)),
    vendor("Zinc", away(12)),
  ]),
  asked("a few miles more or less do not matter: who delivers better does", "Zinc Ajax | ", [
    vendor("Ajax", { ...away(3), score: 61 }),
    vendor("Zinc", { ...away(9), score: 93 }),
  ]),
  asked("who has no place comes after who is near", "Zinc Ajax | ", [
    vendor("Ajax"),
    vendor("Zinc", away(30)),
  ]),
  asked("a suspended one is left out", "Zinc | Ajax suspended", [
    vendor("Ajax", { status: "suspended" }),
    vendor("Zinc"),
  ]),
  asked("a debarred one is left out", "Zinc | Ajax debarred", [
    vendor("Ajax", { debarredUntil: "2027-06-01" as never }),
    vendor("Zinc"),
  ]),
  asked("an excluded party is left out, active or not", "Zinc | Ajax excluded", [
    vendor("Ajax", { screening: "excluded", score: 99 }),
    vendor("Zinc"),
  ]),
  asked("a match that nobody decided keeps it out", "Zinc | Ajax possible", [
    vendor("Ajax", { screening: "possible" }),
    vendor("Zinc"),
  ]),
  asked("one on hold is left out", "Zinc | Ajax on_hold", [
    vendor("Ajax", { status: "on_hold", holdReason: "Bank change open" }),
    vendor("Zinc"),
  ]),
  asked("an inactive one is left out", " | Ajax inactive", [
    vendor("Ajax", { status: "inactive" }),
  ]),
  asked(
    "ended insurance keeps it out where insurance is asked for",
    "Zinc | Ajax uninsured",
    [
      vendor("Ajax", { insuranceEnds: "2026-10-01" as never }),
      vendor("Zinc", { insuranceEnds: "2027-10-01" as never }),
    ],
    true,
  ),
  asked("and does not where it is not", "Ajax Zinc | ", [
    vendor("Ajax", { insuranceEnds: "2026-10-01" as never }),
    vendor("Zinc"),
  ]),
  asked("alike in everything else the certified firm first", "Zinc Ajax | ", [
    vendor("Ajax"),
    vendor("Zinc", { diversity: ["wbe"] }),
  ]),
  asked("who has sold before comes first where nothing else differs", "Zinc Ajax | ", [
    vendor("Ajax"),
    vendor("Zinc", { orders: 14 }),
  ]),
  asked("a bad scorecard comes after none", "Zinc Ajax | ", [
    vendor("Ajax", { score: 21 }),
    vendor("Zinc"),
  ]),
  asked("the heavier reason is told", " | Ajax debarred", [
    vendor("Ajax", { status: "suspended", debarredUntil: "2027-06-01" as never }),
  ]),
  asked("near of the branch comes after far by the code", "Zinc Ajax | ", [
    vendor("Ajax", { ...branch, ...away(5) }),
    vendor("Zinc", away(300)),
  ]),
  asked("nobody sells it", " | ", []),
];
