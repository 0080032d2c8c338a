import { Send } from "lucide-react";
import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { useDays } from "#web/kit/days.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { CheckboxField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { CommodityChoices } from "../vendor/VendorFields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { vendorStatuses } from "../vendor/vendor.labels.ts";
import type { CompanyView } from "./company.model.ts";
import { registrationKinds, registrationStatuses } from "./registration.labels.ts";

type Values = {
  orgId: string;
  withBank: boolean;
  bankName: string;
  routingNumber: string;
  accountNumber: string;
  accountType: string;
  commodityCodes: string[];
  commodityPick?: string;
};

function SubmitDialog({
  view,
  orgId,
  invitation,
  onClose,
}: {
  view: CompanyView;
  orgId: string | null;
  invitation: string | null;
  onClose: () => void;
}) {
  const send = useMutationAction<{ number: string; status: string }>(
    "vendor-company",
    "vendor-overview",
  );
  const submit = async (v: Values) => {
    const bank = v.withBank
      ? {
          bankName: v.bankName,
          routingNumber: v.routingNumber,
          accountNumber: v.accountNumber,
          accountType: v.accountType,
        }
      : null;
    const made = await send.mutateAsync({
      path: "/api/v1/vendor-company/registrations",
      body: { orgId: v.orgId, bank, agencyCodes: v.commodityCodes, invitation },
    });
    notify.done(`${made.number} submitted`, "The agency answers by mail and here.");
    onClose();
  };
  return (
    <FormDialog<Values>
      title="Submit to an agency"
      description="It gets your company's data and documents as they are now, and decides for itself."
      defaultValues={{
        orgId: orgId ?? "",
        withBank: false,
        bankName: "",
        routingNumber: "",
        accountNumber: "",
        accountType: "checking",
        commodityCodes: [],
      }}
      submitLabel="Submit"
      onSubmit={submit}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SelectField
            name="orgId"
            label="Agency"
            required
            options={view.agencies.map((a) => ({ value: a.id, label: a.name }))}
          />
          {form.watch("orgId") && (
            <CommodityChoices
              key={form.watch("orgId")}
              name="commodityCodes"
              path="/api/v1/vendor-company/codes"
              query={`orgId=${form.watch("orgId")}`}
            />
          )}
          <CheckboxField
            name="withBank"
            label="Send bank details for ACH payments"
            hint="They wait in quarantine: two people of the agency verify them, one by a call to a number that it found itself."
          />
          {form.watch("withBank") && (
            <>
              <FormRow>
                <TextField name="bankName" label="Bank" required maxLength={120} />
                <SelectField
                  name="accountType"
                  label="Kind of account"
                  required
                  options={[
                    { value: "checking", label: "Checking" },
                    { value: "savings", label: "Savings" },
                  ]}
                />
              </FormRow>
              <FormRow>
                <TextField name="routingNumber" label="Routing number" required maxLength={9} />
                <TextField name="accountNumber" label="Account number" required maxLength={20} />
              </FormRow>
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

function Missing({ view }: { view: CompanyView }) {
  return (
    <div className="notice tone-warning" role="status">
      <div>
        <strong>Before you can submit</strong>
        <ul className="mt-1 list-disc pl-5">
          {view.missing.map((m) => (
            <li key={m.text}>{m.text}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Where the company is registered, what agencies answered, and the way to more of them. */
export function CompanyAgencies({
  view,
  invitation,
  invited,
  onChanged,
}: {
  view: CompanyView;
  invitation: string | null;
  invited: { orgId: string; agency: string } | null;
  onChanged: () => void;
}) {
  const { dayIn } = useDays();
  const [open, setOpen] = useState<{ orgId: string | null } | null>(null);
  const act = useMutationAction("vendor-company");
  const withdraw = (orgId: string, id: string) =>
    act.mutate(
      { path: `/api/v1/vendor-company/registrations/${id}/actions/withdraw`, body: { orgId } },
      {
        onSuccess: () => {
          notify.done("Withdrawn");
          onChanged();
        },
        onError: (error) => notify.failed("Not withdrawn", error),
      },
    );
  return (
    <div className="stack">
      {invited && (
        <div className="notice tone-info" role="status">
          <div>
            <strong>{invited.agency} asks you to register</strong>
            <p>Fill in your company, add Form W-9, then submit.</p>
          </div>
        </div>
      )}
      {view.missing.length > 0 ? (
        <Missing view={view} />
      ) : (
        <div>
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => setOpen({ orgId: invited?.orgId ?? null })}
          >
            <Send aria-hidden="true" />
            Submit to an agency
          </button>
        </div>
      )}
      <Panel title="Agencies that know you" flush={view.vendorOf.length > 0}>
        {view.vendorOf.length === 0 ? (
          <p className="text-t2">None yet.</p>
        ) : (
          <ul>
            {view.vendorOf.map((v) => (
              <li
                key={v.orgId}
                className="flex items-center justify-between gap-3 border-b border-hair px-4 py-3 last:border-0"
              >
                <span>
                  {v.agency}
                  <small className="block text-12 text-t3">
                    <span className="mono">{v.number}</span>
                    {v.registeredUntil && (
                      <span className={v.renewable ? "text-warning" : ""}>
                        {" "}
                        · registered until {formatDate(v.registeredUntil)}
                      </span>
                    )}
                  </small>
                </span>
                <span className="flex flex-wrap items-center justify-end gap-2">
                  {v.renewable && (
                    <button
                      type="button"
                      className="btn btn-small"
                      onClick={() => setOpen({ orgId: v.orgId })}
                    >
                      Renew<span className="visually-hidden"> with {v.agency}</span>
                    </button>
                  )}
                  <StatusBadge statuses={vendorStatuses} status={v.status} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="What you submitted" flush={view.registrations.length > 0}>
        {view.registrations.length === 0 ? (
          <EmptyState kind="first-use" title="Nothing submitted yet">
            A registration goes to one agency at a time; the same data serve for all.
          </EmptyState>
        ) : (
          <ul>
            {view.registrations.map((r) => (
              <li key={r.id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
                <span className="flex flex-wrap items-center gap-3">
                  <b className="font-medium">{r.agency}</b>
                  <span className="mono text-13 text-t3">{r.number}</span>
                  <StatusBadge statuses={registrationStatuses} status={r.status} />
                  {(r.status === "submitted" || r.status === "returned") && (
                    <button
                      type="button"
                      className="btn btn-quiet btn-small ml-auto"
                      onClick={() => withdraw(r.orgId, r.id)}
                    >
                      Withdraw
                    </button>
                  )}
                </span>
                <span className="text-13 text-t3">
                  {registrationKinds[r.kind]} of {formatDate(dayIn(r.submittedAt))}
                  {r.accountLast4 && ` · bank account ending in ${r.accountLast4}`}
                </span>
                {r.reason && <span className="text-warning">{r.reason}</span>}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {open && (
        <SubmitDialog
          view={view}
          orgId={open.orgId}
          invitation={invitation}
          onClose={() => {
            setOpen(null);
            onChanged();
          }}
        />
      )}
    </div>
  );
}
