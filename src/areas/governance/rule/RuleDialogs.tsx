import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { options } from "#kernel/labels.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  MoneyField,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import {
  isAmount,
  jurisdictions,
  parameterChoices,
  parameterNames,
  ruleName,
  ruleNames,
} from "./rule.labels.ts";
import { legalRuleForm } from "./rule.form.ts";
import { isPolicy } from "./policy.model.ts";
import type { Rule } from "./rule.model.ts";
import { stateRules, type StateRule } from "./state-rules.data.ts";

type Value = string | number | boolean | null;
type Parameters = Record<string, Value>;
const ownClause = "clause";
const clauseParameters: Rule["parameters"] = {
  title: "",
  cents: 0,
  federal: false,
  construction: false,
  insurance: false,
};
const empty = (like: Rule["parameters"][string]): Value =>
  typeof like === "boolean" ? like : typeof like === "number" ? null : "";

function Parameter({ name, like }: { name: string; like: Rule["parameters"][string] }) {
  const field = { name: `parameters.${name}`, label: parameterNames[name] ?? name };
  if (isAmount(name)) return <MoneyField {...field} />;
  if (typeof like === "number") return <QuantityField {...field} decimals={0} />;
  if (typeof like === "boolean") return <CheckboxField {...field} />;
  return parameterChoices[name] ? (
    <SelectField {...field} options={options(parameterChoices[name])} />
  ) : (
    <TextField {...field} maxLength={200} required />
  );
}

// What was left empty is not set: the rule says nothing of it.
const given = (parameters: Parameters, shape: Rule["parameters"]) =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === null || value === "" || (value === false && name !== "stay")
        ? []
        : [[name, typeof shape[name] === "number" ? Number(value) : value]],
    ),
  );
const keyOf = (about: string, title: unknown) =>
  about === ownClause
    ? `clause.${
        String(title)
          .toLowerCase()
          .replace(/[^a-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? "").toUpperCase())
          .replace(/^[^a-z]+/, "")
          .slice(0, 60) || "own"
      }`
    : about;

/** What keys of rules that areas bring are called. */
type Labels = Readonly<Record<string, string>>;

function About({
  known,
  labels,
  value,
  onChange,
}: {
  known: readonly string[];
  labels: Labels;
  value: string;
  onChange: (about: string) => void;
}) {
  return (
    <div className="field mb-4">
      <label htmlFor="rule-about">What it is about</label>
      <select
        id="rule-about"
        className="field-control"
        value={value}
        onChange={(e) => onChange(e.target.value)}
      >
        <option value="">Choose</option>
        {known.map((key) => (
          <option key={key} value={key}>
            {ruleNames[key] ?? labels[key]}
          </option>
        ))}
        <option value={ownClause}>A clause of solicitations</option>
      </select>
    </div>
  );
}

/** A text of state law to begin the rule with. */
function BeginWith({
  texts,
  value,
  onChange,
}: {
  texts: readonly StateRule[];
  value: string;
  onChange: (state: string) => void;
}) {
  if (texts.length === 0) return null;
  return (
    <div className="field mb-4">
      <label htmlFor="rule-text">Begin with</label>
      <select
        id="rule-text"
        className="field-control"
        value={value}
        onChange={(e) => onChange(e.target.value)}
      >
        <option value="">An empty form</option>
        {texts.map(({ state, citation }) => (
          <option key={state} value={state}>
            {`${state}: ${citation}`}
          </option>
        ))}
      </select>
    </div>
  );
}

// The rule's own fields, with what this kind of rule sets; as a text of state law says, where one is chosen.
const formAbout = (shape: Rule["parameters"], text: StateRule | undefined) => ({
  ...legalRuleForm,
  blank: () => ({
    ...legalRuleForm.blank(),
    ...(text && {
      jurisdiction: "state",
      citation: text.citation,
      text: text.text,
      source: text.source,
      effectiveFrom: text.effectiveFrom,
    }),
    parameters: Object.fromEntries(
      Object.entries(shape).map(([name, like]) => [
        name,
        text ? (text.parameters[name] ?? null) : empty(like),
      ]),
    ),
  }),
});

type Shown = { about: string; shape: Rule["parameters"]; federal: boolean };
function RuleFields({ about, shape, federal }: Shown) {
  return (
    <>
      <FormRow>
        <SelectField
          name="jurisdiction"
          label="Law of"
          required
          options={[
            { value: "state", label: jurisdictions.state },
            { value: "local", label: jurisdictions.local },
            ...(about === ownClause || !federal
              ? []
              : [{ value: "federal", label: "Federal, a value later than the shipped one" }]),
          ]}
        />
        <DateField name="effectiveFrom" label="Holds from" required />
      </FormRow>
      <FormRow>
        {Object.entries(shape).map(([name, like]) => (
          <Parameter key={name} name={name} like={like} />
        ))}
      </FormRow>
      <TextField
        name="citation"
        label="Citation"
        hint="As it is shown beside every decision that follows it"
        maxLength={200}
        required
      />
      <TextArea
        name="text"
        label={about === ownClause ? "Text of the clause" : "What it demands, in your words"}
        rows={3}
        maxLength={2000}
        required
      />
      <TextField
        name="source"
        label="Source"
        hint="Where you read it, and when"
        maxLength={500}
        required
      />
      <CheckboxField
        name="verified"
        label="Read again by counsel"
        hint="Without this, screens say that the source was not read again."
      />
    </>
  );
}

/** A state or local rule, or a later federal value: what it is about, what it sets, since when, and where that stands. */
export function AddRule({
  rules,
  labels,
  onClose,
}: {
  rules: readonly Rule[];
  labels: Labels;
  onClose: () => void;
}) {
  const [about, setAbout] = useState("");
  const known = Object.keys({ ...ruleNames, ...labels }).filter(
    (key) => Object.keys(rules.find((r) => r.key === key)?.parameters ?? {}).length > 0,
  );
  const [from, setFrom] = useState("");
  const texts = stateRules.filter((rule) => rule.key === about);
  const text = texts.find((rule) => rule.state === from);
  const federal = !rules.some((rule) => rule.key === about && isPolicy(rule));
  const shape =
    about === ownClause ? clauseParameters : (rules.find((r) => r.key === about)?.parameters ?? {});
  const asked = (parameters: Parameters) => ({
    key: keyOf(about, parameters["title"]),
    parameters: given(parameters, shape),
  });
  return (
    <Dialog
      onClose={onClose}
      title="Add a rule"
      description="Where several rules set one thing, the strictest holds. About protests, insurance, retainage, what contracts say and caps of change orders your own rule takes the place of the default. A later federal value takes the place of the shipped one from its first day on, and is shown as your entry."
      className="dialog dialog-wide"
    >
      <About
        known={known}
        labels={labels}
        value={about}
        onChange={(next) => {
          setAbout(next);
          setFrom("");
        }}
      />
      <BeginWith texts={texts} value={from} onChange={setFrom} />
      {about !== "" && (
        <RecordForm
          key={`${about} ${from}`}
          form={formAbout(shape, text)}
          draft={null}
          submitLabel="Add the rule"
          also={(_choice, { parameters }) => asked(parameters as Parameters)}
          onCancel={onClose}
          onSaved={(_id, { answer }) => {
            notify.done(
              "The rule is added",
              `It holds from ${formatDate(answer["effectiveFrom"] as Day)}.`,
            );
            onClose();
          }}
        >
          <RuleFields about={about} shape={shape} federal={federal} />
        </RecordForm>
      )}
    </Dialog>
  );
}

/** Ends a rule of the agency's own from a day on. */
export function EndRule({
  rule,
  today,
  onClose,
}: {
  rule: Rule;
  today: string;
  onClose: () => void;
}) {
  const act = useMutationAction("legal-rules");
  const send = async (body: { effectiveTo: string; reason: string }) => {
    await act.mutateAsync({
      path: `/api/v1/legal-rules/${rule.id}/actions/end`,
      version: rule.version,
      body,
    });
    notify.done("Saved", ruleName(rule));
    onClose();
  };
  return (
    <FormDialog<{ effectiveTo: string; reason: string }>
      title={`End ${rule.citation}?`}
      description={
        rule.effectiveFrom > today
          ? `It would begin on ${formatDate(rule.effectiveFrom)}. Ended by then, it is taken away.`
          : "What was decided while it held stays as it is."
      }
      defaultValues={{ effectiveTo: today, reason: "" }}
      submitLabel="End the rule"
      onSubmit={send}
      onClose={onClose}
    >
      <DateField name="effectiveTo" label="No longer holds from" min={today} required />
      <ReasonField label="Reason" maxLength={1000} />
    </FormDialog>
  );
}
