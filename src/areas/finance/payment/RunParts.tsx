import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { exclusionReasons, methods } from "./payment.labels.ts";
import type { Excluded, PlannedPayment, RunPreview } from "./run.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });

/** Number and amount by method, with the sum under a double rule. */
export function MethodTotals({ totals, amount }: { totals: RunPreview["totals"]; amount: number }) {
  return (
    <table className="ledger">
      <caption className="visually-hidden">Totals by method</caption>
      <thead>
        <tr>
          <th scope="col">Method</th>
          <th scope="col" className="num">
            Payments
          </th>
          <th scope="col" className="num">
            Amount, $
          </th>
        </tr>
      </thead>
      <tbody>
        {totals.map((t) => (
          <tr key={t.method}>
            <td>{methods[t.method]}</td>
            <td className="num">{t.payments}</td>
            <td className="num">{money(t.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>Total</td>
          <td className="num">{totals.reduce((n, t) => n + t.payments, 0)}</td>
          <td className="num">{money(amount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

type Group = {
  key: string;
  vendor: string;
  code: Excluded["code"];
  reason: string;
  amount: number;
  invoices: Excluded[];
};

// One line per vendor and reason: a vendor on hold has often many invoices.
const grouped = (excluded: readonly Excluded[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const e of excluded) {
    const key = `${e.vendorId} ${e.reason}`;
    const known = groups.get(key);
    if (known)
      groups.set(key, {
        ...known,
        amount: known.amount + e.amount,
        invoices: [...known.invoices, e],
      });
    else
      groups.set(key, {
        key,
        vendor: e.vendor,
        code: e.code,
        reason: e.reason,
        amount: e.amount,
        invoices: [e],
      });
  }
  return [...groups.values()];
};

function ExcludedGroup({ group }: { group: Group }) {
  return (
    <li className="grid grid-cols-1 gap-1 border-t border-hair px-4 py-3 first:border-t-0">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 truncate font-medium">{group.vendor}</span>
        <Badge tone="warning" label={exclusionReasons[group.code]} />
        <span className="num w-28">{money(group.amount)}</span>
      </span>
      <span className="text-13 text-t2">{group.reason}</span>
      <span className="flex flex-wrap gap-x-3 text-13">
        {group.invoices.map((e) => (
          <Link
            key={e.invoiceId}
            className="mono text-link"
            to={pathTo("invoice", { id: e.invoiceId })}
          >
            {e.number}
          </Link>
        ))}
      </span>
    </li>
  );
}

/** Invoices that a run leaves out, each with the reason. */
export function ExcludedPanel({
  excluded,
  byHand,
}: {
  excluded: readonly Excluded[];
  /** Its invoices were chosen one by one, so others may be due. */ byHand: boolean;
}) {
  if (excluded.length === 0)
    return (
      <Panel title="Left out">
        <EmptyState kind="all-done" title="Nothing was left out">
          {byHand
            ? "Every invoice that was chosen is in this run."
            : "Every approved invoice that was due is in this run."}
        </EmptyState>
      </Panel>
    );
  return (
    <Panel
      title="Left out"
      aside={`${counted(excluded.length, "invoice")}, ${formatCents(excluded.reduce((n, e) => n + e.amount, 0))}`}
      flush
    >
      <ul>
        {grouped(excluded).map((g) => (
          <ExcludedGroup key={g.key} group={g} />
        ))}
      </ul>
    </Panel>
  );
}

type PlannedProps = {
  payments: readonly PlannedPayment[];
  off: ReadonlySet<string>;
  onToggle: (vendorId: string) => void;
};

/** What of a bill is won, lost and owed. */
function Extras({ invoice: i }: { invoice: PlannedPayment["invoices"][number] }) {
  return (
    <>
      {i.discount > 0 && (
        <span className="block text-success">
          {formatCents(i.discount)} discount, until {formatDate(i.discountOn!)}
        </span>
      )}
      {i.discountLost > 0 && (
        <span className="block text-warning">
          {formatCents(i.discountLost)} discount lost on {formatDate(i.discountOn!)}
        </span>
      )}
      {i.interest > 0 && (
        <span className="block text-warning">
          {formatCents(i.interest)} interest owed, {i.interestRule}
        </span>
      )}
    </>
  );
}

function PlannedRow({
  payment,
  off,
  onToggle,
}: {
  payment: PlannedPayment;
  off: boolean;
  onToggle: () => void;
}) {
  return (
    <li
      className={`grid gap-1 border-t border-hair px-4 py-3 first:border-t-0 ${off ? "opacity-55" : ""}`}
    >
      <label className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="table-checkbox">
          <input
            type="checkbox"
            checked={!off}
            onChange={onToggle}
            aria-label={`Pay ${payment.vendor}`}
          />
        </span>
        <span className="min-w-0 flex-1 truncate font-medium">{payment.vendor}</span>
        <span className="text-t3">{methods[payment.method]}</span>
        <span className="num w-28 font-semibold">{money(payment.amount)}</span>
      </label>
      <ul className="grid grid-cols-1 gap-1.5 pl-9 text-13 text-t2">
        {payment.invoices.map((i) => (
          <li key={i.invoiceId} className="flex gap-3">
            <Link className="mono text-link" to={pathTo("invoice", { id: i.invoiceId })}>
              {i.number}
            </Link>
            <span className="min-w-0 flex-1 truncate text-t3">
              {i.kind === "credit_note" ? "credit note" : i.vendorNumber}
              {i.part > 0 ? ", retainage released" : ""}
              {i.retainage > 0 ? `, ${money(i.retainage)} withheld` : ""}
              {i.dueOn && i.kind !== "credit_note" ? `, due ${formatDate(i.dueOn)}` : ""}
              <Extras invoice={i} />
            </span>
            <span className="num">{money(i.amount + i.interest)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** What a run would pay, vendor by vendor; each can be left out. */
export function PlannedPanel({ payments, off, onToggle }: PlannedProps) {
  if (payments.length === 0)
    return (
      <Panel title="Would be paid">
        <EmptyState kind="no-results" title="Nothing to pay by this date">
          Choose a later date, or look at what is left out and why.
        </EmptyState>
      </Panel>
    );
  return (
    <Panel
      title="Would be paid"
      aside={`${payments.filter((p) => !off.has(p.vendorId)).length} of ${counted(payments.length, "payment")}`}
      flush
    >
      <ul>
        {payments.map((p) => (
          <PlannedRow
            key={p.vendorId}
            payment={p}
            off={off.has(p.vendorId)}
            onToggle={() => onToggle(p.vendorId)}
          />
        ))}
      </ul>
    </Panel>
  );
}
