// From records to lines: which activity each belongs to, by which factor it is computed, and what is left over.
import type { Convertible } from "#areas/organization/organization.public.ts";
import type { Day } from "#kernel/time.ts";
import type { Activity } from "../year/year.model.ts";
import type { Point, Quality } from "../year/year.labels.ts";
import type { GapCause } from "./gap.labels.ts";
import { gasesOf, gramsOf, type Gases, type Potentials } from "./gas.model.ts";
import { activityOf } from "./matching.model.ts";
import { amountIn, unitAs } from "./units.model.ts";

/** A version of a factor as far as lines are computed by it. */
export type CountingFactor = Gases & {
  id: string;
  factorKey: string;
  unit: string;
  verified: boolean;
  fromOn: Day;
  untilOn: Day | null;
};

/** Something that the records know of, which may be an activity. */
export type KnownRecord = {
  sourceType: "invoice" | "stockMovement" | "routePlan" | "shipment" | "";
  sourceId: string | null;
  /** One record counts once, by this. */
  sourceKey: string;
  sourceNumber: string;
  title: string;
  onDay: Day;
  point: Point;
  takes: "quantity" | "shipments" | "routes";
  commodity: string | null;
  description: string;
  quantity: string | null;
  unit: string;
  cents: number;
};

export type Source = Pick<
  KnownRecord,
  "sourceType" | "sourceId" | "sourceKey" | "sourceNumber" | "title" | "onDay"
>;
/** A line as it is stored. */
export type CountedLine = Source &
  Gases & {
    activity: string;
    scope: number;
    category: string;
    basis: "" | "market";
    quality: Quality;
    quantity: string;
    unit: string;
    amount: string;
    factorId: string;
    grams: number;
  };
/** A row that somebody settles. */
export type Gap = Source & {
  kind: "twice" | "missing";
  activity: string;
  cause: GapCause;
  quantity: string | null;
  unit: string;
};

export type Counting = {
  activities: readonly Activity[];
  factors: readonly CountingFactor[];
  units: readonly Convertible[];
  potentials: Potentials;
};

/** The version of a factor that holds on a day; why there is none, where none may be used. */
export const factorOn = (
  factors: readonly CountingFactor[],
  key: string,
  on: Day,
): CountingFactor | "no_factor" | "factor_unverified" => {
  const holding = factors.filter(
    (factor) =>
      factor.factorKey === key &&
      factor.fromOn <= on &&
      (factor.untilOn === null || on <= factor.untilOn),
  );
  const verified = holding.find((factor) => factor.verified);
  return verified ?? (holding.length > 0 ? "factor_unverified" : "no_factor");
};

type Measured = { quantity: string | null; unit: string; onDay: Day };
type Computed = Pick<CountedLine, "quantity" | "unit" | "amount" | "factorId" | "grams"> & Gases;

/** A quantity computed by a factor's version; or why it cannot be. */
const compute = (
  { factors, units, potentials }: Counting,
  { quantity, unit, onDay }: Measured,
  key: string,
): Computed | GapCause => {
  const factor = factorOn(factors, key, onDay);
  if (typeof factor === "string") return factor;
  if (quantity === null) return "no_quantity";
  const amount = amountIn(units, quantity, unit, factor.unit);
  if (amount === null) return "unit_unlike";
  const gases = gasesOf(amount, factor);
  return {
    ...{ quantity, unit, amount, factorId: factor.id, ...gases },
    grams: gramsOf(gases, potentials),
  };
};

const sourceOf = (record: KnownRecord): Source => ({
  ...{ sourceType: record.sourceType, sourceId: record.sourceId, sourceKey: record.sourceKey },
  ...{ sourceNumber: record.sourceNumber, title: record.title, onDay: record.onDay },
});

/** What a line says of its activity. */
const ofActivity = ({ key, scope, category }: Activity) => ({
  ...{ activity: key, scope: Number(scope), category },
});

// A meter of the utility measured energy; volumes and miles are computed from what was bought or driven.
const qualityOf = ({ units }: Counting, { unit }: Measured): Quality =>
  unitAs(units, unit)?.kind === "energy" ? "measured" : "computed";

/** The line of an activity, with electricity by contract beside it where a factor for it holds. */
export const linesOf = (
  counting: Counting,
  activity: Activity,
  source: Source,
  measured: Measured,
  quality: Quality,
): CountedLine[] | GapCause => {
  const computed = compute(counting, measured, activity.factorKey);
  if (typeof computed === "string") return computed;
  const line = { ...source, ...ofActivity(activity), quality, ...computed };
  const market = activity.marketFactorKey
    ? compute(counting, measured, activity.marketFactorKey)
    : "no_factor";
  return [
    { ...line, basis: "" },
    ...(typeof market === "string" ? [] : [{ ...line, ...market, basis: "market" as const }]),
  ];
};

const covering = ({ activities }: Counting, record: KnownRecord): Activity | null => {
  if (record.takes === "shipments")
    return activities.find(({ takes }) => takes === "shipments") ?? null;
  if (record.takes === "routes") return activities.find(({ routes }) => routes) ?? null;
  return activityOf(activities, record);
};

const dollars = (cents: number): string => {
  const size = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${size.slice(0, -2)}.${size.slice(-2)}`;
};

/** The factor of a commodity: that of its whole code, else of the longest beginning that has one. */
const spendKey = ({ factors }: Counting, key: string, commodity: string): string => {
  for (let length = commodity.length; length >= 2; length -= 1) {
    const wanted = `${key}-${commodity.slice(0, length)}`;
    if (factors.some(({ factorKey }) => factorKey === wanted)) return wanted;
  }
  return key;
};

/** Bills that no quantity covers: by dollars where a factor of their commodity holds, else one row a commodity. */
const spent = (counting: Counting, records: readonly KnownRecord[]) => {
  const activity = counting.activities.find(({ takes }) => takes === "spend") ?? null;
  const lines: CountedLine[] = [];
  const left = new Map<string, { gap: Gap; cents: number }>();
  for (const record of records) {
    const measured = { quantity: dollars(record.cents), unit: "USD", onDay: record.onDay };
    const key = activity && spendKey(counting, activity.factorKey, record.commodity ?? "");
    const found =
      activity && key
        ? linesOf(
            counting,
            { ...activity, factorKey: key },
            sourceOf(record),
            measured,
            "estimated",
          )
        : "no_activity";
    if (typeof found !== "string") {
      lines.push(...found);
      continue;
    }
    const commodity = (record.commodity ?? "").slice(0, 3);
    const sourceKey = `commodity:${commodity}`;
    const known = left.get(sourceKey);
    const gap: Gap = known?.gap ?? {
      ...{ kind: "missing", activity: activity?.key ?? "", cause: found, sourceKey, unit: "USD" },
      ...{ sourceType: "", sourceId: null, sourceNumber: commodity, quantity: null },
      title: commodity ? `Bills of commodity ${commodity}` : "Bills without a commodity",
      onDay: record.onDay,
    };
    left.set(sourceKey, {
      cents: (known?.cents ?? 0) + record.cents,
      gap: { ...gap, onDay: record.onDay > gap.onDay ? record.onDay : gap.onDay },
    });
  }
  const gaps = [...left.values()].map(({ gap, cents }) => ({ ...gap, quantity: dollars(cents) }));
  return { lines, gaps };
};

/**
 * What these records emit: a line for each that its activity's measuring point knows; a row to settle for what
 * another point knows of the same, and for what cannot be computed or belongs to no activity.
 */
export const count = (
  counting: Counting,
  records: readonly KnownRecord[],
): { lines: CountedLine[]; gaps: Gap[] } => {
  const lines: CountedLine[] = [];
  const gaps: Gap[] = [];
  const other: KnownRecord[] = [];
  for (const record of records) {
    const activity = covering(counting, record);
    const { quantity, unit, onDay } = record;
    const gapOf = (kind: Gap["kind"], cause: GapCause): void =>
      void gaps.push({
        ...{ ...sourceOf(record), kind, cause, quantity, unit },
        activity: activity?.key ?? "",
      });
    if (!activity) {
      if (record.point === "bought" && record.takes === "quantity") other.push(record);
    } else if (activity.point !== record.point) {
      gapOf("twice", "other_point");
    } else {
      const measured = { quantity, unit, onDay };
      const found = linesOf(
        counting,
        activity,
        sourceOf(record),
        measured,
        qualityOf(counting, measured),
      );
      if (typeof found === "string") gapOf("missing", found);
      else lines.push(...found);
    }
  }
  const rest = spent(counting, other);
  return { lines: [...lines, ...rest.lines], gaps: [...gaps, ...rest.gaps] };
};
