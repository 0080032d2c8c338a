import { TriangleAlert } from "lucide-react";
import { useFormContext, useWatch } from "react-hook-form";
import { dateIn, endOfDate, formatDate, formatInstant } from "#kernel/dates.ts";
import { day, isDate } from "#kernel/time.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { approvableTypes, policyTypes } from "../policy/policy.labels.ts";
import type { Delegation, DelegationHop } from "../approval/approval.model.ts";
import { onwardWords } from "../approval/inbox.labels.ts";
import { delegationForm } from "./delegation.form.ts";

type Fields = {
  toPersonId: string;
  from: string;
  endsAt: string;
  documentTypes: string[];
  note: string;
};
type Person = { id: string; name: string; title: string };

function Existing({ items }: { items: readonly Delegation[] }) {
  const { timeZone } = useAgency();
  const { me, can } = useAuth();
  const end = useMutationAction("delegations", "approvals");
  if (items.length === 0) return null;
  return (
    <ul className="mb-5 grid">
      {items.map((each) => (
        <li key={each.id} className="flex flex-wrap items-center gap-3 border-b border-hair py-2">
          <span className="min-w-0 flex-1 text-t1">
            {each.fromPersonId === me?.person.id
              ? `To ${each.toName}`
              : `${each.fromName} to ${each.toPersonId === me?.person.id ? "you" : each.toName}`}
            <span className="block text-12 text-t3">
              {formatInstant(each.startsAt, timeZone)} to {formatInstant(each.endsAt, timeZone)}
              {each.documentTypes.length > 0 &&
                ` · ${each.documentTypes.map((type) => approvableTypes[type as keyof typeof approvableTypes] ?? type).join(", ")}`}
              {each.active ? " · holds now" : ""}
            </span>
            {each.onward.length > 0 && (
              <span className="block text-12 text-t2">
                {onwardWords(
                  each.onward,
                  (from, until) =>
                    `from ${formatInstant(from, timeZone)} to ${formatInstant(until, timeZone)}`,
                )}
              </span>
            )}
          </span>
          {(each.fromPersonId === me?.person.id || can("approval.policy")) && (
            <button
              type="button"
              className="btn btn-small"
              onClick={() =>
                end.mutate(
                  { path: `/api/v1/delegations/${each.id}/actions/revoke`, version: each.version },
                  { onError: (error) => notify.failed("Not ended", error) },
                )
              }
            >
              End now
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Types({
  value,
  onChange,
}: {
  value: readonly string[];
  onChange: (types: string[]) => void;
}) {
  return (
    <fieldset className="field">
      <legend>
        Documents <span className="optional">(all when none is chosen)</span>
      </legend>
      {Object.entries(policyTypes).map(([type, label]) => (
        <label key={type} className="check">
          <input
            type="checkbox"
            checked={value.includes(type)}
            onChange={() =>
              onChange(
                value.includes(type) ? value.filter((each) => each !== type) : [...value, type],
              )
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Says at once, where the chosen person is away in the chosen time, to whom the approvals would go
 * on.
 */
function Away({ toPersonId, from, endsAt: until, documentTypes }: Fields) {
  const { timeZone } = useAgency();
  // From the day's beginning, so that the question stays the same while the form is filled in.
  const days = isDate(from) && isDate(until) && from <= until ? { from, until } : null;
  const at = days
    ? `toPersonId=${toPersonId}&startsAt=${new Date(endOfDate(days.from, timeZone) - 86_400_000).toISOString()}&endsAt=${new Date(endOfDate(days.until, timeZone)).toISOString()}&documentTypes=${documentTypes.join(",")}`
    : "";
  const { data } = useGet<{ items: DelegationHop[] }>(
    "delegations",
    `/api/v1/delegations/onward?${at}`,
    { enabled: Boolean(toPersonId && days) },
  );
  if (!toPersonId || !days || !data?.items.length) return null;
  return (
    <div className="notice tone-warning" role="status">
      <TriangleAlert aria-hidden="true" />
      <p>
        Away in this time:{" "}
        {onwardWords(
          data.items,
          (start, end) =>
            `from ${formatInstant(start, timeZone)} to ${formatInstant(end, timeZone)}`,
        )}
        . What waits for you then goes there. Choose somebody else if that is not what you want.
      </p>
    </div>
  );
}

// A delegation from today holds at once.
const startOf = (from: string, today: string, timeZone: string): string =>
  from <= today
    ? new Date().toISOString()
    : new Date(endOfDate(day(from), timeZone) - 86_400_000).toISOString();

const saidOf = ({ toName, onward }: Delegation, last: string) =>
  `${toName} decides for you until the end of ${formatDate(day(last))}.${onward.length > 0 ? ` ${onwardWords(onward)}, and your approvals go there in that time.` : ""}`;

function DelegationFields({ today }: { today: string }) {
  const { setValue } = useFormContext<Fields>();
  const values = useWatch<Fields>() as Fields;
  return (
    <>
      <Combobox<Person>
        name="toPersonId"
        label="To whom"
        required
        path="/api/v1/members"
        query="active=true"
        itemLabel={(person) => person.name}
        itemHint={(person) => person.title}
      />
      <FormRow>
        <DateField name="from" label="From" required min={today} />
        <DateField name="endsAt" label="Until the end of" required min={today} />
      </FormRow>
      <Away {...values} />
      <Types
        value={values.documentTypes}
        onChange={(types) => setValue("documentTypes", types, { shouldDirty: true })}
      />
      <TextField name="note" label="Note" hint="The other person sees it" maxLength={500} />
    </>
  );
}

/** Hands one's approvals to somebody else between two dates; shows and ends those that exist. */
export function DelegationDialog({ onClose }: { onClose: () => void }) {
  const { timeZone } = useAgency();
  const list = useGet<{ items: Delegation[] }>("delegations", "/api/v1/delegations");
  const today = dateIn(new Date().toISOString(), timeZone);
  return (
    <Dialog
      onClose={onClose}
      title="Delegate approvals"
      description="The other person decides in your name; both names are kept. Nobody decides what they asked for themselves, not even for you. Invoices and payment runs wait only for somebody who may approve them."
    >
      <Existing items={list.data?.items ?? []} />
      <RecordForm
        form={{ ...delegationForm, blank: () => ({ ...delegationForm.blank(), from: today }) }}
        draft={null}
        nouns={["approvals"]}
        wide={false}
        submitLabel="Delegate"
        also={(_choice, { from }) => ({ startsAt: startOf(from as string, today, timeZone) })}
        saved={({ answer }, { endsAt }) =>
          notify.done("Delegated", saidOf(answer as Delegation, endsAt as string))
        }
        onCancel={onClose}
        onSaved={onClose}
      >
        <DelegationFields today={today} />
      </RecordForm>
    </Dialog>
  );
}
