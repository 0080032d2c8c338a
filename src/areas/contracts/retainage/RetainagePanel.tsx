import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { Retainage } from "./retainage.model.ts";

const CompletionDialog = dialogOnDemand(
  async () => (await import("./CompletionDialog.tsx")).CompletionDialog,
);

const ReleaseDialog = dialogOnDemand(
  async () => (await import("./ReleaseDialog.tsx")).ReleaseDialog,
);

type Held = Retainage["invoices"][number];
const parts: readonly LinePart<Held>[] = [
  {
    label: "Invoice",
    as: "title",
    cell: (i) => <Link to={pathTo("invoice", { id: i.id })}>{i.number}</Link>,
  },
  { label: "Withheld, $", as: "amount", cell: (i) => formatCents(i.withheld, { symbol: false }) },
];

const factsOf = (r: Retainage): (readonly [string, string])[] => [
  ["By the contract", `${Number(r.percent)}% of each invoice`],
  ...(r.capPercent === null
    ? []
    : [["By law at most", `${r.capPercent}% (${r.citation})`] as const]),
  ...(r.completion
    ? [
        ["Substantially complete", formatDate(r.completion.completedOn)] as const,
        [
          "To correct or complete",
          `${formatCents(r.completion.costToCorrect)}${r.byList ? ", by the punch list" : ""}`,
        ] as const,
        ...(r.completion.remaining ? [["What remains", r.completion.remaining] as const] : []),
        ["Final papers", r.completion.papersOpen ? "still to come" : "in"] as const,
        ...(r.atMost === null
          ? []
          : [["May be held after it", `${formatCents(r.atMost)} (${r.citation})`] as const]),
        ...(r.releaseBy ? [["Released by", formatDate(r.releaseBy)] as const] : []),
      ]
    : []),
];

/** What is kept back under a contract, what law lets be held, and on which invoices it stands. */
export function RetainagePanel({ contractId }: { contractId: string }) {
  const { can } = useAuth();
  const [asked, setAsked] = useState<"completion" | "release" | null>(null);
  const close = () => setAsked(null);
  const read = useGet<Retainage>("contracts", `/api/v1/contracts/${contractId}/retainage`);
  if (read.isPending) return <RecordSkeleton />;
  if (!read.data) return <ErrorPanel error={read.error} what="Its retainage" />;
  const r = read.data;
  return (
    <>
      <Panel
        title="Retainage"
        aside={
          <span className="flex flex-wrap gap-2">
            {r.canRecord && (
              <button
                type="button"
                className="btn btn-small"
                onClick={() => setAsked("completion")}
              >
                {r.completion ? "Correct the completion" : "Record substantial completion"}
              </button>
            )}
            {can("invoice.approve") && r.invoices.some(({ releasable }) => releasable) && (
              <button
                type="button"
                className={`btn btn-small ${r.over > 0 ? "btn-primary" : ""}`}
                onClick={() => setAsked("release")}
              >
                Release retainage
              </button>
            )}
          </span>
        }
      >
        <p className={r.over > 0 ? "text-warning" : "text-t2"}>{r.finding}</p>
        <Facts rows={factsOf(r)} />
      </Panel>
      {r.invoices.length > 0 && (
        <Panel title="Invoices that withhold" flush>
          <LineTable
            label="Invoices that withhold"
            parts={parts}
            lines={r.invoices}
            keyOf={(i) => i.id}
            total={{ label: "Total", amount: formatCents(r.withheld, { symbol: false }) }}
          />
        </Panel>
      )}
      {asked === "completion" && (
        <CompletionDialog contractId={contractId} retainage={r} onClose={close} />
      )}
      {asked === "release" && (
        <ReleaseDialog contractId={contractId} retainage={r} onClose={close} />
      )}
    </>
  );
}
