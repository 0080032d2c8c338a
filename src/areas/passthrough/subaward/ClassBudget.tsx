import { useState } from "react";
import { formatCents } from "#kernel/money.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { className, sumsByClass } from "../request/classes.model.ts";
import type { SubawardDetail } from "./subaward.model.ts";

const ReviseDialog = dialogOnDemand(async () => (await import("./ReviseDialog.tsx")).ReviseDialog);

type Row = { objectClass: string; budget: number; asked: number };
const parts: readonly LinePart<Row>[] = [
  { label: "Class", as: "title", cell: (r) => className(r.objectClass) },
  { label: "Asked for", cell: (r) => formatCents(r.asked) },
  { label: "Left", cell: (r) => formatCents(r.budget - r.asked) },
  { label: "Budget", as: "amount", cell: (r) => formatCents(r.budget) },
];

/** A subaward's budget by class beside what was asked for of each; who approves revises it. */
export function ClassBudget({ subaward: s }: { subaward: SubawardDetail }) {
  const [revising, setRevising] = useState(false);
  const [budget, asked] = [sumsByClass(s.budget), sumsByClass(s.asked)];
  const rows = [...new Set([...budget.keys(), ...asked.keys()])].map((objectClass) => ({
    objectClass,
    budget: budget.get(objectClass) ?? 0,
    asked: asked.get(objectClass) ?? 0,
  }));
  if (s.budget.length === 0) return null;
  return (
    <Panel
      title="Budget"
      aside={
        s.canRevise && (
          <button type="button" className="btn btn-small" onClick={() => setRevising(true)}>
            Revise
          </button>
        )
      }
    >
      <LineTable
        label="Budget"
        parts={parts}
        lines={rows}
        keyOf={(r) => r.objectClass}
        total={{ label: "Total", amount: formatCents(s.amount + s.match) }}
      />
      {revising && <ReviseDialog subaward={s} onClose={() => setRevising(false)} />}
    </Panel>
  );
}
