import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { usualReopenDays } from "./service.labels.ts";
import { blankQuestion, reopenRuleForm, serviceTypeForm } from "./type.form.ts";
import type { ReopenRule, TypeRow } from "./type.model.ts";

const kinds = { text: "Text", number: "Number", choice: "Choice" };

function Question({ at, onRemove }: { at: number; onRemove: () => void }) {
  const name = `attributes.${at}`;
  const kind = useWatch({ name: `${name}.kind` }) as string;
  return (
    <fieldset className="panel">
      <legend className="visually-hidden">Question {at + 1}</legend>
      <div className="panel-body grid gap-3">
        <div className="flex items-center">
          <strong aria-hidden="true">Question {at + 1}</strong>
          <button
            type="button"
            className="btn btn-quiet btn-icon btn-small ml-auto"
            aria-label={`Take question ${at + 1} away`}
            onClick={onRemove}
          >
            <Trash2 aria-hidden="true" />
          </button>
        </div>
        <TextField name={`${name}.label`} label="Question" required maxLength={120} />
        <FormRow>
          <TextField
            name={`${name}.code`}
            label="Its code"
            required
            maxLength={40}
            hint="Small letters, digits and _; programs use it."
          />
          <SelectField name={`${name}.kind`} label="Answer" options={options(kinds)} />
        </FormRow>
        {kind === "choice" && (
          <TextField name={`${name}.options`} label="Choices, by semicolons" required />
        )}
        <CheckboxField name={`${name}.required`} label="Must be answered" />
      </div>
    </fieldset>
  );
}

function Questions() {
  const { fields, append, remove } = useFieldArray({ name: "attributes" });
  return (
    <div className="grid gap-3">
      {fields.map((field, at) => (
        <Question key={field.id} at={at} onRemove={() => remove(at)} />
      ))}
      <button
        type="button"
        className="btn justify-self-start"
        onClick={() => append({ ...blankQuestion })}
      >
        <Plus aria-hidden="true" />
        Ask something more
      </button>
    </div>
  );
}

function TypeDialog({ of, onClose }: { of: TypeRow | null; onClose: () => void }) {
  return (
    <RecordDialog
      form={serviceTypeForm}
      record={of}
      put
      title={of ? `Change ${of.name}` : "New kind of service"}
      description="What people can report, who answers, and in how many days."
      large
      onClose={onClose}
    >
      <FormRow>
        <TextField name="name" label="Name" required maxLength={120} />
        <TextField name="code" label="Code" required maxLength={40} />
      </FormRow>
      <TextField name="description" label="In a sentence" maxLength={500} />
      <FormRow>
        <TextField name="category" label="Group" required maxLength={60} />
        <QuantityField
          name="expectedDays"
          label="Dealt with within"
          unit="days"
          decimals={0}
          required
        />
      </FormRow>
      <DepartmentField name="departmentId" label="Department" placeholder="None" />
      <Combobox<{ id: string; name: string }>
        name="stewardId"
        label="Who hears of new ones"
        path="/api/v1/members"
        query="may=serviceRequest.edit"
        itemLabel={(person) => person.name}
        currentLabel={of?.steward ?? null}
      />
      <CheckboxField name="active" label="Can be reported" />
      <Questions />
    </RecordDialog>
  );
}

function RuleDialog({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      form={reopenRuleForm}
      nouns={["service-types"]}
      title="How long a report can be opened again"
      description="It holds for reports that end on that day or later."
      onClose={onClose}
    >
      <DateField name="fromDay" label="From" required />
      <QuantityField name="days" label="Days" decimals={0} required />
    </RecordDialog>
  );
}

function Types({ items, onOpen }: { items: TypeRow[]; onOpen: ((of: TypeRow) => void) | null }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Kinds of service">
      <table className="ledger w-full" aria-label="Kinds of service">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Group</th>
            <th scope="col">Department</th>
            <th scope="col">Hears of new ones</th>
            <th scope="col" className="num">
              Days
            </th>
            <th scope="col" className="num">
              Questions
            </th>
            <th scope="col" className="num">
              Reports
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={one.id}>
              <td>
                {onOpen ? (
                  <button type="button" className="link" onClick={() => onOpen(one)}>
                    {one.name}
                  </button>
                ) : (
                  one.name
                )}
                {!one.active && <span className="ml-2 text-12 text-t2">retired</span>}
              </td>
              <td>{one.category}</td>
              <td>{one.department ?? ""}</td>
              <td>{one.steward ?? "Everybody who answers"}</td>
              <td className="num">{one.expectedDays}</td>
              <td className="num">{one.attributes.length || ""}</td>
              <td className="num">{one.requests.toLocaleString("en-US")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Rules({ onAdd }: { onAdd: (() => void) | null }) {
  const rules = useGet<{ items: ReopenRule[] }>("service-types", "/api/v1/service-reopen-rules");
  return (
    <Panel title="Opening a report again">
      <div className="grid gap-3">
        <ul className="grid gap-1">
          {(rules.data?.items ?? []).map((rule) => (
            <li key={rule.id}>
              From {formatDate(rule.fromDay)}: within {rule.days} days
            </li>
          ))}
          <li className="text-t2">Before and without a rule: within {usualReopenDays} days</li>
        </ul>
        {onAdd && (
          <button type="button" className="btn justify-self-start" onClick={onAdd}>
            Set the days
          </button>
        )}
      </div>
    </Panel>
  );
}

/** /service-requests/types: what people can report, and how long they may open it again. */
export default function ServiceTypes() {
  const { can } = useAuth();
  const [open, setOpen] = useState<TypeRow | "new" | "rule" | null>(null);
  const found = useGet<{ items: TypeRow[] }>("service-types", "/api/v1/service-types", {
    first: true,
  });
  const edits = can("serviceType.edit");
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Kinds of service</h1>
        {edits && (
          <button type="button" className="btn btn-primary" onClick={() => setOpen("new")}>
            New kind
          </button>
        )}
      </div>
      {found.isPending && <RecordSkeleton />}
      {found.isError && <ErrorPanel error={found.error} what="The kinds of service" />}
      {found.data?.items.length === 0 && (
        <EmptyState kind="first-use" title="Nothing can be reported yet">
          A kind of service says what people can report, who answers, and in how many days.
        </EmptyState>
      )}
      {found.data && found.data.items.length > 0 && (
        <Panel title="What can be reported" aside={found.data.items.length}>
          <Types items={found.data.items} onOpen={edits ? setOpen : null} />
        </Panel>
      )}
      <Rules onAdd={edits ? () => setOpen("rule") : null} />
      {open === "rule" && <RuleDialog onClose={() => setOpen(null)} />}
      {open && open !== "rule" && (
        <TypeDialog of={open === "new" ? null : open} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}
