import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import {
  CheckboxField,
  FormRow,
  FormSection,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { acceptors, clauseKinds, type Acceptor, type ClauseKind } from "./clause.labels.ts";
import type { Clause } from "./clause.model.ts";

const path = "/api/v1/clauses";
type Rule = { key: string; title: string; citation: string };
type Values = {
  name: string;
  kind: ClauseKind | "";
  ruleKey: string;
  citation: string;
  text: string;
  changeable: boolean;
  fallbacks: { text: string; by: Acceptor | "" }[];
};
const blank: Values = {
  name: "",
  kind: "",
  ruleKey: "",
  citation: "",
  text: "",
  changeable: true,
  fallbacks: [],
};
const toForm = (c: Clause): Values => ({
  name: c.name,
  kind: c.kind,
  ruleKey: c.ruleKey ?? "",
  citation: c.citation,
  text: c.text,
  changeable: c.changeable,
  fallbacks: c.fallbacks,
});
const duties = options(acceptors);

function Fallbacks() {
  const { control } = useFormContext<Values>();
  const { fields, append, remove } = useFieldArray({ control, name: "fallbacks" });
  if (!useWatch<Values>({ name: "changeable" })) return null;
  return (
    <FormSection title="What may be agreed to instead">
      {fields.map((field, at) => (
        <fieldset key={field.id} className="grid gap-3">
          <legend className="font-medium">Fallback {at + 1}</legend>
          <TextArea name={`fallbacks.${at}.text`} label="Text" required rows={4} />
          <FormRow>
            <SelectField
              name={`fallbacks.${at}.by`}
              label="Agreed to by"
              required
              options={duties}
              hint="Or a duty above it"
            />
            <button type="button" className="btn self-end" onClick={() => remove(at)}>
              Take fallback {at + 1} out
            </button>
          </FormRow>
        </fieldset>
      ))}
      {fields.length < 5 && (
        <button
          type="button"
          className="btn justify-self-start"
          onClick={() => append({ text: "", by: "" })}
        >
          Add a fallback
        </button>
      )}
    </FormSection>
  );
}

function Fields({ rules }: { rules: readonly Rule[] }) {
  return (
    <>
      <FormSection title="Clause">
        <FormRow>
          <TextField name="name" label="Name" required maxLength={120} />
          <SelectField name="kind" label="Kind" required options={options(clauseKinds)} />
        </FormRow>
        <FormRow>
          <SelectField
            name="ruleKey"
            label="Meets the rule"
            placeholder="None: chosen by hand"
            options={rules.map(({ key, title, citation }) => ({
              value: key,
              label: `${title}, ${citation}`,
            }))}
            hint="A contract for which this rule asks is blocked until it has the clause"
          />
          <TextField name="citation" label="Citation" maxLength={200} />
        </FormRow>
        <TextArea name="text" label="Text" required rows={8} />
        <CheckboxField
          name="changeable"
          label="The other side may propose another text"
          hint="Else it may only remark on it"
        />
      </FormSection>
      <Fallbacks />
    </>
  );
}

/** Writes a new clause, changes a draft, or drafts the next version of one that is in force. */
export default function ClauseEditor() {
  const { id } = useParams();
  const navigate = useNavigate();
  const list = useGet<{ items: Clause[]; rules: Rule[] }>("clauses", path, { first: true });
  const save = useMutationAction<Clause>("clauses");
  if (list.isPending) return <RecordSkeleton />;
  if (!list.data)
    return <ErrorPanel error={list.error} what="The clauses" onRetry={() => void list.refetch()} />;
  const c = list.data.items.find((each) => each.id === id);
  const back = () => void navigate(pathTo("clauses"));
  if (id && (!c || c.status === "retired"))
    return (
      <EmptyState
        kind="no-results"
        title="This version cannot be changed"
        action={
          <button type="button" className="btn" onClick={back}>
            All clauses
          </button>
        }
      >
        It is retired, or it no longer exists.
      </EmptyState>
    );
  const next = c?.status === "published";
  const submit = async ({ ruleKey, ...values }: Values) => {
    const body = { ...values, ruleKey: ruleKey || null };
    await save.mutateAsync(
      c && !next
        ? { method: "PATCH", path: `${path}/${c.id}`, body, version: c.version }
        : { path: `${path}${c ? `?nextVersionOf=${c.definitionId}` : ""}`, body },
    );
    notify.done("Draft saved", "No contract takes it until it is published.");
    back();
  };
  return (
    <div className="stack">
      <h1>{c ? `${next ? "Next version of" : "Change"} ${c.name}` : "New clause"}</h1>
      <Form<Values>
        formKey={`clause-${id ?? "new"}`}
        defaultValues={c ? toForm(c) : blank}
        {...(c && !next ? { version: c.version } : {})}
        submitLabel="Save draft"
        wide
        onCancel={back}
        onSubmit={submit}
      >
        <Fields rules={list.data.rules} />
      </Form>
    </div>
  );
}
