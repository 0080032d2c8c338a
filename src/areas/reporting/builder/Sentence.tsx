import { useState } from "react";
import { useGet } from "#web/kit/queries.ts";
import type { Answered, FactRow, ReportQuestion } from "../figure/figure.model.ts";
import { besides, type Beside } from "../figure/beside.labels.ts";
import { periods, periodWords, type Period } from "../figure/period.labels.ts";
import { queryOf, type Asked } from "./address.ts";
import { Moments } from "./Moments.tsx";
import { Box, OneOf, Part } from "./Part.tsx";

const mostParts = 3;
const mostFigures = 6;
const times = [
  { id: "month", label: "Month" },
  { id: "week", label: "Week" },
];
const isTime = (id: string) => times.some((each) => each.id === id);

type Change = (next: Partial<Asked>) => void;

/** The facts whose figures are asked. */
const factsAsked = (facts: readonly FactRow[], { measures }: ReportQuestion): FactRow[] =>
  facts.filter((fact) => measures.some((id) => id.startsWith(`${fact.id}.`)));

/** What all of these facts are told by. */
const sharedParts = (facts: readonly FactRow[]) => {
  const [first, ...others] = facts;
  if (!first) return [];
  const own = [...(first.day ? times : []), ...first.dimensions];
  return own.filter((part) =>
    others.every((fact) =>
      isTime(part.id) ? fact.day : fact.dimensions.some((d) => d.id === part.id),
    ),
  );
};

const hasTime = (fact: FactRow) =>
  fact.day !== null || fact.dimensions.some((d) => d.id === "fiscalYear");

/**
 * The question after figures were chosen: what the facts do not share falls out, a fact without days
 * is asked of all time, and one that parts spending from revenue of spending.
 */
const withFigures = (
  facts: readonly FactRow[],
  asked: Asked,
  measures: string[],
): Partial<Asked> => {
  const chosen = factsAsked(facts, { ...asked, measures });
  const parts = sharedParts(chosen).map((part) => part.id);
  const where = Object.fromEntries(
    Object.entries(asked.where).filter(([id]) => parts.includes(id)),
  );
  if (chosen.some((fact) => fact.apart.includes("side"))) where.side ??= ["spending"];
  return {
    measures,
    by: asked.by.filter((id) => parts.includes(id)),
    where,
    ...(chosen.some((fact) => !hasTime(fact)) && { period: "all" }),
  };
};

const mostWords = 60;
/** Names beside each other; too many for a line are the first one and how many more. */
const shortOf = (names: readonly string[]): string => {
  const all = names.join(", ");
  return all.length <= mostWords || names.length < 2
    ? all
    : `${names[0]} and ${names.length - 1} more`;
};

function Figures({
  facts,
  asked,
  change,
}: {
  facts: readonly FactRow[];
  asked: Asked;
  change: Change;
}) {
  const names = facts.flatMap((fact) => fact.measures.map((m) => ({ ...m, of: fact.label })));
  const shown = asked.measures.map(
    (id) => names.find((each) => each.id === id)?.label ?? "a figure that is not yours to read",
  );
  const toggle = (id: string, on: boolean) =>
    change(
      withFigures(
        facts,
        asked,
        on ? [...asked.measures, id] : asked.measures.filter((each) => each !== id),
      ),
    );
  return (
    <Part label="Figures" shown={shortOf(shown) || "Choose a figure"}>
      {facts.map((fact) => (
        <fieldset key={fact.id} className="mb-3">
          <legend className="font-semibold">{fact.label}</legend>
          <p className="text-12 text-t3">Each row is {fact.grain}.</p>
          {fact.measures.map((each) => (
            <Box
              key={each.id}
              label={each.label}
              on={asked.measures.includes(each.id)}
              disabled={asked.measures.length >= mostFigures && !asked.measures.includes(each.id)}
              change={(on) => toggle(each.id, on)}
            />
          ))}
        </fieldset>
      ))}
    </Part>
  );
}

type Dimension = { id: string; label: string };

function Parts({
  parts,
  asked,
  change,
}: {
  parts: readonly Dimension[];
  asked: Asked;
  change: Change;
}) {
  const shown = asked.by.map((id) => parts.find((part) => part.id === id)?.label ?? id);
  return (
    <Part label="Parted by" shown={shown.join(" and ").toLowerCase() || "nothing"}>
      {parts.map((part) => (
        <Box
          key={part.id}
          label={part.label}
          on={asked.by.includes(part.id)}
          disabled={asked.by.length >= mostParts && !asked.by.includes(part.id)}
          change={(on) =>
            change({
              by: on ? [...asked.by, part.id] : asked.by.filter((each) => each !== part.id),
            })
          }
        />
      ))}
    </Part>
  );
}

/** The time that counts; with `own`, what is said where each question keeps its own. */
export function Time({
  period,
  own,
  change,
}: {
  period: Period | null;
  own?: string;
  change: (period: Period | null) => void;
}) {
  const [from = "", until = ""] = period?.includes("..") ? period.split("..") : [];
  const [days, setDays] = useState({ from, until });
  const choices: (readonly [Period | null, string])[] = [
    ...(own ? [[null, own] as const] : []),
    ...(Object.entries(periods) as [Period, string][]),
  ];
  return (
    <Part label="Time" shown={period ? periodWords(period) : (own ?? "")}>
      <OneOf name="period" choices={choices} chosen={period} change={change} />
      <form
        className="mt-2 flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          change(`${days.from}..${days.until}`);
        }}
      >
        {(["from", "until"] as const).map((end) => (
          <label key={end} className="field text-13">
            {end === "from" ? "First day" : "Last day"}
            <input
              type="date"
              required
              className="field-control"
              value={days[end]}
              onChange={(event) => setDays({ ...days, [end]: event.target.value })}
            />
          </label>
        ))}
        <button type="submit" className="btn">
          These days
        </button>
      </form>
    </Part>
  );
}

/** The values of one part that count; they are those that `of` finds. */
export function Values({
  part,
  of,
  chosen,
  set,
}: {
  part: Dimension;
  of: ReportQuestion;
  chosen: readonly string[];
  set: (next: string[]) => void;
}) {
  const { [part.id]: _own, ...others } = of.where;
  const { data, error } = useGet<Answered>(
    "report-figures",
    `/api/v1/report-figures?${queryOf({ ...of, by: [part.id], where: others })}`,
  );
  const values = (data?.rows ?? []).flatMap(({ keys, names }) =>
    keys[0] === null || keys[0] === undefined ? [] : [{ id: keys[0], name: names[0]! }],
  );
  const named = chosen.map((id) => values.find((each) => each.id === id)?.name ?? id);
  return (
    <Part
      label={part.label}
      shown={
        named.length > 2
          ? `${named.length} of ${part.label.toLowerCase()}`
          : named.join(", ") || part.label
      }
    >
      <p className="font-semibold">{part.label}</p>
      {error && <p className="text-13 text-t2">{error.message}</p>}
      {!data && !error && <p className="text-t3">Loading…</p>}
      {values.map((each) => (
        <Box
          key={each.id}
          label={each.name}
          on={chosen.includes(each.id)}
          change={(on) => set(on ? [...chosen, each.id] : chosen.filter((id) => id !== each.id))}
        />
      ))}
      {chosen.length > 0 && (
        <button type="button" className="btn mt-2" onClick={() => set([])}>
          All of {part.label.toLowerCase()}
        </button>
      )}
    </Part>
  );
}

const withValues = (where: ReportQuestion["where"], id: string, next: string[]) => {
  const { [id]: _before, ...others } = where;
  return next.length ? { ...others, [id]: next } : others;
};

/** Parts of which only some values count, and a way to add one. */
export function Filters({
  parts,
  where,
  of,
  change,
}: {
  parts: readonly Dimension[];
  where: ReportQuestion["where"];
  /** The question that finds the values of a part. */
  of: (part: Dimension) => ReportQuestion;
  change: (where: ReportQuestion["where"]) => void;
}) {
  const [added, setAdded] = useState<string[]>([]);
  const open = parts.filter((part) => !isTime(part.id));
  const shown = open.filter((part) => where[part.id] || added.includes(part.id));
  const rest = open.filter((part) => !shown.includes(part));
  return (
    <>
      {shown.map((part) => (
        <Values
          key={part.id}
          part={part}
          of={of(part)}
          chosen={where[part.id] ?? []}
          set={(next) => change(withValues(where, part.id, next))}
        />
      ))}
      {rest.length > 0 && (
        <Part label="Filter" shown="+ only some">
          {rest.map((part) => (
            <button
              key={part.id}
              type="button"
              className="btn btn-quiet w-full justify-start"
              onClick={() => setAdded([...added, part.id])}
            >
              {part.label}
            </button>
          ))}
        </Part>
      )}
    </>
  );
}

function BesideEach({
  beside,
  change,
}: {
  beside: Beside | undefined;
  change: (beside: Beside | undefined) => void;
}) {
  return (
    <Part label="Beside each figure" shown={beside ? `with ${besides[beside]}` : "+ beside each"}>
      <OneOf
        name="beside"
        choices={[[undefined, "nothing"], ...(Object.entries(besides) as [Beside, string][])]}
        chosen={beside}
        change={change}
      />
    </Part>
  );
}

/** By which figure the rows stand in order; without one by their names. */
function Order({
  facts,
  asked: { measures, order },
  change,
}: {
  facts: readonly FactRow[];
  asked: Asked;
  change: (order: string | undefined) => void;
}) {
  const names = facts.flatMap((fact) => fact.measures);
  const choices = measures.flatMap((id): (readonly [string, string])[] => {
    const label = names.find((each) => each.id === id)?.label;
    return label
      ? [
          [`-${id}`, `${label}, most first`],
          [id, `${label}, least first`],
        ]
      : [];
  });
  const chosen = choices.find(([value]) => value === order);
  return (
    <Part
      label="Order of the rows"
      shown={chosen ? `sorted by ${chosen[1].toLowerCase()}` : "+ in order"}
    >
      <OneOf
        name="order"
        choices={[[undefined, "by name"] as const, ...choices]}
        chosen={chosen?.[0]}
        change={change}
      />
    </Part>
  );
}

/** A question as a sentence whose parts are changed one by one. */
export function Sentence({
  facts,
  asked,
  change,
}: {
  facts: readonly FactRow[];
  asked: Asked;
  change: Change;
}) {
  const parts = sharedParts(factsAsked(facts, asked));
  return (
    <div
      className="no-print flex flex-wrap items-center gap-2 text-15"
      role="group"
      aria-label="Question"
    >
      <Figures facts={facts} asked={asked} change={change} />
      <span>by</span>
      <Parts parts={parts} asked={asked} change={change} />
      <span>,</span>
      <Time period={asked.period} change={(period) => period && change({ period })} />
      {asked.measures.length > 0 && (
        <Moments facts={factsAsked(facts, asked)} asked={asked} change={change} />
      )}
      <Filters
        parts={asked.measures.length > 0 ? parts : []}
        where={asked.where}
        of={() => asked}
        change={(where) => change({ where })}
      />
      {asked.measures.length > 0 && (
        <BesideEach beside={asked.beside} change={(beside) => change({ beside })} />
      )}
      {asked.measures.length > 0 && asked.by.length > 0 && (
        <Order facts={facts} asked={asked} change={(order) => change({ order })} />
      )}
    </div>
  );
}
