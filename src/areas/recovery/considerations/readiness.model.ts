import { formatCents } from "#kernel/money.ts";
import { isEmergencyWork, type Category } from "../law/categories.labels.ts";
import {
  bases,
  ehpAnswers,
  ehpQuestions,
  measuresWithin,
  statements,
  type EhpAnswers,
  type EhpQuestion,
  type Measure,
  type Statement,
} from "./considerations.labels.ts";

/** What a project needs before it is sent, as far as its completeness is judged. */
export type Readiness = {
  category: Category;
  estimateCents: number;
  damage: number;
  ehpAnswers: EhpAnswers;
  mitigationStatement: Statement | null;
  mitigationMeasures: readonly Measure[];
};

const unanswered = (of: Readiness): string[] =>
  (Object.entries(ehpQuestions) as [EhpQuestion, string][]).flatMap(([key, question]) => {
    const said = of.ehpAnswers[key];
    if (!said || said.answer === "unknown") return [`Answer: ${question}`];
    return said.answer === "yes" && said.detail.trim() === ""
      ? [`Say more, since the answer is yes: ${question}`]
      : [];
  });

const measuresLack = (of: Readiness): string[] => {
  const { mitigationMeasures: measures, estimateCents } = of;
  if (measures.length === 0) return ["Enter the measures of mitigation that are proposed."];
  const { percent } = measuresWithin;
  const within = measures.filter((m) => m.basis === "within15").reduce((n, m) => n + m.cents, 0);
  return [
    ...(within * 100 > estimateCents * percent
      ? [
          `Measures within ${percent}% of the repair cost ${formatCents(within)} together, and ${percent}% are ${formatCents(Math.floor((estimateCents * percent) / 100))}: choose another basis for one.`,
        ]
      : []),
    ...measures.flatMap((m) =>
      m.basis === "listed" && m.cents > estimateCents
        ? [`${m.description} costs more than the repair: it needs a benefit-cost analysis.`]
        : m.basis === "analysis" && (m.ratio ?? 0) < 100
          ? [`${m.description} needs a benefit-cost ratio of 1 or more.`]
          : [],
    ),
  ];
};

/**
 * What a project lacks before it is sent to the state, one sentence each, all of it at once. Permanent work
 * needs its damage and a statement on mitigation; management costs need their scope alone.
 */
export const lacksToSend = (of: Readiness): string[] => {
  if (of.estimateCents === 0) return ["Enter scope lines first: the size follows from them."];
  if (of.category === "Z") return [];
  const permanent = !isEmergencyWork(of.category);
  return [
    ...(permanent && of.damage === 0 ? ["Put the damage in that it repairs."] : []),
    ...unanswered(of),
    ...(permanent && of.mitigationStatement === null
      ? ["Say how it stands with mitigation under section 406."]
      : []),
    ...(of.mitigationStatement === "proposed" ? measuresLack(of) : []),
  ];
};

type Remarks = { ehp: string; mitigation: string };

/** What a project answers on environment and history, one sentence a question; "" before any answer. */
export const saidOnEnvironment = (of: Pick<Readiness, "ehpAnswers"> & Remarks): string =>
  [
    ...(Object.entries(ehpQuestions) as [EhpQuestion, string][]).flatMap(([key, question]) => {
      const said = of.ehpAnswers[key];
      if (!said) return [];
      const answer = `${question} ${ehpAnswers[said.answer]}`;
      return [said.detail ? `${answer}: ${said.detail}` : answer];
    }),
    of.ehp,
  ]
    .filter(Boolean)
    .join("; ");

/** What a project says of mitigation under section 406, with its measures; "" before any statement. */
export const saidOnMitigation = (
  of: Pick<Readiness, "mitigationStatement" | "mitigationMeasures"> & Remarks,
): string =>
  [
    of.mitigationStatement ? statements[of.mitigationStatement] : "",
    ...of.mitigationMeasures.map(
      (m) => `${m.description}, ${formatCents(m.cents)}, ${bases[m.basis].toLowerCase()}`,
    ),
    of.mitigation,
  ]
    .filter(Boolean)
    .join("; ");
