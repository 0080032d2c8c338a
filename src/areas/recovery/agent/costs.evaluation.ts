import type { AgentCase } from "#server/agents/agent.ts";
import type { Choice } from "../item/item.model.ts";
import { foundInCosts, type Offered } from "./costs.ts";

type CostCase = Partial<Pick<Choice, "open" | "emergency" | "lacks" | "why">> & { number: string };
/** The costs that each open project is offered, by the project's number. */
type ClaimCase = Record<string, CostCase[]>;

const offeredOf = (given: ClaimCase): Offered[] =>
  Object.entries(given).map(([number, costs]) => ({
    project: { id: number, number, title: "Roads" } as Offered["project"],
    costs: costs.map(
      ({ number: documentNumber, ...cost }) =>
        ({
          ...{ id: documentNumber, documentNumber, description: "Gravel", vendor: "Quarry" },
          ...{ account: "101", incurredTo: "2026-10-02", cents: 100_00, open: 100_00 },
          ...{ emergency: true, lacks: [], why: null, ...cost },
        }) as unknown as Choice,
    ),
  }));

const sorted = (lines: readonly string[]): string => lines.toSorted().join(" / ") || "nothing";

/** Of each project: what its costs lack, what it could take, and whether that is proposed. */
export const saidOf = (given: ClaimCase): string =>
  sorted(
    foundInCosts(offeredOf(given)).map(({ key, subject, cents, proposal }) => {
      const [what, , lack] = key.split(":");
      const dollars = cents / 100;
      if (what === "cost") return `${subject.number} lacks ${lack} ${dollars}`;
      return `${subject.number} ${proposal ? "takes" : "may take"} ${dollars}`;
    }),
  );

/** The obvious way: the first open project takes what is open. */
export const toTheFirst = (given: ClaimCase): string => {
  const [first] = offeredOf(given);
  const open = first?.costs.filter((cost) => cost.open > 0) ?? [];
  return open.length === 0
    ? "nothing"
    : `${first!.project.number} takes ${open.reduce((sum, cost) => sum + cost.open, 0) / 100}`;
};

const of = (name: string, given: ClaimCase, right: string): AgentCase => ({ name, given, right });
const whole = { number: "INV-1" };
const noReceipt = { number: "INV-2", lacks: ["receipt"] };

/** Labelled by what a recovery coordinator would do with the same costs. */
export const claimCases: readonly AgentCase[] = [
  of("a whole cost, one project", { PA1: [whole] }, "PA1 takes 100"),
  of("nothing is offered", { PA1: [] }, "nothing"),
  of("two projects could take it", { PA1: [whole], PA2: [whole] }, "PA1 may take 100"),
  of("it lacks its receipt", { PA1: [noReceipt] }, "PA1 lacks receipt 100"),
  of(
    "said once where two projects are offered it",
    { PA1: [noReceipt], PA2: [noReceipt] },
    "PA1 lacks receipt 100",
  ),
  of(
    "two lacks of one cost",
    { PA1: [{ number: "INV-3", lacks: ["receipt", "payment"] }] },
    "PA1 lacks payment 100 / PA1 lacks receipt 100",
  ),
  of(
    "the same lack of two costs is one thing",
    { PA1: [noReceipt, { ...noReceipt, number: "INV-4", open: 50_00 }] },
    "PA1 lacks receipt 150",
  ),
  of(
    "sums differ, what lacks is the same",
    {
      PA1: [
        { number: "INV-10", lacks: ["$10.00 are not paid"] },
        { number: "INV-11", lacks: ["$2,000.50 are not paid"] },
      ],
    },
    "PA1 lacks not paid 200",
  ),
  of("not of the emergency", { PA1: [{ number: "INV-5", emergency: false }] }, "nothing"),
  of(
    "another project has it",
    { PA1: [{ number: "INV-6", open: 0, why: "Assigned to PA9" }] },
    "nothing",
  ),
  of(
    "it has it itself, and it lacks a contract clause",
    { PA1: [{ number: "INV-7", open: 0, why: "Assigned to PA1", lacks: ["clause"] }] },
    "PA1 lacks clause 100",
  ),
  of(
    "it has it itself, and it is whole",
    { PA1: [{ number: "INV-8", open: 0, why: "Assigned to PA1" }] },
    "nothing",
  ),
  of("half of it is assigned", { PA1: [{ ...whole, open: 40_00 }] }, "PA1 takes 40"),
  of(
    "outside the period of work",
    { PA1: [{ number: "INV-9", why: "Before the incident" }], PA2: [{ number: "INV-9" }] },
    "PA2 takes 100",
  ),
  of(
    "one whole and one that lacks a link",
    { PA1: [whole, noReceipt] },
    "PA1 lacks receipt 100 / PA1 takes 100",
  ),
];
