import { projectDifference, projectUnits } from "#kernel/sampling/projection.ts";
import { drawSample } from "#kernel/sampling/random.ts";
import { drawStrata } from "#kernel/sampling/strata.ts";
import { drawUnits } from "#kernel/sampling/units.ts";
import type { FrozenItem } from "./rows.model.ts";
import type { DrawInput, ItemRow, Projection, SampleFacts, SampleRow } from "./sample.model.ts";

type Drawn = { item: FrozenItem; certain: boolean; stratum: number };
const none: SampleFacts = { interval: null, start: null, credits: null, zeros: null, strata: [] };
const sumOf = (items: readonly FrozenItem[]) => items.reduce((sum, { cents }) => sum + cents, 0);

/** What a method draws of a population by a seed, and how. */
export const drawnOf = (
  items: readonly FrozenItem[],
  seed: string,
  { method, size, strata }: Pick<DrawInput, "method" | "size" | "strata">,
): { facts: SampleFacts; drawn: Drawn[] } => {
  if (method === "units") {
    const { interval, start, credits, zeros, drawn } = drawUnits(items, seed, size);
    return {
      facts: { ...none, interval, start, credits, zeros },
      drawn: drawn.map((each) => ({ ...each, stratum: 0 })),
    };
  }
  if (method === "strata") {
    const found = drawStrata(items, seed, strata);
    return {
      facts: { ...none, strata: found.map(({ from, count, cents }) => ({ from, count, cents })) },
      drawn: found.flatMap(({ drawn }, stratum) =>
        drawn.map((item) => ({ item, certain: false, stratum })),
      ),
    };
  }
  return {
    facts: { ...none, strata: [{ from: 0, count: items.length, cents: sumOf(items) }] },
    drawn: drawSample(items, seed, size).map((item) => ({ item, certain: false, stratum: 0 })),
  };
};

const examinedOf = (items: readonly ItemRow[]) =>
  items
    .filter(({ result }) => result === "pass" || result === "exception")
    .map(({ cents, auditedCents, certain, stratum }) => ({
      ...{ cents, certain, stratum },
      audited: auditedCents ?? cents,
    }));

/** What the tested items of a sample say of its population; cents. */
export const projectionOf = ({
  method,
  confidence,
  facts,
  items,
}: Pick<SampleRow, "method" | "confidence" | "facts" | "items">): Projection => {
  const examined = examinedOf(items);
  const said = {
    tested: items.filter(({ result }) => result !== null).length,
    exceptions: items.filter(({ result }) => result === "exception").length,
  };
  if (method === "units")
    return { ...said, ...projectUnits(examined, facts.interval ?? 1, confidence) };
  const known = examined.reduce((sum, { cents, audited }) => sum + cents - audited, 0);
  const projected = projectDifference(
    facts.strata.map(({ count }, at) => ({
      count,
      examined: examined.filter(({ stratum }) => stratum === at),
    })),
  );
  return { ...said, known, projected, basic: null, incremental: null, upper: null };
};
