import type { Actor, Permission } from "#kernel/access.ts";
import { invalid } from "#kernel/errors.ts";
import { daysOfStep } from "#kernel/forecast/steps.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "../db/db.ts";
import { listQuery, type ListQuery } from "../http/list.ts";
import { opensAsOf, queryAsOf, requireAsOf, requireOver, type Moments } from "./as-of.ts";
import {
  fiscalYearDimension,
  timeDimensions,
  timeIn,
  overlaps,
  type Against,
  type Dimension,
  type Fact,
  type Measure,
} from "./facts.ts";
import { dimensionsOf, mostRows, shownName, type Asked } from "./figure-statement.ts";
import { partsOf, type FigurePart } from "./figure-parts.ts";

/** What is asked: measures as `fact.measure`, what they are parted by, and which values count. */
export type Question = {
  measures: readonly string[];
  by: readonly string[];
  /** By dimension, the values that count. */
  where: Readonly<Record<string, readonly string[]>>;
  /** Days, both inclusive. */
  from?: string;
  until?: string;
  /** The fiscal year that these days are: facts of a year are asked for it. */
  year?: number;
} & Moments;

/** A figure of one cell with the address of its rows; null where nothing is there to open. */
type Cell = { value: number | null; rows: number; opens: string | null };
/** A figure as an answer names it; a balance is not added up over time. */
type Named = {
  id: string;
  label: string;
  unit: "cents" | "count" | "percent" | "days";
  balance?: true;
  /** By which figure it is judged, by its full id. */
  against?: Against;
};
type Answer = {
  by: { id: string; label: string; overlaps?: true }[];
  measures: Named[];
  /** Labels of what was asked and is not shown, for want of a permission. */
  withheld: string[];
  /** The last moment by which what counts had been recorded, where one was asked. */
  knownAt?: Instant;
  rows: { keys: (string | null)[]; names: string[]; cells: Cell[] }[];
  totals: Cell[];
};

const find = (facts: readonly Fact[], id: string): Asked => {
  const [factId = "", measureId = ""] = id.split(".");
  const fact = facts.find((each) => each.id === factId);
  const measure = fact && Object.hasOwn(fact.measures, measureId) && fact.measures[measureId];
  if (!fact || !measure) throw invalid("unknown_figure", `There is no figure ${id}.`);
  return { id, fact, measure };
};

const ownOf = (of: { permission?: Permission } | undefined): Permission[] =>
  of?.permission ? [of.permission] : [];

/** What a figure asks for: the fact's permission, the measure's own, and those of what tells it. */
const permissionsAsked = (
  fact: Fact,
  measure: Measure,
  toldBy: readonly string[] = [],
): Permission[] => [
  fact.permission,
  ...ownOf(measure),
  ...[...toldBy, ...(measure.kind === "distinct" ? [measure.dimension] : [])].flatMap((id) =>
    ownOf(fact.dimensions.find((d) => d.of.id === id)),
  ),
];

/**
 * Whether somebody may read a figure, and have it told by these dimensions: the fact's permission, the
 * measure's own, and the dimensions' own.
 */
export const mayRead = (
  actor: Actor,
  fact: Fact,
  measure: Measure,
  toldBy: readonly string[] = [],
): boolean => permissionsAsked(fact, measure, toldBy).every((each) => actor.permissions.has(each));

/** By which dimensions of a fact somebody may part and choose. */
export const readableDimensions = (actor: Actor, fact: Fact): Dimension[] =>
  fact.dimensions.flatMap(({ of, permission }) =>
    !permission || actor.permissions.has(permission) ? [of] : [],
  );

/** What a question is told by, beside time: what parts it, and what was chosen. */
type Told = Pick<Question, "by" | "where">;
const toldBy = ({ by, where }: Told): string[] => [...by, ...Object.keys(where)];

/** The permissions that the figures of a question ask for. @throws 422 for an unknown one. */
export const permissionsOfFigures = (
  facts: readonly Fact[],
  { measures, ...told }: Told & { measures: readonly string[] },
): Permission[] => [
  ...new Set(
    measures.flatMap((id) => {
      const { fact, measure } = find(facts, id);
      return permissionsAsked(fact, measure, toldBy(told));
    }),
  ),
];

type Times = "days" | "years" | "none";

/**
 * What all of these figures are told by, beside time. `times`: any days, whole fiscal years alone (of
 * what belongs to a year, or is not added up over years), or none. @throws 422 for an unknown one.
 */
export const partsOfFigures = (
  facts: readonly Fact[],
  ids: readonly string[],
): { parts: Dimension[]; times: Times } => {
  const asked = ids.map((id) => find(facts, id).fact);
  const days = asked.every(
    (fact) => fact.day !== undefined && !fact.apart?.includes(fiscalYearDimension.id),
  );
  const years = asked.every((fact) => fact.day !== undefined || ofYear(fact));
  const [first, ...others] = asked.map((fact) => fact.dimensions.map(({ of }) => of));
  return {
    parts: (first ?? []).filter(({ id }) =>
      others.every((dimensions) => dimensions.some((each) => each.id === id)),
    ),
    times: days ? "days" : years ? "years" : "none",
  };
};

const byWhoAsks = /\$(?:actor|held|departments)\b/;

/**
 * Whether everybody who may read these figures sees the same rows behind them: neither the list nor what
 * the figure always asks of it goes by who reads.
 */
export const seenAlike = (facts: readonly Fact[], ids: readonly string[]): boolean =>
  ids.every((id) => {
    const { fact, measure } = find(facts, id);
    const { from, filters, visible } = fact.list;
    const asked = [...Object.keys(measure.only ?? {}), ...fact.dimensions.map((d) => d.filter)];
    return (
      (visible?.length ?? 0) === 0 &&
      ![from, ...asked.map((name) => filters[name]!.sql)].some((text) => byWhoAsks.test(text))
    );
  });

const later = (a: string | undefined, b: string) => (a && a > b ? a : b);
const earlier = (a: string | undefined, b: string) => (a && a < b ? a : b);

const ofYear = (fact: Fact) => fact.dimensions.some((d) => d.of.id === fiscalYearDimension.id);

// A whole fiscal year chooses that of facts that belong to one, unless another was named.
const whereOf = ({ fact }: Asked, { where, year }: Question): Question["where"] =>
  year !== undefined && ofYear(fact)
    ? { [fiscalYearDimension.id]: [String(year)], ...where }
    : where;

/** What a list is asked for by a question, as its address has it. */
const queryOf = (asked: Asked, question: Question): Record<string, string> => {
  const { fact, measure } = asked;
  const query: Record<string, string> = { ...measure.only };
  // A balance is of everything until the last day, whenever it began.
  if (fact.day && question.from && measure.kind !== "balance")
    query[`${fact.day.filter}.min`] = question.from;
  if (fact.day && question.until) query[`${fact.day.filter}.max`] = question.until;
  for (const [id, values] of Object.entries(whereOf(asked, question))) {
    const { filter } = fact.dimensions.find((d) => d.of.id === id)!;
    // Of what a measure always asks, only that which was chosen too.
    const both = query[filter]?.split(",").filter((value) => values.includes(value)) ?? values;
    if (!both.length)
      throw invalid("figure_never", `${fact.label} never have that of: ${measure.label}.`);
    query[filter] = both.join(",");
  }
  return queryAsOf(fact, query, question);
};

const addressOf = (fact: Fact, query: Record<string, string>): string => {
  const text = new URLSearchParams(query).toString();
  return text ? `${fact.page}${fact.page.includes("?") ? "&" : "?"}${text}` : fact.page;
};

// The rows behind one cell: the question's own, and the values that part it.
const openedBy = (
  { fact, measure }: Asked,
  query: Record<string, string>,
  by: readonly string[],
  keys: readonly (string | null)[],
): string | null => {
  // A list has no filter for what is empty.
  if (keys.includes(null)) return null;
  const narrowed = { ...query };
  by.forEach((id, n) => {
    const key = keys[n]!;
    const time = timeIn([id]);
    if (time) {
      const [first, last] = daysOfStep(time, key);
      const filter = fact.day!.filter;
      if (measure.kind !== "balance")
        narrowed[`${filter}.min`] = later(query[`${filter}.min`], first);
      narrowed[`${filter}.max`] = earlier(query[`${filter}.max`], last);
    } else narrowed[fact.dimensions.find((d) => d.of.id === id)!.filter] = key;
  });
  return addressOf(fact, narrowed);
};

const parsed = ({ fact }: Asked, query: Record<string, string>): ListQuery => {
  const read = listQuery(fact.list).safeParse(query);
  if (read.success) return read.data;
  throw invalid("figure_value", `A value that ${fact.label.toLowerCase()} cannot have was chosen.`);
};

const checkDays = ({ fact }: Asked, question: Question) => {
  const { from, until, year } = question;
  if ((from || until) && !fact.day && !(year !== undefined && ofYear(fact)))
    throw invalid(
      "figure_without_day",
      `${fact.label} have no day: choose ${ofYear(fact) ? "a fiscal year" : "all time"} instead.`,
    );
};

// The words for a dimension, of whichever fact is told by it.
const wordsOf = (facts: readonly Fact[], id: string): string =>
  (facts.flatMap(dimensionsOf).find((d) => d.id === id)?.label ?? id).toLowerCase();

// Facts meet on what they share, and rows that must not be added up are parted or chosen.
const check = (facts: readonly Fact[], asked: Asked, question: Question) => {
  const { fact } = asked;
  const known = dimensionsOf(fact).map((d) => d.id);
  const where = whereOf(asked, question);
  const chosen = Object.keys(where);
  const strange = [...question.by, ...chosen].find((id) => !known.includes(id));
  if (strange)
    throw invalid(
      "figures_do_not_meet",
      `${fact.label} are not told by ${wordsOf(facts, strange)}. They are told by ${known.map((id) => wordsOf(facts, id)).join(", ")}.`,
    );
  if (timeIn(chosen))
    throw invalid("figure_month", "Choose months and weeks by their first and last day.");
  if (timeDimensions.every(({ id }) => question.by.includes(id)))
    throw invalid(
      "figure_weeks_of_months",
      "Part it by month or by week: weeks lie in two months.",
    );
  checkDays(asked, question);
  const added = (fact.apart ?? []).some(
    (id) => !question.by.includes(id) && where[id]?.length !== 1,
  );
  if (added) throw invalid("figure_not_added", fact.list.addable!.sentence);
};

const units = {
  sum: "cents",
  balance: "cents",
  ratio: "percent",
  count: "count",
  distinct: "count",
  duration: "days",
  left: "days",
} as const;

type Added = {
  each: Asked;
  query: Record<string, string>;
  whole: FigurePart;
  parts: readonly FigurePart[];
};

const tooMany = (facts: readonly Asked[], question: Question) => {
  const known = facts.map(({ fact }) => fact);
  const narrower = dimensionsOf(facts[0]!.fact)
    .map((d) => d.label.toLowerCase())
    .join(", ");
  return invalid(
    "figures_too_many",
    `That is more than ${mostRows} rows. Choose fewer days or values of: ${narrower}; or part it by less than ${question.by.map((id) => wordsOf(known, id)).join(" and ")}.`,
  );
};

/** Figures beside each other, by the values that they share. */
const beside = (added: readonly Added[], question: Question, by: readonly string[]) => {
  const rows = new Map<string, Answer["rows"][number]>();
  for (const [place, { each, query, parts }] of added.entries()) {
    for (const { keys, names, value, rows: n } of parts) {
      const key = JSON.stringify(keys);
      const row = rows.get(key) ?? {
        keys,
        names: by.map((id, place) => shownName(each.fact, id, names[place]!)),
        cells: added.map(() => ({ value: null, rows: 0, opens: null })),
      };
      row.cells[place] = {
        value,
        rows: n,
        opens: opensAsOf(each.fact, question) ? openedBy(each, query, by, keys) : null,
      };
      rows.set(key, row);
    }
    if (rows.size > mostRows)
      throw tooMany(
        added.map((one) => one.each),
        question,
      );
  }
  return [...rows.values()].sort((a, b) => {
    const [one, other] = [a.names.join("\u0000"), b.names.join("\u0000")];
    return one === other ? 0 : one < other ? -1 : 1;
  });
};

/** One figure over everything, and by what parts it, in one round trip. */
const addUp = async (
  db: Db,
  actor: Actor,
  each: Asked,
  question: Question,
  by: readonly string[],
): Promise<Added> => {
  const query = queryOf(each, question);
  const read = parsed(each, query);
  const [whole, parts] = await Promise.all([
    partsOf(db, actor, each, { read, by: [], question }),
    by.length ? partsOf(db, actor, each, { read, by, question }) : [],
  ]);
  if (!whole || !parts) throw tooMany([each], question);
  return { each, query, whole: whole[0]!, parts };
};

const namedOf = ({ id, fact, measure }: Asked): Named => ({
  id,
  label: labelOf({ id, fact, measure }),
  unit: units[measure.kind],
  ...(measure.kind === "balance" && { balance: true }),
  ...(measure.kind === "ratio" &&
    measure.against && {
      against: { ...measure.against, measure: `${fact.id}.${measure.against.measure}` },
    }),
});

const labelOf = ({ fact, measure }: Asked) => `${fact.label}: ${measure.label}`;

/** Counts of people, or of what happened to them: few are not told apart in public. */
export const measuresOfPeople = (facts: readonly Fact[]): ReadonlySet<string> =>
  new Set(
    facts.flatMap((fact) =>
      fact.people ? Object.keys(fact.measures).map((name) => `${fact.id}.${name}`) : [],
    ),
  );

/** Figures by their ids, as an answer names them. @throws 422 for an unknown one. */
export const figuresNamed = (facts: readonly Fact[], ids: readonly string[]): Answer["measures"] =>
  ids.map((id) => namedOf(find(facts, id)));

/**
 * Answers a question with the rights of whoever asks: every figure is added up by itself over the
 * rows that its list shows this person, then put beside the others. What they may not read is named
 * in `withheld`, never shown as nothing. @throws 422 where figures do not share what they are parted
 * by, where rows are not to be added up, where the answer would be cut, or where one is known as of
 * now only and a moment was named; 409 where something that began before the moment still runs.
 */
export const askFigures = async (
  db: Db,
  actor: Actor,
  facts: readonly Fact[],
  question: Question,
): Promise<Answer> => {
  const all = [...new Set(question.measures)].map((id) => find(facts, id));
  const by = [...new Set(question.by)];
  const asked = all.filter(({ fact, measure }) => mayRead(actor, fact, measure, toldBy(question)));
  asked.forEach((each) => check(facts, each, question));
  requireAsOf(facts, asked, question);
  const knownAt = question.known ? await requireOver(db, actor, question.known) : null;
  const added = await Promise.all(asked.map((each) => addUp(db, actor, each, question, by)));
  const labels = new Map(
    asked.flatMap(({ fact }) => dimensionsOf(fact).map((d) => [d.id, d.label])),
  );
  const many = (id: string) => asked.some(({ fact }) => overlaps(fact, id));
  return {
    by: asked.length
      ? by.map((id) => ({ id, label: labels.get(id)!, ...(many(id) && { overlaps: true }) }))
      : [],
    measures: asked.map(namedOf),
    withheld: all.filter((each) => !asked.includes(each)).map(labelOf),
    ...(knownAt && { knownAt }),
    rows: beside(added, question, by),
    totals: added.map(({ each, query, whole }) => ({
      value: whole.value,
      rows: whole.rows,
      opens: opensAsOf(each.fact, question) ? addressOf(each.fact, query) : null,
    })),
  };
};
