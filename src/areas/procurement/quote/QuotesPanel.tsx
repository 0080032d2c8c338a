import { Download, Plus, XCircle } from "lucide-react";
import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { quoteAnswers, quoteWays } from "./quote.labels.ts";
import type { QuoteRow } from "./quote.model.ts";

const QuoteDialog = dialogOnDemand(async () => (await import("./QuoteDialogs.tsx")).QuoteDialog);
const WithdrawQuoteDialog = dialogOnDemand(
  async () => (await import("./QuoteDialogs.tsx")).WithdrawQuoteDialog,
);

const count = (items: readonly QuoteRow[]): string => {
  const asked = items.filter((q) => q.withdrawnReason === null);
  const quoted = asked.filter((q) => q.answer === "quoted");
  const least = quoted.reduce<number | null>(
    (low, q) => (low === null ? q.cents : Math.min(low, q.cents ?? low)),
    null,
  );
  return `${counted(asked.length, "supplier")} asked, ${quoted.length} quoted${least === null ? "" : `, the lowest ${formatCents(least)}`}.`;
};

function Quote({ quote, onWithdraw }: { quote: QuoteRow; onWithdraw: (() => void) | null }) {
  const gone = quote.withdrawnReason !== null;
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-3 last:border-0">
      <span className="min-w-0 flex-1 basis-60">
        {quote.source}
        <small className="block text-12 text-t3">
          {formatDate(quote.answeredOn)} · {quoteWays[quote.way]} · on {quote.recordedOn}
          {quote.recordedBy && ` · recorded by ${quote.recordedBy}`}
        </small>
        {quote.note && <small className="block text-12 text-t2">{quote.note}</small>}
        {gone && <small className="block text-12 text-t2">Out: {quote.withdrawnReason}</small>}
      </span>
      {quote.cents !== null && <b className="mono font-medium">{formatCents(quote.cents)}</b>}
      {gone ? (
        <Badge tone="neutral" label="Does not count" />
      ) : (
        <StatusBadge statuses={quoteAnswers} status={quote.answer} />
      )}
      {quote.fileId && (
        <button
          type="button"
          className="btn btn-small"
          aria-label={`Download ${quote.fileName ?? "the quote"}`}
          onClick={() =>
            void download(`/api/v1/files/${quote.fileId}`).catch((error: unknown) =>
              notify.failed("Not downloaded", error),
            )
          }
        >
          <Download aria-hidden="true" />
        </button>
      )}
      {onWithdraw && !gone && (
        <button
          type="button"
          className="btn btn-small"
          aria-label={`Take the quote of ${quote.source} out`}
          onClick={onWithdraw}
        >
          <XCircle aria-hidden="true" />
          Take out
        </button>
      )}
    </li>
  );
}

/** Suppliers that were asked for a price of a requisition or an order; `path`: its list in the API. */
export function QuotesPanel({ path, id, ended }: { path: string; id: string; ended: boolean }) {
  const { can } = useAuth();
  const read = useGet<{ items: QuoteRow[] }>(path.slice("/api/v1/".length), `${path}/${id}/quotes`);
  const [open, setOpen] = useState<"record" | QuoteRow | null>(null);
  const items = read.data?.items ?? [];
  const may = can("quote.record");
  if (read.error) return <ErrorPanel error={read.error} />;
  return (
    <Panel
      title="Quotes"
      flush={items.length > 0}
      aside={
        may &&
        !ended && (
          <button type="button" className="btn btn-small" onClick={() => setOpen("record")}>
            <Plus aria-hidden="true" />
            Record a quote
          </button>
        )
      }
    >
      {items.length === 0 ? (
        <p className="text-t2">
          No supplier was asked outside of a solicitation. A small purchase above the micro-purchase
          threshold asks an adequate number of them (2 CFR 200.320(a)(2)); one that declines counts.
        </p>
      ) : (
        <>
          <p className="border-b border-hair px-4 py-3 text-14">{count(items)}</p>
          <ul>
            {items.map((quote) => (
              <Quote key={quote.id} quote={quote} onWithdraw={may ? () => setOpen(quote) : null} />
            ))}
          </ul>
        </>
      )}
      {open === "record" && <QuoteDialog path={path} id={id} onClose={() => setOpen(null)} />}
      {open !== null && open !== "record" && (
        <WithdrawQuoteDialog quote={open} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}
