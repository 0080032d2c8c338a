import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { FormRow, FormSection, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { audiences } from "../form/form.labels.ts";
import type { FormVersion } from "../form/form.model.ts";
import { DestinationEditor } from "./DestinationEditor.tsx";
import { inputOf, valuesOf, type BuilderValues } from "./formValues.ts";
import { PageEditor } from "./PageEditor.tsx";
import { Preview } from "./Preview.tsx";

const path = "/api/v1/form-definitions";
const audienceChoices = options(audiences);

function Head() {
  return (
    <FormSection title="Form">
      <FormRow>
        <TextField name="name" label="Name" required maxLength={120} />
        <TextField
          name="slug"
          label="Address"
          required
          hint="Small letters and hyphens, such as road-closure"
          maxLength={60}
        />
      </FormRow>
      <FormRow>
        <SelectField name="audience" label="Filled in by" required options={audienceChoices} />
        <TextField name="keepYears" label="Years to keep submissions" required maxLength={3} />
      </FormRow>
      <TextArea name="about" label="What it is for" rows={3} maxLength={2000} />
    </FormSection>
  );
}

function Builder({ form, next }: { form: FormVersion | null; next: boolean }) {
  const navigate = useNavigate();
  const save = useMutationAction<FormVersion>("form-definitions");
  const [beside, setBeside] = useState<HTMLElement | null>(null);
  const submit = async (values: BuilderValues) => {
    const body = inputOf(values);
    await save.mutateAsync(
      form && !next
        ? { method: "PATCH", path: `${path}/${form.id}`, body, version: form.version }
        : { path: `${path}${form ? `?nextVersionOf=${form.definitionId}` : ""}`, body },
    );
    notify.done("Draft saved", "Nobody fills it in until it is published.");
    void navigate(pathTo("formStudio"));
  };
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_390px]">
      <Form<BuilderValues>
        formKey={`form-design-${form?.id ?? "new"}`}
        defaultValues={valuesOf(form)}
        {...(form && !next ? { version: form.version } : {})}
        submitLabel="Save draft"
        wide
        onCancel={() => void navigate(pathTo("formStudio"))}
        onSubmit={submit}
      >
        <Head />
        <PageEditor />
        <DestinationEditor />
        <Preview into={beside} />
      </Form>
      <aside
        className="grid max-w-[390px] content-start gap-3 self-start xl:sticky xl:top-4"
        aria-label="Preview"
        ref={setBeside}
      >
        <h2>As a phone shows it</h2>
      </aside>
    </div>
  );
}

/** Designs a form: a new one, a draft, or the next version of one in force; beside it how it looks. */
export default function FormBuilder() {
  const { id } = useParams();
  const list = useGet<{ items: FormVersion[] }>("form-definitions", path, { first: true });
  if (id && list.isPending) return <RecordSkeleton />;
  if (id && !list.data)
    return <ErrorPanel error={list.error} what="The form" onRetry={() => void list.refetch()} />;
  const form = list.data?.items.find((each) => each.id === id) ?? null;
  if (id && (!form || form.status === "retired"))
    return (
      <EmptyState kind="no-results" title="This version cannot be changed">
        It is retired, or it no longer exists.
      </EmptyState>
    );
  const next = form?.status === "published";
  return (
    <div className="stack">
      <h1>{form ? `${next ? "Next version of" : "Design"} ${form.name}` : "New form"}</h1>
      <Builder key={form?.id ?? "new"} form={form} next={next} />
    </div>
  );
}
