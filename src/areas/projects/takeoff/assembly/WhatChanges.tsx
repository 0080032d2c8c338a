import { useState } from "react";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { GivenValues } from "./assembly.labels.ts";
import type { AssemblyRow } from "./assembly.model.ts";
import { differenceOf, usualValues, type QuantityDifference } from "./expand.model.ts";
import { useUnits, Values } from "./TryPanel.tsx";

const parts: readonly LinePart<QuantityDifference>[] = [
  { label: "Item", as: "title", cell: (each) => each.description },
  { label: "Before", cell: (each) => each.before ?? "Not bought" },
  {
    label: "After",
    cell: (each) => (each.same ? "The same" : <ins>{each.after ?? "Not bought"}</ins>),
  },
];

/** What each quantity of an assembly would become by another version, with the same values. */
export function WhatChanges({ before, after }: { before: AssemblyRow; after: AssemblyRow }) {
  const units = useUnits();
  const [typed, setTyped] = useState<GivenValues>({});
  const variables = [
    ...before.variables,
    ...after.variables.filter(({ key }) => !before.variables.some((each) => each.key === key)),
  ];
  const given = { ...usualValues(variables), ...typed };
  const lines = differenceOf(before, after, given, units);
  const changed = lines.filter((each) => !each.same).length;
  return (
    <section className="grid gap-3" aria-label="What each quantity would become">
      <h3>What each quantity would become</h3>
      <Values variables={variables} given={given} onChange={setTyped} />
      <p role="status">
        {changed === 0
          ? "With these values every quantity stays as it is."
          : `With these values ${changed} of ${lines.length} quantities change.`}
      </p>
      <LineTable
        label="Quantities before and after"
        parts={parts}
        lines={lines}
        keyOf={(each) => each.key}
        tight
      />
    </section>
  );
}
