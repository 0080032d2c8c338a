import { nextBankDay } from "#kernel/holidays.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { dateIn } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { api, ApiProblem, messageOf } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { DrawnOnField } from "./DrawnOnField.tsx";
import { methods } from "./payment.labels.ts";
import type { RunDetail, RunPreview } from "./run.model.ts";
import { totalsByMethod } from "./plan.model.ts";
import { ExcludedPanel, MethodTotals, PlannedPanel } from "./RunParts.tsx";

type Choice = {
  payThrough: string;
  payOn: string;
  methods: readonly ("ach" | "check")[];
  /** Empty: the first account in use. */
  account?: string;
  note: string;
};

const bodyOf = (choice: Choice, invoiceIds: readonly string[] | null) => ({
  ...(invoiceIds ? { invoiceIds } : { payThrough: choice.payThrough || null }),
  payOn: choice.payOn || null,
  methods: choice.methods.length === 1 ? choice.methods : null,
  agencyAccountId: choice.account || null,
  note: choice.note,
});

const usePreview = (choice: Choice, invoiceIds: readonly string[] | null, enabled: boolean) => {
  const { note: _note, ...body } = bodyOf(choice, invoiceIds);
  return useQuery({
    queryKey: ["noun", "payable", "preview", body],
    queryFn: ({ signal }) =>
      api<RunPreview>("/api/v1/payment-runs/preview", { method: "POST", body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  });
};

// A weekly run takes what falls due before the next one.
const later = (date: string, days: number) => addDays(date, days);

const usual = (today: Day): Choice => ({
  payThrough: later(today, 7),
  payOn: nextBankDay(today),
  methods: ["ach", "check"],
  note: "",
});

/** What the server says of a day that was chosen, by the field's name in the answer. */
const faultsOf = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiProblem && error.status === 422
    ? Object.fromEntries(
        error.errors
          .filter((e) => e.path === "payOn" || e.path === "payThrough")
          .map((e) => [e.path, e.message]),
      )
    : {};

type DayProps = {
  id: string;
  label: string;
  hint: string;
  fault: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

function Day({ id, label, hint, fault, value, onChange }: DayProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {fault && (
        <p className="error" id={`${id}-error`} role="alert">
          {fault}
        </p>
      )}
      <input
        id={id}
        type="date"
        className="field-control"
        value={value}
        aria-invalid={Boolean(fault)}
        aria-describedby={fault ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={(e) => onChange(e.target.value)}
      />
    </div>
  );
}

type ChoicesProps = {
  choice: Choice;
  onChange: (choice: Choice) => void;
  named: number | null;
  faults: Readonly<Record<string, string>>;
};

/** What is looked at: dates, methods, a note. */
function Choices({ choice, onChange, named, faults }: ChoicesProps) {
  const toggle = (method: "ach" | "check") =>
    onChange({
      ...choice,
      methods: choice.methods.includes(method)
        ? choice.methods.filter((m) => m !== method)
        : [...choice.methods, method],
    });
  return (
    <Panel title="What to pay">
      <div className="form-row">
        {named === null ? (
          <Day
            id="pay-through"
            label="Invoices due through"
            hint="Empty: until today. Credit notes are always netted."
            fault={faults.payThrough}
            value={choice.payThrough}
            onChange={(payThrough) => onChange({ ...choice, payThrough })}
          />
        ) : (
          <div className="field">
            <p className="label">Invoices</p>
            <p className="text-t2">
              {named} chosen by hand, and the credit notes of their vendors.{" "}
              <Link className="text-link" to={pathTo("paymentRunNew")} state={null} replace>
                Pay by due date
              </Link>
            </p>
          </div>
        )}
        <Day
          id="pay-on"
          label="Pay on"
          hint="The bank settles; printed on checks."
          fault={faults.payOn}
          value={choice.payOn}
          onChange={(payOn) => onChange({ ...choice, payOn })}
        />
        <DrawnOnField
          value={choice.account ?? ""}
          onChange={(account) => onChange({ ...choice, account })}
        />
        <fieldset className="field">
          <legend>Methods</legend>
          <div className="flex gap-5 md:mt-6">
            {(["ach", "check"] as const).map((m) => (
              <label key={m} className="check">
                <input
                  type="checkbox"
                  checked={choice.methods.includes(m)}
                  onChange={() => toggle(m)}
                  disabled={choice.methods.length === 1 && choice.methods.includes(m)}
                />
                <span>{methods[m]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="field">
          <label htmlFor="run-note">
            Note <span className="optional">(optional)</span>
          </label>
          <p className="hint">Shown to the approver.</p>
          <input
            id="run-note"
            className="field-control"
            maxLength={2000}
            value={choice.note}
            onChange={(e) => onChange({ ...choice, note: e.target.value })}
          />
        </div>
      </div>
    </Panel>
  );
}

type ProposeProps = {
  preview: RunPreview;
  choice: Choice;
  invoiceIds: readonly string[] | null;
  off: ReadonlySet<string>;
};

/** Totals of what is left ticked, and the button that makes it a run. */
function Propose({ preview, choice, invoiceIds, off }: ProposeProps) {
  const navigate = useNavigate();
  const propose = useMutationAction<RunDetail>("payment-runs", "payables", "payments", "invoices");
  const kept = preview.payments.filter((p) => !off.has(p.vendorId));
  const amount = kept.reduce((n, p) => n + p.amount, 0);
  const ids =
    kept.length === preview.payments.length
      ? invoiceIds
      : [
          ...kept.flatMap((p) => p.invoices.map((i) => i.invoiceId)),
          ...preview.excluded.map((e) => e.invoiceId),
        ];
  const send = (submit: boolean) =>
    propose.mutate(
      {
        path: "/api/v1/payment-runs",
        body: { ...bodyOf({ ...choice, payOn: preview.payOn }, ids), submit },
      },
      { onSuccess: (run) => void navigate(pathTo("paymentRun", { id: run.id })) },
    );
  return (
    <Panel title="This run" flush>
      <MethodTotals totals={totalsByMethod(kept)} amount={amount} />
      <div className="grid gap-3 p-4">
        {preview.warnings.map((w) => (
          <p key={w} className="flex items-start gap-2 text-13 text-warning">
            <TriangleAlert className="mt-0.5 flex-none" aria-hidden="true" />
            {w}
          </p>
        ))}
        {([true, false] as const).map((submit) => (
          <button
            key={String(submit)}
            type="button"
            className={`btn w-full ${submit ? "btn-primary" : ""}`}
            aria-disabled={kept.length === 0 || propose.isPending}
            onClick={() => {
              if (kept.length > 0 && !propose.isPending) send(submit);
            }}
          >
            {submit ? `Propose run of ${formatCents(amount)}` : "Keep it, submit later"}
          </button>
        ))}
        <p className="text-12 text-t3">
          It goes to its approvers at once. A manager approves it, then the treasurer releases it.
          None of the three is the same person.
        </p>
        {propose.isError && (
          <p role="alert" className="text-danger">
            {messageOf(propose.error)}
          </p>
        )}
      </div>
    </Panel>
  );
}

type Kept = { invoiceIds?: readonly string[] | null; choice?: Choice; off?: readonly string[] };

// What was chosen stays with this page of the browser's history: a look at an invoice and back, or
// a reload, finds it again; a new run begins anew.
const useKept = (kept: Kept) =>
  useEffect(
    () => window.history.replaceState({ ...(window.history.state as object), usr: kept }, ""),
    [kept],
  );

/**
 * A new run: choose through which date, see what is paid and what is left out and why, then
 * propose.
 */
export default function RunNew() {
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const state = useLocation().state as Kept | null;
  const invoiceIds = state?.invoiceIds ?? null;
  const [choice, setChoice] = useState(
    () => state?.choice ?? usual(dateIn(new Date().toISOString(), timeZone)),
  );
  const [off, setOff] = useState<ReadonlySet<string>>(() => new Set(state?.off));
  useKept(useMemo(() => ({ invoiceIds, choice, off: [...off] }), [invoiceIds, choice, off]));
  const preview = usePreview(choice, invoiceIds, can("payment.propose"));
  const faults = faultsOf(preview.error);
  const faulty = Object.keys(faults).length > 0;
  const toggle = (vendorId: string) =>
    setOff(
      (old) =>
        new Set(old.has(vendorId) ? [...old].filter((id) => id !== vendorId) : [...old, vendorId]),
    );
  if (!can("payment.propose"))
    return (
      <EmptyState page kind="no-access" title="You cannot propose payment runs">
        People with the duty accounts payable do. An administrator gives it under Team.
      </EmptyState>
    );
  return (
    <>
      <header className="mb-6">
        <h1>New payment run</h1>
        <p className="text-t2">Nothing is paid or reserved before you propose it.</p>
      </header>
      <Choices
        choice={choice}
        onChange={setChoice}
        named={invoiceIds?.length ?? null}
        faults={faults}
      />
      <div className="record-body" data-rail="true">
        <div className="stack">
          {preview.isPending && <TableSkeleton columns={3} label="Looking at what can be paid" />}
          {faulty && (
            <Panel title="Would be paid">
              <EmptyState kind="no-results" title="The day cannot be used">
                Choose another day above; what would be paid comes back then.
              </EmptyState>
            </Panel>
          )}
          {preview.isError && !faulty && (
            <ErrorPanel
              error={preview.error}
              what="The preview"
              onRetry={() => void preview.refetch()}
            />
          )}
          {preview.data && !preview.isError && (
            <div
              className={`stack ${preview.isPlaceholderData ? "opacity-60" : ""}`}
              aria-live="polite"
            >
              <p className="finding">{preview.data.finding}</p>
              <PlannedPanel payments={preview.data.payments} off={off} onToggle={toggle} />
              <ExcludedPanel excluded={preview.data.excluded} byHand={invoiceIds !== null} />
            </div>
          )}
        </div>
        <aside className="stack" aria-label="The run">
          {preview.data && !preview.isError && (
            <Propose preview={preview.data} choice={choice} invoiceIds={invoiceIds} off={off} />
          )}
        </aside>
      </div>
    </>
  );
}
