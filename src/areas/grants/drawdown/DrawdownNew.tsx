import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { formatCents, parseMoney } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useMutationAction, useGet, useRecord } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { objectClasses } from "#areas/finance/finance.public.ts";
import type { AwardDetail } from "../award/award.model.ts";
import { drawdownKinds } from "./drawdown.labels.ts";
import type { ChoiceRow, HeldRow } from "./drawdown.model.ts";
import { GiveBack } from "./GiveBack.tsx";

type Kind = keyof typeof drawdownKinds;
type Amounts = Readonly<Record<string, string>>;
/** Cents that somebody typed for a line; all of it where nothing was typed, null of what is no amount of it. */
const typed = (amounts: Amounts, id: string, whole: number): number | null => {
  const text = amounts[id]?.trim();
  if (!text) return whole;
  const cents = parseMoney(text);
  return cents !== null && cents > 0 && cents <= whole ? cents : null;
};

const partsOf = (
  chosen: ReadonlySet<string>,
  toggle: (id: string) => void,
  amounts: Amounts,
  setAmount: (id: string, text: string) => void,
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
  {
    label: "Only, $",
    cell: (c) =>
      c.why === null && c.cents > 0 ? (
        <>
          <input
            aria-label={`Draw of ${c.documentNumber}, in dollars`}
            aria-invalid={typed(amounts, c.costLineId, c.cents) === null}
            className="field-control w-28 text-right"
            inputMode="decimal"
            placeholder={formatCents(c.cents, { symbol: false })}
            value={amounts[c.costLineId] ?? ""}
            onChange={(e) => setAmount(c.costLineId, e.target.value)}
          />
          {typed(amounts, c.costLineId, c.cents) === null && (
            <span className="block text-12 text-danger">
              Enter an amount up to {formatCents(c.cents)}.
            </span>
          )}
        </>
      ) : null,
  },
  { label: "Left, $", as: "amount", cell: (c) => formatCents(c.cents, { symbol: false }) },
];

/** Chooses the paid lines that a request draws on. */
export default function DrawdownNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const award = useRecord<AwardDetail>("/api/v1/grant-awards", id);
  const [asked, setKind] = useState<Kind>("reimbursement");
  const { timeZone } = useAgency();
  const [through, setThrough] = useState<string>(() => dateIn(new Date().toISOString(), timeZone));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [amounts, setAmounts] = useState<Amounts>({});
  const [back, setBack] = useState<ReadonlySet<string>>(new Set());
  const [q, setQ] = useState("");
  // What a closed award drew too much is given back; nothing else moves.
  const closed = award.data?.status === "closed";
  const kind = closed ? "refund" : asked;
  const choices = useGet<{ items: ChoiceRow[]; held: HeldRow[] }>(
    "costs",
    `/api/v1/grant-awards/${id}/drawable?kind=${kind}&through=${through}&q=${encodeURIComponent(q)}`,
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
  const held = choices.data?.held ?? [];
  const given = held.filter((h) => back.has(h.costLineId));
  const sum =
    taken.reduce(
      (n, c) => n + (c.cents < 0 ? c.cents : (typed(amounts, c.costLineId, c.cents) ?? 0)),
      0,
    ) - given.reduce((n, h) => n + h.federal + h.match, 0);
  const unread = taken.some((c) => c.cents > 0 && typed(amounts, c.costLineId, c.cents) === null);
  const send = async () => {
    const parts = [
      ...taken.flatMap((c) =>
        c.cents > 0 && amounts[c.costLineId]?.trim()
          ? [{ costLineId: c.costLineId, cents: typed(amounts, c.costLineId, c.cents) ?? 0 }]
          : [],
      ),
      ...given.map((h) => ({ costLineId: h.costLineId, cents: -(h.federal + h.match) })),
    ];
    const made = await save.mutateAsync({
      path: "/api/v1/drawdowns",
      body: { awardId: id, kind, through, costLineIds: [...chosen], parts },
    });
    void navigate(pathTo("drawdown", { id: made.id }));
  };
  return (
    <div className="stack">
      <div>
        <h1>
          {closed ? "Give money back of" : "Draw money of"} {award.data.number}
        </h1>
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
              .filter(([value]) =>
                closed
                  ? value === "refund"
                  : value !== "advance" || award.data.method === "advance",
              )
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
          <EmptyState
            kind="all-done"
            title={kind === "refund" ? "Nothing must be given back" : "Nothing is left to draw"}
          >
            {kind === "refund"
              ? "Every drawn cent has a payment behind it. A cost to give back all the same is chosen below."
              : "Everything that is paid until then is drawn, or nothing is."}
          </EmptyState>
        ) : (
          <LineTable
            label="Costs to draw"
            parts={partsOf(chosen, toggle, amounts, (line, text) =>
              setAmounts((old) => ({ ...old, [line]: text })),
            )}
            lines={items}
            keyOf={(c) => c.costLineId}
            total={{
              label: "Chosen",
              amount: formatCents(sum, { symbol: false }),
            }}
          />
        )}
      </Panel>
      <GiveBack held={held} back={back} onChange={setBack} q={q} onSearch={setQ} />
      <div className="flex gap-2">
        <button
          type="button"
          className="btn btn-primary"
          disabled={taken.length + given.length === 0 || unread || save.isPending}
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
