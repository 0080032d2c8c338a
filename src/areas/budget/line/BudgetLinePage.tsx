import { useState } from "react";
import { useParams } from "react-router";
import { formatCents } from "../../../kernel/money.ts";
import { useAuth } from "../../../web/auth/AuthProvider.tsx";
import { Combobox } from "../../../web/kit/form/Combobox.tsx";
import { Form } from "../../../web/kit/form/Form.tsx";
import { MoneyField, TextArea } from "../../../web/kit/form/fields.tsx";
import { MoneyStrip } from "../../../web/kit/MoneyStrip.tsx";
import { Dialog } from "../../../web/kit/overlays.tsx";
import { useMutationAction, useRecord } from "../../../web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "../../../web/kit/states.tsx";
import type { BudgetLine } from "../budget.model.ts";
import { LedgerTable } from "../ledger/LedgerTable.tsx";
import { BudgetNav } from "./BudgetNav.tsx";

function Amend({ line, onClose }: { line: BudgetLine; onClose: () => void }) {
  const send = useMutationAction("budget-lines", "commitment-entries");
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose(); }} title={`Amend ${line.code}`} description="Enter the difference; a negative amount takes budget away, as far as it is not committed.">
      <Form<{ amount: number; reason: string }> formKey={null} defaultValues={{ amount: 0, reason: "" }} submitLabel="Amend" onCancel={onClose} onSubmit={async (body) => { await send.mutateAsync({ path: `/api/v1/budget-lines/${line.id}/actions/amend`, body, version: line.version }); onClose(); }}>
        <MoneyField name="amount" label="Difference" required /><TextArea name="reason" label="Why" required rows={3} maxLength={500} />
      </Form>
    </Dialog>
  );
}

function Transfer({ line, onClose }: { line: BudgetLine; onClose: () => void }) {
  const send = useMutationAction("budget-lines", "commitment-entries");
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose(); }} title={`Move budget from ${line.code}`} description={`${formatCents(line.available)} is available on this line.`}>
      <Form<{ toId: string; amount: number; reason: string }> formKey={null} defaultValues={{ toId: "", amount: 0, reason: "" }} submitLabel="Move budget" onCancel={onClose} onSubmit={async (body) => { await send.mutateAsync({ path: "/api/v1/budget-transfers", body: { ...body, fromId: line.id } }); onClose(); }}>
        <Combobox<BudgetLine> name="toId" label="To" required path="/api/v1/budget-lines" query={`year=${line.year}`} itemLabel={(l) => l.code} itemHint={(l) => `${l.department} · ${formatCents(l.available)} free`} />
        <MoneyField name="amount" label="Amount" required /><TextArea name="reason" label="Why" required rows={3} maxLength={500} />
      </Form>
    </Dialog>
  );
}

/** One budget line: its money and every ledger entry that made it. */
export default function BudgetLinePage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const { data: line, error, refetch, isPending } = useRecord<BudgetLine>("/api/v1/budget-lines", id);
  const [open, setOpen] = useState<"amend" | "transfer" | null>(null);
  if (isPending) return <RecordSkeleton />;
  if (!line) return <ErrorPanel error={error} what="This budget line" onRetry={() => void refetch()} />;
  return (
    <>
      <BudgetNav />
      <div className="stack">
        <div className="flex flex-wrap items-start gap-4"><div className="mr-auto"><p><span className="plate-number">{line.code}</span> <span className="text-t3">fiscal year {line.year}</span></p><h1 className="mt-2 text-22 font-semibold">{line.department} · {line.account}</h1><p className="text-t2">{[line.fund, line.project, line.award].filter(Boolean).join(" · ")} · {line.stop === "hard" ? "hard stop" : "soft stop"}</p></div>
          {can("budget.edit") && <div className="flex gap-2"><button type="button" className="btn" onClick={() => setOpen("transfer")}>Move budget</button><button type="button" className="btn btn-primary" onClick={() => setOpen("amend")}>Amend</button></div>}</div>
        <Panel title="Where the money stands" aside={<span className="text-t2">{line.usedPercent}% used</span>}>
          <MoneyStrip expendedCents={line.expended} encumberedCents={line.encumbered + line.preEncumbered} availableCents={line.available} exact />
          <dl className="facts mt-4"><dt>Original</dt><dd>{formatCents(line.original)}</dd><dt>Adjustments</dt><dd>{formatCents(line.adjusted)}</dd><dt>Revised</dt><dd>{formatCents(line.budget)}</dd><dt>Pre-encumbered (requisitions)</dt><dd>{formatCents(line.preEncumbered)}</dd><dt>Encumbered (orders)</dt><dd>{formatCents(line.encumbered)}</dd><dt>Expended</dt><dd>{formatCents(line.expended)}</dd><dt>Available</dt><dd className="font-semibold">{formatCents(line.available)}</dd></dl>
        </Panel>
        {can("ledger.read") && <Panel title="Ledger entries" flush><LedgerTable fixed={`budgetLineId=${line.id}`} /></Panel>}
      </div>
      {open === "amend" && <Amend line={line} onClose={() => setOpen(null)} />}
      {open === "transfer" && <Transfer line={line} onClose={() => setOpen(null)} />}
    </>
  );
}
