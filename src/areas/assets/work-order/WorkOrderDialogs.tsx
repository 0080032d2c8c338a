import type { ReactNode } from "react";
import { useFieldArray } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, RadioGroup, SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { FailureRow } from "../failure/failure.model.ts";
import { holdReasons } from "./work-order.labels.ts";
import type { WorkOrderDetail } from "./work-order.model.ts";
import { WorkOrderFields, workToForm, type WorkForm } from "./WorkOrderFields.tsx";

type Props = { work: WorkOrderDetail; onClose: () => void };

function StepDialog<V extends object>({
  work,
  onClose,
  title,
  description,
  submit,
  values,
  path,
  method = "POST",
  children,
}: Props & {
  title: string;
  description?: string;
  submit: string;
  values: V;
  path: string;
  method?: "POST" | "PATCH";
  children: ReactNode;
}) {
  const act = useMutationAction("work-orders");
  return (
    <FormDialog<V>
      title={title}
      {...(description ? { description } : {})}
      className="dialog dialog-wide"
      defaultValues={values as never}
      submitLabel={submit}
      onSubmit={async (given) => {
        await act.mutateAsync({
          method,
          path: `/api/v1/work-orders/${work.id}${path}`,
          body: given,
          version: work.version,
        });
        notify.done("Saved", work.number);
        onClose();
      }}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

/** Who goes along with the lead, a line for each. */
function CrewFields({ crew }: { crew: WorkOrderDetail["crew"] }) {
  const { fields, append, remove } = useFieldArray({ name: "members" });
  return (
    <fieldset className="grid gap-3">
      <legend className="label">Who goes along</legend>
      {fields.map((field, at) => (
        <div key={field.id} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <Combobox<{ id: string; name: string; email: string; lacks?: string }>
              name={`members.${at}.personId`}
              label={`Member ${at + 1}`}
              required
              path="/api/v1/members"
              query="may=workOrder.work&seat=workOrder"
              itemLabel={(m) => m.name}
              itemHint={(m) => m.lacks ?? m.email}
              currentLabel={crew[at]?.name ?? null}
            />
          </div>
          <button type="button" className="btn btn-small" onClick={() => remove(at)}>
            Take out
          </button>
        </div>
      ))}
      <button
        type="button"
        className="btn btn-small justify-self-start"
        onClick={() => append({ personId: "" })}
      >
        Add a member
      </button>
    </fieldset>
  );
}

/** The day of the work, who leads it, and who goes along. */
export function ScheduleDialog(props: Props) {
  return (
    <StepDialog
      {...props}
      title={`Schedule ${props.work.number}`}
      description="Who leads the work and who goes along is told."
      submit="Schedule"
      path="/actions/schedule"
      values={{
        scheduledOn: props.work.scheduledOn ?? "",
        leadId: props.work.leadId ?? "",
        members: props.work.crew.map(({ id }) => ({ personId: id })),
      }}
    >
      <DateField name="scheduledOn" label="On" required />
      <Combobox<{ id: string; name: string; email: string; lacks?: string }>
        name="leadId"
        label="Led by"
        required
        path="/api/v1/members"
        query="may=workOrder.work&seat=workOrder"
        itemLabel={(m) => m.name}
        itemHint={(m) => m.lacks ?? m.email}
        currentLabel={props.work.lead}
      />
      <CrewFields crew={props.work.crew} />
    </StepDialog>
  );
}

/** What the work waits for. */
export function HoldDialog(props: Props) {
  return (
    <StepDialog
      {...props}
      title={`Put ${props.work.number} on hold`}
      submit="Put on hold"
      path="/actions/hold"
      values={{ because: "" }}
    >
      <RadioGroup name="because" label="It waits for" required options={options(holdReasons)} />
    </StepDialog>
  );
}

/** What was wrong, why, and what was done. */
export function CompleteDialog(props: Props) {
  const { problem, cause, remedy, problemCode, causeCode, remedyCode } = props.work;
  const codes = useGet<{ items: FailureRow[] }>("failure-codes", "/api/v1/failure-codes");
  const codeOf = (kind: FailureRow["kind"], label: string) => {
    const own = (codes.data?.items ?? []).filter((each) => each.active && each.kind === kind);
    return own.length === 0 ? null : (
      <SelectField
        name={`${kind}Code`}
        label={label}
        options={[
          { value: "", label: "No code" },
          ...own.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
        ]}
      />
    );
  };
  return (
    <StepDialog
      {...props}
      title={`Complete ${props.work.number}`}
      description="Who asked for it is told."
      submit="Complete"
      path="/actions/complete"
      values={{ problem, cause, remedy, problemCode, causeCode, remedyCode }}
    >
      {codeOf("problem", "Problem")}
      <TextArea name="problem" label="What was wrong" rows={2} maxLength={2000} />
      {codeOf("cause", "Cause")}
      <TextArea name="cause" label="Why" rows={2} maxLength={2000} />
      {codeOf("remedy", "Remedy")}
      <TextArea name="remedy" label="What was done" required rows={3} maxLength={2000} />
    </StepDialog>
  );
}

/** A follow-up of work that is done: same asset, same place, approved anew. */
export function FollowUpDialog(props: Props) {
  return (
    <StepDialog
      {...props}
      title={`Follow up ${props.work.number}`}
      description="A new work order on the same asset and place; somebody else approves it."
      submit="Submit request"
      path="/follow-up"
      values={{ why: "" }}
    >
      <TextArea name="why" label="What is still wrong" required rows={3} maxLength={10000} />
    </StepDialog>
  );
}

/** Changes what is asked. */
export function ChangeDialog(props: Props) {
  return (
    <StepDialog<WorkForm>
      {...props}
      title={`Change ${props.work.number}`}
      submit="Save"
      path=""
      method="PATCH"
      values={workToForm(props.work)}
    >
      <WorkOrderFields asset={props.work.asset} />
    </StepDialog>
  );
}
