import { Plus, Trash2 } from "lucide-react";
import { useController, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { roles } from "#kernel/access.ts";
import { dutyLabels, duties } from "#roles.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormRow, QuantityField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { useFieldError } from "#web/kit/form/FormContext.ts";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { blankRule, blankStep, type PolicyValues, type RuleValues } from "./policyForm.ts";

const kinds = [
  ["role", "Anyone with the role"],
  ["departmentRole", "The role in the document's department"],
  ["duty", "Anyone with the duty"],
  ["person", "This person"],
] as const;
const roleChoices = roles
  .filter((role) => role !== "platform_admin")
  .map((role) => ({ value: role as string, label: roleLabels[role].label }));
const dutyChoices = duties.map((duty) => ({
  value: duty as string,
  label: dutyLabels[duty].label,
}));

type Person = { id: string; name: string; title: string };
type RuleName = `steps.${number}.approvers.${number}` | `steps.${number}.escalateTo`;

function Who({
  name,
  label,
  people,
}: {
  name: RuleName;
  label: string;
  people: ReadonlyMap<string, string>;
}) {
  const { field } = useController<PolicyValues>({ name });
  const error = useFieldError(`${name}.who`);
  const rule = field.value as unknown as RuleValues;
  const pick = ({ id, name: picked }: Person) =>
    field.onChange({ kind: "person", who: id, name: picked });
  return (
    <div>
      <Combobox<Person>
        bare
        name={`${name}.who`}
        label={`${label}: person`}
        required
        path="/api/v1/members"
        query="active=true"
        itemLabel={(person) => person.name}
        itemHint={(person) => person.title}
        currentLabel={rule.name || (people.get(rule.who) ?? "A former member")}
        onPick={pick}
      />
      {error && <p className="text-13 text-danger">{error}</p>}
    </div>
  );
}

function Rule({
  name,
  label,
  people,
  optional = false,
}: {
  name: RuleName;
  label: string;
  people: ReadonlyMap<string, string>;
  optional?: boolean;
}) {
  const { field } = useController<PolicyValues>({
    name,
    rules: {
      validate: (value) =>
        optional || (value as RuleValues).kind === "person" || (value as RuleValues).who
          ? true
          : "Choose who approves",
    },
  });
  const error = useFieldError(name);
  const rule = field.value as unknown as RuleValues;
  const choices = rule.kind === "duty" ? dutyChoices : roleChoices;
  return (
    <div className="grid gap-1">
      <div className="grid items-start gap-2 sm:grid-cols-2">
        <select
          className="field-control"
          ref={field.ref}
          aria-label={`${label}: kind`}
          value={rule.kind}
          onChange={(event) =>
            field.onChange({ ...blankRule(event.target.value as RuleValues["kind"]), who: "" })
          }
        >
          {optional && <option value="">Administrators</option>}
          {kinds.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        {rule.kind === "person" ? (
          <Who name={name} label={label} people={people} />
        ) : (
          rule.kind !== "" && (
            <select
              className="field-control"
              aria-label={`${label}: who`}
              aria-invalid={Boolean(error)}
              value={rule.who}
              onChange={(event) => field.onChange({ ...rule, who: event.target.value })}
            >
              <option value="">Choose</option>
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </select>
          )
        )}
      </div>
      {error && <p className="text-13 text-danger">{error}</p>}
    </div>
  );
}

function Approvers({ step, people }: { step: number; people: ReadonlyMap<string, string> }) {
  const { control } = useFormContext<PolicyValues>();
  const { fields, append, remove } = useFieldArray({ control, name: `steps.${step}.approvers` });
  return (
    <fieldset className="field">
      <legend>Who approves</legend>
      <div className="grid gap-2">
        {fields.map((field, at) => (
          <div key={field.id} className="grid grid-cols-[minmax(0,1fr)_36px] items-start gap-2">
            <Rule
              name={`steps.${step}.approvers.${at}`}
              label={`Approver ${at + 1} of step ${step + 1}`}
              people={people}
            />
            {fields.length > 1 && (
              <button
                type="button"
                className="btn btn-quiet btn-icon"
                aria-label={`Remove approver ${at + 1} of step ${step + 1}`}
                onClick={() => remove(at)}
              >
                <Trash2 aria-hidden="true" />
              </button>
            )}
          </div>
        ))}
      </div>
      <div>
        <button type="button" className="btn btn-small" onClick={() => append(blankRule())}>
          <Plus aria-hidden="true" />
          Add an approver
        </button>
      </div>
    </fieldset>
  );
}

function Step({
  at,
  count,
  people,
  onRemove,
}: {
  at: number;
  count: number;
  people: ReadonlyMap<string, string>;
  onRemove: () => void;
}) {
  const mode = useWatch<PolicyValues>({ name: `steps.${at}.mode` });
  return (
    <fieldset className="line-block">
      <legend className="visually-hidden">Step {at + 1}</legend>
      <div className="flex items-center gap-3">
        <span className="line-no" aria-hidden="true">
          {at + 1}
        </span>
        <b className="flex-1 font-medium">Step {at + 1}</b>
        {count > 1 && (
          <button
            type="button"
            className="btn btn-quiet btn-icon btn-small"
            aria-label={`Remove step ${at + 1}`}
            onClick={onRemove}
          >
            <Trash2 aria-hidden="true" />
          </button>
        )}
      </div>
      <FormRow>
        <TextField
          name={`steps.${at}.name`}
          label="Name"
          required
          maxLength={80}
          hint="What approvers see: Budget officer"
        />
        <QuantityField
          name={`steps.${at}.stage`}
          label="Stage"
          decimals={0}
          required
          hint="Equal stages run side by side"
        />
        <QuantityField
          name={`steps.${at}.dueHours`}
          label="Decide within, hours"
          decimals={0}
          required
          hint="Then it goes on to the escalation"
        />
      </FormRow>
      <Approvers step={at} people={people} />
      <FormRow>
        <SelectField
          name={`steps.${at}.mode`}
          label="How many must approve"
          required
          options={[
            { value: "any", label: "Any one of them" },
            { value: "all", label: "All of them" },
            { value: "quorum", label: "A number of them" },
          ]}
        />
        {mode === "quorum" && (
          <QuantityField name={`steps.${at}.quorum`} label="Number" decimals={0} required />
        )}
      </FormRow>
      <fieldset className="field">
        <legend>If nobody decides in time, or nobody is left</legend>
        <Rule
          name={`steps.${at}.escalateTo`}
          label={`Escalation of step ${at + 1}`}
          people={people}
          optional
        />
      </fieldset>
    </fieldset>
  );
}

/**
 * The steps of a policy: who, how many, by when, and who when nobody does. `people`: names of those
 * whom it names already.
 */
export function StepEditor({ people }: { people: ReadonlyMap<string, string> }) {
  const { control, getValues } = useFormContext<PolicyValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "steps" });
  const add = () =>
    append(
      blankStep(Math.max(0, ...getValues("steps").map((step) => Number(step.stage) || 0)) + 1),
      { focusName: `steps.${fields.length}.name` },
    );
  return (
    <div className="grid gap-3" id="field-steps" tabIndex={-1}>
      {fields.map((field, at) => (
        <Step
          key={field.id}
          at={at}
          count={fields.length}
          people={people}
          onRemove={() => remove(at)}
        />
      ))}
      <div>
        <button type="button" className="btn" onClick={add}>
          <Plus aria-hidden="true" />
          Add a step
        </button>
      </div>
    </div>
  );
}
