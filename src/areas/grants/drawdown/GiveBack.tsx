import { formatCents } from "#kernel/money.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { HeldRow } from "./drawdown.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });

type Props = {
  held: readonly HeldRow[];
  back: ReadonlySet<string>;
  onChange: (next: ReadonlySet<string>) => void;
  q: string;
  onSearch: (q: string) => void;
};

/** Costs that the award has drawn, to be given back: only then can they be charged elsewhere. */
export function GiveBack({ held, back, onChange, q, onSearch }: Props) {
  if (held.length === 0 && !q) return null;
  const parts: readonly LinePart<HeldRow>[] = [
    {
      label: "Cost",
      as: "title",
      cell: (h) => (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={back.has(h.costLineId)}
            onChange={() => {
              const next = new Set(back);
              if (!next.delete(h.costLineId)) next.add(h.costLineId);
              onChange(next);
            }}
          />
          <span>
            {h.documentNumber} {h.description}
            <span className="block text-12 text-t3">In {h.claimers}</span>
          </span>
        </label>
      ),
    },
    { label: "Match, $", cell: (h) => money(h.match) },
    { label: "Federal, $", as: "amount", cell: (h) => money(h.federal) },
  ];
  return (
    <details>
      <summary className="text-t2">Give back what was drawn</summary>
      <Panel title="Costs that this award holds">
        <p className="mb-2 text-t2">
          A cost stays with this award until it gave it back and the money of that request is
          recorded. The first hundred are shown.
        </p>
        <input
          type="search"
          aria-label="Search the costs that this award holds"
          className="field-control mb-2"
          placeholder="Document or request"
          value={q}
          onChange={(e) => onSearch(e.target.value)}
        />
        <LineTable
          label="Costs that this award holds"
          parts={parts}
          lines={[...held]}
          keyOf={(h) => h.costLineId}
        />
      </Panel>
    </details>
  );
}
