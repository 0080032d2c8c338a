import { useFormContext, useWatch } from "react-hook-form";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import {
  FormRow,
  FormSection,
  MoneyField,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpenedIn } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { partsOf, type ConditionPart } from "./condition.labels.ts";
import { approvableTypes, policyTypes, type ApprovableType } from "./policy.labels.ts";
import type { Policy } from "./policy.model.ts";
import { conditionInWords, stagesOf, stepInWords, type Names } from "./policy-words.labels.ts";
import { blankPolicy, toForm, toInput, type PolicyValues } from "./policyForm.ts";
import { StepEditor } from "./StepEditor.tsx";
import { usePolicies, usePolicyNames } from "./usePolicies.ts";

type Choice = { id: string; name: string };

function Several({
  name,
  label,
  choices,
}: {
  name: "condition.departmentIds" | "condition.fundIds" | "condition.crosses";
  label: string;
  choices: readonly Choice[];
}) {
  const { setValue } = useFormContext<PolicyValues>();
  const chosen = useWatch<PolicyValues>({ name }) as string[];
  const toggle = (id: string) =>
    setValue(name, chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id], {
      shouldDirty: true,
    });
  return (
    <fieldset className="field self-start">
      <legend>
        {label} <span className="optional">(all when none is chosen)</span>
      </legend>
      <div className="max-h-56 overflow-y-auto rounded border border-hair px-3 py-1">
        {choices.map((choice) => (
          <label key={choice.id} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(choice.id)}
              onChange={() => toggle(choice.id)}
            />
            {choice.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What the form says, in words, while it is typed. */
function InWords({ names: known, kept }: { names: Names; kept: Policy | null }) {
  const form = useWatch<PolicyValues>() as PolicyValues;
  const input = toInput(form, kept);
  const picked = form.steps
    .flatMap((step) => [...step.approvers, step.escalateTo])
    .flatMap((rule): [string, string][] =>
      rule.kind === "person" && rule.name ? [[rule.who, rule.name]] : [],
    );
  const names: Names = { ...known, person: new Map([...known.person, ...picked]) };
  return (
    <aside className="form-rail" aria-label="The policy in words">
      <Panel title="In words">
        <div className="grid gap-3">
          <p>
            <b className="font-medium">{approvableTypes[input.documentType]}:</b>{" "}
            {conditionInWords(input.condition, names)}
          </p>
          <ol className="ml-5 grid list-decimal gap-1 text-13 text-t2">
            {stagesOf(input.steps).map((steps) => (
              <li key={steps[0]?.stage}>
                {steps
                  .map((step) => stepInWords({ ...step, name: step.name || "Unnamed step" }, names))
                  .join(" · beside it: ")}
              </li>
            ))}
          </ol>
          <p className="text-12 text-t3">
            Nobody decides what they asked for: they are left out of every step.
          </p>
        </div>
      </Panel>
    </aside>
  );
}

const threeWays = (name: "emergency" | "change" | "requisitioned") =>
  ({
    emergency: {
      label: "Emergencies",
      options: [
        { value: "any", label: "Emergencies and others" },
        { value: "only", label: "Emergencies only" },
        { value: "not", label: "No emergencies" },
      ],
    },
    change: {
      label: "Changes",
      hint: "The amount of a change is what it adds",
      options: [
        { value: "any", label: "New documents and changes" },
        { value: "only", label: "Changes to what was approved" },
        { value: "not", label: "New documents only" },
      ],
    },
    requisitioned: {
      label: "Requisitions",
      hint: "Orders within approved requisitions are approved by them where no policy decides",
      options: [
        { value: "any", label: "Covered by requisitions or not" },
        { value: "only", label: "Within approved requisitions" },
        { value: "not", label: "Not covered by requisitions" },
      ],
    },
  })[name];

/** Numbers of contracts and what changes them. */
function ContractConditions({ parts }: { parts: ReadonlySet<ConditionPart> }) {
  return (
    <>
      {parts.has("term") && (
        <QuantityField
          name="condition.termMonthsMin"
          label="Term from"
          unit="months"
          decimals={0}
          hint="The whole term"
        />
      )}
      {parts.has("cumulative") && (
        <MoneyField
          name="condition.cumulativeMin"
          label="In all from"
          hint="The ceiling with all amendments and increases"
        />
      )}
      {parts.has("growth") && (
        <QuantityField
          name="condition.growthPercentMin"
          label="Increases from"
          unit="%"
          decimals={0}
          hint="All increases, of the original contract"
        />
      )}
      {parts.has("days") && (
        <QuantityField name="condition.daysMin" label="Added days from" unit="days" decimals={0} />
      )}
    </>
  );
}

/** What a document must meet: only what one of the chosen kind tells of itself. */
function Conditions({
  kept,
  departments,
  funds,
}: {
  kept: Policy | null;
  departments: readonly Choice[];
  funds: readonly Choice[];
}) {
  const type = useWatch<PolicyValues>({ name: "documentType" }) as ApprovableType;
  const parts = partsOf(type, kept?.condition);
  return (
    <FormSection title="Applies to">
      {(parts.has("departments") || parts.has("funds")) && (
        <FormRow>
          {parts.has("departments") && (
            <Several name="condition.departmentIds" label="Departments" choices={departments} />
          )}
          {parts.has("funds") && <Several name="condition.fundIds" label="Funds" choices={funds} />}
        </FormRow>
      )}
      <FormRow>
        {parts.has("amount") && (
          <>
            <MoneyField
              name="condition.amountMin"
              label="Amount from"
              hint="This amount is included"
            />
            <MoneyField
              name="condition.amountBelow"
              label="To below"
              hint="This amount is not included"
            />
          </>
        )}
        {parts.has("commodities") && (
          <TextField
            name="condition.commodityPrefixes"
            label="Commodity codes that begin with"
            hint="Several with commas: 2123, 4233"
          />
        )}
        {(["emergency", "change", "requisitioned"] as const)
          .filter((part) => parts.has(part))
          .map((part) => (
            <SelectField key={part} name={`condition.${part}`} required {...threeWays(part)} />
          ))}
        <ContractConditions parts={parts} />
        {parts.has("crosses") && (
          <Several
            name="condition.crosses"
            label="Moves money across"
            choices={[
              { id: "department", name: "Departments" },
              { id: "fund", name: "Funds" },
              { id: "category", name: "Categories" },
            ]}
          />
        )}
      </FormRow>
    </FormSection>
  );
}

function Fields({
  kept,
  departments,
  funds,
  names,
}: {
  /** The version that the form began with: its kind stays. */
  kept: Policy | null;
  departments: readonly Choice[];
  funds: readonly Choice[];
  names: Names;
}) {
  return (
    <div className="form-railed">
      <div className="grid min-w-0 gap-8">
        <FormSection title="Policy">
          <TextField name="name" label="Name" required maxLength={120} />
          <FormRow>
            <SelectField
              name="documentType"
              label="Document"
              required
              disabled={kept !== null}
              options={options(policyTypes)}
            />
            <QuantityField
              name="priority"
              label="Order"
              decimals={0}
              required
              hint="The lowest order that fits decides"
            />
          </FormRow>
        </FormSection>
        <Conditions kept={kept} departments={departments} funds={funds} />
        <FormSection title="Steps">
          <StepEditor people={names.person} />
        </FormSection>
      </div>
      <InWords names={names} kept={kept} />
    </div>
  );
}

/** Writes a new policy, changes a draft, or drafts the next version of one that is in force. */
export default function PolicyEditor() {
  const { id } = useParams();
  const navigate = useNavigate();
  const list = usePolicies();
  const opened = useOpenedIn<{ items: Policy[] }, Policy>(
    list,
    id ?? "",
    (all) => all.items.find((each) => each.id === id) ?? null,
  );
  const { names, departments, funds } = usePolicyNames();
  const save = useMutationAction<Policy>("approval-policies");
  if (list.isPending || (id && opened.isPending)) return <RecordSkeleton />;
  if (!list.data)
    return (
      <ErrorPanel error={list.error} what="The policies" onRetry={() => void list.refetch()} />
    );
  const policy = opened.record;
  const back = () => void navigate(pathTo("policies"));
  if (id && (!policy || policy.status === "retired"))
    return (
      <EmptyState
        kind="no-results"
        title="This version cannot be changed"
        action={
          <button type="button" className="btn" onClick={back}>
            All policies
          </button>
        }
      >
        It is retired, or it no longer exists.
      </EmptyState>
    );
  const next = policy?.status === "published";
  const heading = !policy
    ? "New policy"
    : next
      ? `Next version of ${policy.name}`
      : `Change ${policy.name}`;
  const submit = async (values: PolicyValues) => {
    const body = toInput(values, policy ?? null);
    if (policy && !next)
      await save.mutateAsync({
        method: "PATCH",
        path: `/api/v1/approval-policies/${policy.id}`,
        body,
        version: policy.version,
      });
    else
      await save.mutateAsync({
        path: `/api/v1/approval-policies${policy ? `?nextVersionOf=${policy.definitionId}` : ""}`,
        body,
      });
    notify.done("Draft saved", "It decides nothing until it is published.");
    back();
  };
  return (
    <div className="grid gap-5">
      <div>
        <h1>{heading}</h1>
        <p className="mt-1 text-t2">
          Saved as a draft first. Compare it and try it before you publish.
        </p>
      </div>
      <Form<PolicyValues>
        formKey={`policy-${id ?? "new"}`}
        defaultValues={policy ? toForm(policy) : blankPolicy}
        {...(policy && !next
          ? { version: policy.version, conflict: opened.conflictOf(toForm) }
          : {})}
        submitLabel="Save draft"
        wide
        onCancel={back}
        onSubmit={submit}
      >
        <Fields
          kept={policy ?? null}
          departments={departments}
          funds={funds.map((fund) => ({ id: fund.id, name: `${fund.code} ${fund.name}` }))}
          names={names}
        />
      </Form>
    </div>
  );
}
