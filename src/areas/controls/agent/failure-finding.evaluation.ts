import type { AgentCase } from "#server/agents/agent.ts";
import type { FailureDetail } from "../failure/failure.model.ts";
import { foundOf } from "./failure-finding.ts";

type Judgement = { day: string; citations: { text: string; verified: boolean }[] };
type FailureCase = {
  judgements: Judgement[];
  remedy?: string;
  owner?: string | null;
  /** What the control cites on the day on which it is read. */
  citation?: string;
};

const failureOf = (given: FailureCase): FailureDetail =>
  ({
    ...{
      id: "f",
      number: "CF-1",
      subject: "PO-1",
      title: "Quotes",
      said: "One of three.",
      amount: 0,
    },
    ...{ control: "Small purchases", demands: "Three quotes.", href: "/purchase-orders/1" },
    ...{ dueOn: null, remedy: given.remedy ?? "", citation: given.citation ?? "" },
    ...{ ownerId: given.owner ? "p" : null, owner: given.owner ?? null },
    judgements: given.judgements.map((judgement) => ({ ...judgement, shown: [] })),
  }) as unknown as FailureDetail;

const inWords = (rules: readonly string[], asked: string): string =>
  `${rules.join("; ") || "no rule"} | ${asked}`;

/** Which rules the agent names, and whom it would ask. */
export const saidOf = (given: FailureCase): string => {
  const { sources, proposal } = foundOf(failureOf(given));
  const rules = sources.flatMap((source) => (source.kind === "rule" ? [source.citation] : []));
  const who = proposal?.changes.find(({ label }) => label === "Who")?.to;
  return inWords(rules, who ?? "nobody");
};

/** The obvious way: what the control cites today, and a task for whoever reads it. */
export const byNewest = (given: FailureCase): string =>
  inWords(given.citation ? [given.citation] : [], "Whoever accepts");

const of = (name: string, given: FailureCase, right: string): AgentCase => ({ name, given, right });
const on = (day: string, ...texts: string[]): Judgement => ({
  day,
  citations: texts.map((text) => ({ text, verified: !text.startsWith("?") })),
});

const [before, after] = ["2 CFR 200.320 (2014)", "2 CFR 200.320(a) (2024)"];

/** Labelled by what a reviewer would write of the same record: the rule of its own day. */
export const failureCases: readonly AgentCase[] = [
  of(
    "a purchase of 2023 stands under the rule of its day",
    { judgements: [on("2023-05-01", before)], remedy: "Add quotes", owner: "Ana", citation: after },
    `${before} | Ana`,
  ),
  of(
    "judged again after the rule changed",
    {
      judgements: [on("2026-11-01", after), on("2024-01-01", before)],
      ...{ remedy: "Add quotes", owner: "Ana", citation: before },
    },
    `${after} | Ana`,
  ),
  of(
    "a citation that nobody verified is marked",
    { judgements: [on("2026-11-01", "?Tex. Gov. 2269")], remedy: "Ask counsel", owner: "Li" },
    "?Tex. Gov. 2269 (not verified) | Li",
  ),
  of(
    "nobody answers for it yet",
    { judgements: [on("2026-11-01", after)], remedy: "Add quotes", citation: after },
    `${after} | Whoever accepts`,
  ),
  of(
    "what nothing mends is nobody's task",
    { judgements: [on("2026-11-01", after)], owner: "Ana", citation: after },
    `${after} | nobody`,
  ),
  of(
    "two rules at once, in their order",
    { judgements: [on("2026-11-01", after, "County code 12")], remedy: "Add", owner: "Ana" },
    `${after}; County code 12 | Ana`,
  ),
  of(
    "a rule of the agency, without a citation",
    { judgements: [on("2026-11-01")], remedy: "Add the paper", owner: "Ana" },
    "no rule | Ana",
  ),
  of(
    "not judged yet",
    { judgements: [], remedy: "Add the paper", owner: "Ana", citation: after },
    "no rule | Ana",
  ),
  of(
    "verified and not, beside each other",
    { judgements: [on("2026-11-01", after, "?Local rule 4")], remedy: "Add", owner: "Li" },
    `${after}; ?Local rule 4 (not verified) | Li`,
  ),
  of(
    "an older judgement adds nothing to a newer one without rules",
    { judgements: [on("2026-11-01"), on("2024-01-01", before)], remedy: "Add", owner: "Ana" },
    "no rule | Ana",
  ),
  of(
    "nobody owns it and nothing mends it",
    { judgements: [on("2026-11-01", after)], citation: after },
    `${after} | nobody`,
  ),
  of(
    "the control cites nothing today, its judgement did",
    { judgements: [on("2023-05-01", before)], remedy: "Add quotes", owner: null },
    `${before} | Whoever accepts`,
  ),
];
