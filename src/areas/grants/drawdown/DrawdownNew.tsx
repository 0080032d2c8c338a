import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useMutationAction, useGet, useRecord } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { objectClasses } from "#areas/finance/finance.public.ts";
import type { AwardDetail } from "../award/award.model.ts";
import { drawdownKinds } from "./drawdown.labels.ts";
import type { ChoiceRow } from "./drawdown.model.ts";

type Kind = keyof typeof drawdownKinds;
const partsOf = (
  chosen: ReadonlySet<string>,
  toggle: (id: string) => void,
): readonly LinePart<ChoiceRow>[] => [
  {
    label: "Cost",
    as: "title",
    cell: (c) => (
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={c.why === null && (c.cents < 0 || chosen.has(c.costLineId))}
          disabled={c.why !== null || c.cents < 0}
          onChange={() => toggle(c.costLineId)}
        />
        <span>
          {c.documentNumber} {c.vendor} {c.description}
          {c.why && <span className="block text-12 text-t3">{c.why}</span>}
          {c.cents < 0 && <span className="block text-12 text-t3">Comes off every request</span>}
        </span>
      </label>
    ),
  },
  { label: "Class", cell: (c) => objectClasses[c.objectClass], words: true },
  { label: "Incurred", cell: (c) => formatDate(c.incurredTo) },
  { label: "To draw, $", as: "amount", cell: (c) => formatCents(c.cents, { symbol: false }) },
];

/** Chooses the paid lines that a request draws on. */
export default function DrawdownNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const award = useRecord<AwardDetail>("/api/v1/grant-awards", id);
  const [kind, setKind] = useState<Kind>("reimbursement");
  const { timeZone } = useAgency();
  const [through, setThrough] = useState<string>(() => dateIn(new Date().toISOString(), timeZone));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const choices = useGet<{ items: ChoiceRow[] }>(
    "costs",
    `/api/v1/grant-awards/${id}/drawable?kind=${kind}&through=${through}`,
  );
  const save = useMutationAction<{ id: string }>("drawdowns", "grant-awards", "costs");
  if (award.isPending) return <RecordSkeleton />;
  if (!award.data) return <ErrorPanel error={award.error} what="This award" />;
  const items = choices.data?.items ?? [];
  const chosen = new Set(
    items.filter((c) => !c.why && !left.has(c.costLineId)).map((c) => c.costLineId),
  );
  const taken = items.filter((c) => !c.why && (c.cents < 0 || chosen.has(c.costLineId)));
  const toggle = (line: string) =>
    setLeft((old) => {
      const next = new Set(old);
      if (!next.delete(line)) next.add(line);
      return next;
    });
  const send = async () => {
    const made = await save.mutateAsync({
      path: "/api/v1/drawdowns",
      body: { awardId: id, kind, through, costLineIds: [...chosen] },
    });
    void navigate(pathTo("drawdown", { id: made.id }));
  };
  return (
    <div className="stack">
      <div>
        <h1>Draw money of {award.data.number}</h1>
        <p className="text-t2">
          {award.data.title}. The grantor pays {award.data.shareRate / 100}% of what is chosen.
        </p>
      </div>
      <div className="flex flex-wrap gap-4">
        <label className="field">
          <span className="field-label">Kind</span>
          <select
            className="field-control"
            value={kind}
            onChange={(e) => setKind(e.target.value as Kind)}
          >
            {Object.entries(drawdownKinds)
              .filter(([value]) => value !== "advance" || award.data.method === "advance")
              .map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </select>
        </label>
        <label className="field">
          <span className="field-label">Costs until</span>
          <input
            type="date"
            className="field-control"
            value={through}
            onChange={(e) => setThrough(e.target.value)}
          />
        </label>
      </div>
      <Panel title="Costs">
        {items.length === 0 ? (
          <EmptyState kind="all-done" title="Nothing is left to draw">
            Everything that is paid until then is drawn, or nothing is.
          </EmptyState>
        ) : (
          <LineTable
            label="Costs to draw"
            parts={partsOf(chosen, toggle)}
            lines={items}
            keyOf={(c) => c.costLineId}
            total={{
              label: "Chosen",
              amount: formatCents(
                taken.reduce((n, c) => n + c.cents, 0),
                { symbol: false },
              ),
            }}
          />
        )}
      </Panel>
      <div className="flex gap-2">
        <button
          type="button"
          className="btn btn-primary"
          disabled={taken.length === 0 || save.isPending}
          onClick={() =>
            void send().catch((error: unknown) => notify.failed("The request was not made", error))
          }
        >
          Make the request
        </button>
      </div>
    </div>
  );
}
