import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { Field } from "#web/kit/form/Field.tsx";
import {
  CheckboxField,
  FormRow,
  MoneyField,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import {
  columnKinds,
  fieldKinds,
  fileLimits,
  fileTypes,
  meKeys,
  todayKey,
} from "../form/form.labels.ts";
import { Choices } from "../filling/Choices.tsx";
import { datedOperators } from "#kernel/logic/logic.ts";
import { ValidWhen } from "./ValidWhen.tsx";
import { ruleOf, type BuilderValues, type FieldValues } from "./formValues.ts";
const typeChoices = options(fileTypes);
const yesNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

/** A rule as JSON Logic, in the builder as text. */
function RuleField({ name, label, hint }: { name: string; label: string; hint: string }) {
  const { field } = useController({
    name,
    rules: {
      validate: (text) =>
        ruleOf(String(text ?? "")) === undefined
          ? `${label}: this is not JSON. Write a rule such as {"==": [{"var": "question"}, "value"]}`
          : true,
    },
  });
  return (
    <Field name={name} label={label} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          {...field}
          className="field-control mono"
          rows={2}
          spellCheck={false}
          value={(field.value as string | null) ?? ""}
        />
      )}
    </Field>
  );
}

/** "Show only when …" without writing the rule: another question, and its answer. */
function ShowWhen({ base, own }: { base: string; own: string }) {
  const { setValue } = useFormContext();
  const pages = useWatch<BuilderValues>({ name: "pages" }) as BuilderValues["pages"];
  const show = useWatch({ name: `${base}.show` }) as string;
  const asked = pages
    .flatMap((page) => page.sections.flatMap((section) => section.fields))
    .filter(
      (field) =>
        field.key !== own && (field.kind === "choice" || field.kind === "yesNo") && field.key,
    );
  const offers = asked.flatMap((field) =>
    (field.kind === "yesNo"
      ? [
          { value: true, label: "Yes" },
          { value: false, label: "No" },
        ]
      : field.options
    ).map((option) => ({
      rule: JSON.stringify({ "==": [{ var: field.key }, option.value] }),
      label: `${field.label || field.key}: ${option.label}`,
    })),
  );
  const id = `show-${base.replaceAll(".", "-")}`;
  return (
    <div className="field">
      <label htmlFor={id}>Show only when</label>
      <select
        id={id}
        className="field-control"
        value={show}
        onChange={(event) =>
          setValue(`${base}.show`, event.target.value, { shouldDirty: true, shouldTouch: true })
        }
      >
        <option value="">Always</option>
        {offers.map((offer) => (
          <option key={offer.rule} value={offer.rule}>
            {offer.label}
          </option>
        ))}
        {show !== "" && !offers.some((offer) => offer.rule === show) && (
          <option value={show}>By its rule below</option>
        )}
      </select>
    </div>
  );
}

function Rules({ base }: { base: string }) {
  return (
    <details className="grid gap-3">
      <summary>Rules</summary>
      <div className="mt-3 grid gap-3">
        <p className="text-13 text-t3">
          JSON Logic with {datedOperators.join(", ")}; {todayKey} is the agency's day.
        </p>
        <RuleField name={`${base}.show`} label="Show" hint="Shown while this holds" />
        <RuleField
          name={`${base}.require`}
          label="Require"
          hint="Needs an answer while this holds"
        />
        <RuleField name={`${base}.compute`} label="Compute" hint="Worked out in place of typed" />
        <RuleField
          name={`${base}.valid`}
          label="Valid"
          hint="An answer is taken while this holds"
        />
        <RuleField
          name={`${base}.prefill`}
          label="Prefill"
          hint={`Begins with what is known of the filler: ${Object.keys(meKeys).join(", ")}`}
        />
      </div>
    </details>
  );
}

function OfKind({ base, kind }: { base: string; kind: FieldValues["kind"] }) {
  if (kind === "choice" || kind === "choices")
    return (
      <LineItems
        name={`${base}.options`}
        label="To choose from"
        blank={() => ({ value: "", label: "" })}
        columns={[
          { name: "value", label: "Value", kind: "text", required: true },
          { name: "label", label: "Shown as", kind: "text", required: true },
        ]}
      />
    );
  if (kind === "table")
    return (
      <LineItems
        name={`${base}.columns`}
        label="Columns"
        blank={() => ({ key: "", label: "", kind: "text", required: "no", options: "" })}
        columns={[
          { name: "key", label: "Name", kind: "text", required: true },
          { name: "label", label: "Heading", kind: "text", required: true },
          { name: "kind", label: "Kind", kind: "select", options: options(columnKinds) },
          { name: "required", label: "Needed", kind: "select", options: yesNo },
          { name: "options", label: "Choices, separated by ;", kind: "text" },
        ]}
      />
    );
  if (kind === "file" || kind === "photo")
    return (
      <>
        <FormRow>
          <TextField
            name={`${base}.files.most`}
            label="How many files"
            hint={`${fileLimits.most} at most`}
            maxLength={2}
          />
          <TextField
            name={`${base}.files.megabytes`}
            label="Maximum size of each, MB"
            hint={`${fileLimits.megabytes} at most`}
            maxLength={2}
          />
        </FormRow>
        {kind === "file" && (
          <Choices name={`${base}.files.types`} label="Kinds of files" options={typeChoices} />
        )}
      </>
    );
  if (kind === "text")
    return (
      <TextField
        name={`${base}.pattern`}
        label="Pattern"
        hint={String.raw`A regular expression for the whole answer, such as \d{5}(-\d{4})?`}
        maxLength={200}
      />
    );
  if (kind === "number" || kind === "money") {
    const Bound = kind === "money" ? MoneyField : QuantityField;
    return (
      <FormRow>
        <Bound name={`${base}.least`} label="Minimum" />
        <Bound name={`${base}.most`} label="Maximum" />
      </FormRow>
    );
  }
  return null;
}

type Moves = { up: (() => void) | null; down: (() => void) | null; remove: (() => void) | null };

/** Up, down and out, by mouse or keyboard. */
export function Move({ what, moves }: { what: string; moves: Moves }) {
  const { up, down, remove } = moves;
  const buttons = [
    ["Move up", ArrowUp, up],
    ["Move down", ArrowDown, down],
    ["Take out", Trash2, remove],
  ] as const;
  return (
    <span className="ml-auto flex gap-1">
      {buttons.map(([label, Icon, act]) => (
        <button
          key={label}
          type="button"
          className="btn btn-quiet btn-icon btn-small"
          aria-label={`${label}: ${what}`}
          aria-disabled={act === null}
          onClick={() => act?.()}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
    </span>
  );
}

/** One question of a form, as its designer sees it. */
export function FieldEditor({ base, moves }: { base: string; moves: Moves }) {
  const values = useWatch({ name: base }) as FieldValues | undefined;
  if (!values) return null;
  const what = values.label || values.key;
  return (
    <fieldset className="panel">
      <legend className="visually-hidden">{what}</legend>
      <div className="panel-body grid gap-3">
        <div className="flex items-center gap-2">
          <b className="min-w-0 truncate">{what}</b>
          <Move what={what} moves={moves} />
        </div>
        <TextField name={`${base}.label`} label="Question" required maxLength={300} />
        <FormRow>
          <SelectField name={`${base}.kind`} label="Kind" required options={options(fieldKinds)} />
          <TextField
            name={`${base}.key`}
            label="Name in rules"
            required
            hint="Letters and digits, such as closesOn"
            maxLength={40}
          />
        </FormRow>
        <TextField name={`${base}.help`} label="Help" maxLength={1000} />
        <TextField
          name={`${base}.law`}
          label="Law and purpose"
          hint="Needed where a Social Security or bank number is asked"
          maxLength={500}
        />
        <CheckboxField name={`${base}.required`} label="Needs an answer" />
        <OfKind base={base} kind={values.kind} />
        <ShowWhen base={base} own={values.key} />
        <ValidWhen base={base} own={values} />
        <Rules base={base} />
      </div>
    </fieldset>
  );
}
