import { useState } from "react";
import type { Convertible } from "#areas/organization/organization.public.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { useGet, useList } from "#web/kit/queries.ts";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { AssemblyParts, GivenValues, Variable } from "./assembly.labels.ts";
import { costOf } from "./cost.model.ts";
import { expand, usualValues, type Expanded } from "./expand.model.ts";
import type { ProposedPrice } from "./price.model.ts";

/** The agency's units, as conversions need them. */
export const useUnits = (): readonly Convertible[] =>
  useList<Convertible>("/api/v1/units", "limit=200&sort=code&count=none").data?.items ?? [];

/** Fields for the values of variables; what nobody typed is the usual value. */
export function Values({
  variables,
  given,
  onChange,
}: {
  variables: readonly Variable[];
  given: GivenValues;
  onChange: (given: GivenValues) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {variables.map(({ key, label, unit }) => (
        <label key={key} className="field">
          <span>{label || key}</span>
          <span className="affix">
            <input
              className="field-control num"
              inputMode="decimal"
              autoComplete="off"
              value={given[key]?.amount ?? ""}
              onChange={(event) =>
                onChange({
                  ...given,
                  [key]: { amount: event.target.value.replaceAll(",", ""), unit },
                })
              }
            />
            <span className="after">{unit}</span>
          </span>
        </label>
      ))}
    </div>
  );
}

const facts: readonly LinePart<Expanded>[] = [
  {
    label: "Item",
    as: "title",
    cell: (item) => (
      <span className="grid">
        <span>{item.description || item.key}</span>
        <span className="text-12 text-t3">{item.found ? item.found.how : item.problem}</span>
      </span>
    ),
  },
  {
    label: "Quantity",
    cell: (item) => (item.found ? `${shownDecimal(item.found.quantity)} ${item.unit}` : "—"),
  },
  { label: "Packs", cell: (item) => (item.found?.packs ? shownDecimal(item.found.packs) : "—") },
  {
    label: "To buy",
    cell: (item) => (item.found ? `${shownDecimal(item.found.bought)} ${item.unit}` : "—"),
  },
];

const priced = (prices: ReadonlyMap<string, ProposedPrice>): LinePart<Expanded> => ({
  label: "Last price",
  words: true,
  cell: (item) => {
    const price = prices.get(item.key);
    if (!price) return "—";
    return (
      <span className="grid">
        {price.unitPrice !== null && <span className="num">${shownPrice(price.unitPrice)}</span>}
        <span className="text-12 text-t3">{price.source}</span>
      </span>
    );
  },
});

const costWords = (items: readonly Expanded[], prices: ReadonlyMap<string, ProposedPrice>) => {
  const { cents, priced: count } = costOf(items, prices);
  return count === 0
    ? "None of its items has a price that was paid before."
    : `At the last prices paid, ${count} of ${items.length} items come to ${formatCents(cents)}.`;
};

/**
 * An assembly with values beside it: what each item comes to, in packs, and how. `pricesOf`: the stored
 * version whose items' last prices are shown; null while it is being written.
 */
export function TryPanel({ parts, pricesOf }: { parts: AssemblyParts; pricesOf: string | null }) {
  const units = useUnits();
  const [typed, setTyped] = useState<GivenValues>({});
  const found = useGet<{ items: ProposedPrice[] }>(
    "takeoff-assemblies",
    `/api/v1/takeoff-assemblies/${pricesOf}/prices`,
    { enabled: pricesOf !== null },
  );
  const prices = new Map((found.data?.items ?? []).map((each) => [each.key, each]));
  const given = { ...usualValues(parts.variables), ...typed };
  const items = expand(parts, given, units);
  return (
    <Panel title="Try it">
      <div className="grid gap-4">
        <Values variables={parts.variables} given={given} onChange={setTyped} />
        {items.length === 0 ? (
          <EmptyState kind="first-use" title="No item yet">
            Add what is bought, and say by a formula how much.
          </EmptyState>
        ) : (
          <LineTable
            label="What is bought with these values"
            parts={found.data ? [...facts, priced(prices)] : facts}
            lines={items}
            keyOf={(item) => item.key}
          />
        )}
        {found.data && <p className="text-13 text-t2">{costWords(items, prices)}</p>}
      </div>
    </Panel>
  );
}
